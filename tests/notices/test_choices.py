"""Which notices a reader gets, over which channels, and when: what they chose, or the defaults."""

from datetime import UTC, datetime, timedelta

import pytest

from games import clock
from games.models import Match
from games.services.beside import presence
from games.services.match import play
from masques_site.accounts.models import User
from masques_site.notices import readers
from masques_site.notices.channels import CHANNELS
from masques_site.notices.models import Delivery, Digest, Endpoint, Notice, State, Timing, TopicChoice
from masques_site.notices.topics import TOPICS
from tests.accounts.cast import client_of, member
from tests.cast import due, move, running_match
from tests.notices import sweeps
from tests.notices.papers import Paper, news, pass_on, place, send, states
from tests.services.clocks.sleepers import HOUR, MINUTE, Watch, at, let_decide

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

# What a user who has chosen nothing gets: topic, mail, push, webhook, the list on the site.
DEFAULTS = """
turn       | once | once | once | once
answer     | once | once | once | once
half       | off  | once | off  | once
tenth      | once | once | once | once
timeout    | once | once | once | once
over       | once | once | once | once
invitation | once | once | once | once
table      | once | once | once | once
league     | once | once | once | once
play       | once | once | once | once
proposal   | once | once | once | once
rating     | off  | off  | off  | once
away       | off  | off  | off  | once
account    | once | once | once | once
"""


@pytest.fixture(autouse=True)
def watch(time_machine):
    """It is noon of 5 March 2031 in UTC, a Wednesday."""
    return Watch(time_machine)


@pytest.fixture
def papers(monkeypatch) -> dict[str, Paper]:
    """Stand-ins for all channels."""
    found = {code: Paper() for code in ("mail", "push", "webhook")}
    for code, channel in found.items():
        monkeypatch.setitem(CHANNELS, code, channel)
    return found


@pytest.fixture
def giulia(papers) -> User:
    """A user with a mailbox, a browser and a webhook, in Rome, where it is an hour later."""
    user = member("Giulia", timezone="Europe/Rome")
    for channel in ("push", "webhook"):
        place(user, f"{channel}:1", channel=channel)
    return user


def choose(user: User, topic: str, channel: str, when: str) -> None:
    TopicChoice.objects.update_or_create(user=user, topic=topic, channel=channel, defaults={"when": when})


def heard(papers: dict[str, Paper]) -> dict[str, int]:
    """Return how many messages came over each channel."""
    return {code: len(channel.sent) for code, channel in papers.items()}


def turn(user: User, other: str) -> Match:
    """A match in which `user` owes a turn."""
    match = running_match("lantern", [user, member(other, mail_notices=False)])
    let_decide(match, user)
    return match


# What they want.


def test_the_defaults_of_each_topic_and_channel():
    nobody = readers.choices_of([])
    found = {
        topic: [nobody.when(1, topic, code).value for code in ("mail", "push", "webhook", "site")] for topic in TOPICS
    }
    written = {}
    for line in DEFAULTS.strip().splitlines():
        topic, *whens = (cell.strip() for cell in line.split("|"))
        written[topic] = whens
    assert found == written


def test_a_tenth_alone_costs_a_seat():
    assert [code for code, topic in TOPICS.items() if topic.costs_a_seat] == ["tenth"]


def test_every_channel_gets_a_notice_once(giulia, papers):
    news(giulia)
    for _sweep in range(3):
        sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}
    assert Delivery.objects.count() == 3


def test_two_browsers_of_a_user_get_it_both(giulia, papers):
    place(giulia, "push:2", channel="push")
    news(giulia)
    sweeps.notify_due()
    assert sorted(to for to, _message in papers["push"].sent) == ["push:1", "push:2"]


def test_a_choice_holds_for_its_topic_and_channel_alone(giulia, papers):
    choose(giulia, "account", "mail", "off")
    choose(giulia, "league", "push", "off")
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 1, "webhook": 1}
    assert not Delivery.objects.filter(endpoint__channel="mail").exists()


def test_a_choice_holds_for_its_user_alone(giulia, papers):
    bianca = member("Bianca")
    choose(giulia, "account", "mail", "off")
    news(giulia)
    news(bianca)
    sweeps.notify_due()
    assert [to for to, _message in papers["mail"].sent] == ["bianca@example.org"]


def test_what_is_off_by_default_can_be_turned_on(giulia, papers, watch):
    match = turn(giulia, "Bianca")
    (seat,) = due(match)
    choose(giulia, "half", "mail", "once")
    choose(giulia, "half", "push", "off")
    sweeps.notify_due()
    watch.until(seat.due_since + (seat.deadline - seat.due_since) / 2)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 2, "push": 1, "webhook": 1}


def test_a_choice_that_this_version_does_not_know_counts_as_none(giulia, papers):
    choose(giulia, "account", "mail", "never")
    news(giulia)
    sweeps.notify_due()
    assert heard(papers)["mail"] == 1


def test_what_is_turned_off_after_it_was_passed_on_is_not_sent(giulia, papers):
    news(giulia)
    pass_on()
    choose(giulia, "account", "mail", "off")
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 1, "webhook": 1}
    assert Delivery.objects.get(endpoint__channel="mail").state == "moot"
    choose(giulia, "account", "mail", "once")
    sweeps.notify_due()
    assert heard(papers)["mail"] == 0, "it is over"


def test_mail_that_is_turned_off_after_it_was_passed_on_is_not_sent(giulia, papers):
    news(giulia)
    pass_on()
    User.objects.filter(pk=giulia.pk).update(mail_notices=False)
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 1, "webhook": 1}


def test_an_endpoint_that_is_off_gets_nothing(giulia, papers):
    Endpoint.objects.filter(channel="push").update(off_at=clock.now(), off_because="chosen")
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 0, "webhook": 1}


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_banned_user_hears_nothing_and_finds_it_on_the_site(giulia, papers, moment):
    news(giulia)
    if moment == "after":
        pass_on()
    User.objects.filter(pk=giulia.pk).update(banned_at=clock.now())
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    assert Notice.objects.get().state == State.PASSED


@pytest.mark.parametrize(("is_embedded", "number"), [(True, 1), (False, 0)])
def test_demo_accounts_hear_only_on_a_site_that_keeps_its_mails(giulia, papers, settings, is_embedded, number):
    settings.EMBEDDED = is_embedded
    User.objects.filter(pk=giulia.pk).update(is_demo=True)
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": number, "push": number, "webhook": number}


def test_guests_hear_by_their_browser(papers):
    from masques_site.accounts.services import create_guest

    guest = create_guest()
    place(guest, "push:guest", channel="push")
    news(guest)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 1, "webhook": 0}


def test_a_muted_match_is_silent_everywhere_even_after_it_was_passed_on(giulia, papers):
    match = turn(giulia, "Bianca")
    pass_on()
    client_of(giulia).post(f"/matches/{match.pk}/mute/", {"mute": "yes"})
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    assert set(states(Delivery.objects.filter(endpoint__user=giulia))) == {"moot"}


def test_what_they_look_at_waits_and_is_not_sent_if_they_answer(giulia, papers, watch):
    match = turn(giulia, "Bianca")
    pass_on()
    (seat,) = due(match)
    presence.mark_seen(match, seat)
    send(*CHANNELS)
    assert heard(papers)["push"] == 0
    move(match, seat)
    watch.let(2 * MINUTE)
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}


# Several in one.


def test_several_turns_that_are_due_at_once_are_one_message(giulia, papers):
    matches = [turn(giulia, name) for name in ("Bianca", "Carla", "Dora")]
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}
    for paper in papers.values():
        ((_to, message),) = paper.sent
        assert message.words.title == "3 matches are waiting for you"
        assert {item.link for item in message.items} == {f"/matches/{match.pk}/" for match in matches}


def test_different_kinds_at_once_are_different_messages(giulia, papers):
    turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    assert sorted(papers["push"].titles()) == ["Your report has been answered", "Your turn in Lantern"]


def digest(user: User, *topics: str, channel: str = "mail") -> None:
    for topic in topics:
        choose(user, topic, channel, "digest")


def test_a_digest_is_one_message_of_different_kinds_at_18_in_the_readers_zone(giulia, papers, watch):
    digest(giulia, "turn", "account")
    turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 2, "webhook": 2}
    watch.until(at("2031-03-05T15:00"))
    news(giulia)
    sweeps.notify_due()
    watch.until(at("2031-03-05T16:59"))
    sweeps.notify_due()
    assert heard(papers)["mail"] == 0
    watch.until(at("2031-03-05T17:00"))
    sweeps.notify_due()
    ((_to, message),) = papers["mail"].sent
    assert message.words.title == "3 pieces of news for you"
    assert sorted(item.title for item in message.items) == [
        "Lantern with Bianca",
        "Your report has been answered",
        "Your report has been answered",
    ]
    watch.until(at("2031-03-06T17:00"))
    sweeps.notify_due()
    assert heard(papers)["mail"] == 1, "nothing new"


def test_a_digest_comes_at_the_hour_that_the_reader_chose(giulia, papers, watch):
    Timing.objects.create(user=giulia, digest_hour=7)
    digest(giulia, "account")
    news(giulia)
    sweeps.notify_due()
    watch.until(at("2031-03-06T05:59"))
    sweeps.notify_due()
    assert heard(papers)["mail"] == 0
    watch.until(at("2031-03-06T06:00"))
    sweeps.notify_due()
    assert heard(papers)["mail"] == 1


def test_hourly_digests_come_every_hour(giulia, papers, watch):
    Timing.objects.create(user=giulia, digest=Digest.HOURLY)
    digest(giulia, "account")
    watch.let(20 * MINUTE)
    news(giulia, 2)
    sweeps.notify_due()
    watch.until(at("2031-03-05T12:59"))
    sweeps.notify_due()
    assert heard(papers)["mail"] == 0
    watch.until(at("2031-03-05T13:00"))
    sweeps.notify_due()
    ((_to, message),) = papers["mail"].sent
    assert len(message.items) == 2


def test_a_digest_of_one_is_that_notice(giulia, papers, watch):
    digest(giulia, "account")
    news(giulia)
    sweeps.notify_due()
    watch.until(at("2031-03-05T17:00"))
    sweeps.notify_due()
    assert papers["mail"].titles() == ["Your report has been answered"]


def test_a_digest_leaves_out_what_nobody_needs_by_then(giulia, papers, watch):
    digest(giulia, "turn", "account")
    match = turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    move(match, due(match)[0])
    watch.until(at("2031-03-05T17:00"))
    send("mail")
    assert papers["mail"].titles() == ["Your report has been answered"]


def test_an_empty_digest_is_not_sent(giulia, papers, watch):
    digest(giulia, "turn")
    match = turn(giulia, "Bianca")
    pass_on()
    move(match, due(match)[0])
    watch.until(at("2031-03-05T17:00"))
    assert send("mail") == 0
    assert papers["mail"].sent == []
    assert Delivery.objects.get(endpoint__channel="mail").state == "moot"


def test_a_topic_at_once_does_not_wait_for_the_digest_of_another(giulia, papers, watch):
    digest(giulia, "account")
    turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    assert papers["mail"].titles() == ["Your turn in Lantern"]
    watch.until(at("2031-03-05T17:00"))
    sweeps.notify_due()
    assert papers["mail"].titles()[1:] == ["Your report has been answered"]


# Hours.


def test_quiet_hours_hold_everything_but_what_costs_a_seat(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=15)  # from 11:00 to 14:00 UTC
    match = turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    Notice.objects.filter(match=match, user=giulia).update(topic="tenth", due_at=clock.now(), state="waiting")
    (seat,) = due(match)
    seat.due_since, seat.deadline = clock.now() - 20 * HOUR, clock.now() + HOUR
    seat.save(update_fields=["due_since", "deadline"])
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}
    assert papers["push"].titles() == ["Your time in Lantern is running out"]


def test_after_quiet_hours_all_that_waited_is_one_message(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=15)
    turn(giulia, "Bianca")
    news(giulia)
    sweeps.notify_due()
    watch.until(at("2031-03-05T13:30"))
    turn(giulia, "Carla")
    sweeps.notify_due()
    watch.until(at("2031-03-05T13:59"))
    sweeps.notify_due()
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    watch.until(at("2031-03-05T14:00"))
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}
    ((_to, message),) = papers["push"].sent
    assert message.words.title == "3 pieces of news for you"
    assert len(message.items) == 3


def test_a_turn_and_its_reminder_that_both_waited_are_one(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=15)
    match = turn(giulia, "Bianca")
    (seat,) = due(match)
    seat.deadline = seat.due_since + 2 * HOUR  # half at 13:00
    seat.save(update_fields=["deadline"])
    sweeps.notify_due()
    watch.until(at("2031-03-05T13:00"))
    sweeps.notify_due()
    seat.deadline = at("2031-03-05T16:00")  # so that it is still half, not a tenth
    seat.due_since = at("2031-03-05T10:00")
    seat.save(update_fields=["due_since", "deadline"])
    watch.until(at("2031-03-05T14:00"))
    send(*CHANNELS)
    assert papers["push"].titles() == ["Half of your time is left in Lantern"]
    assert sorted(states(Delivery.objects.filter(endpoint__channel="push"))) == ["moot", "sent"]
    assert papers["mail"].titles() == ["Your turn in Lantern"], "mail has no reminder of half"


def test_a_silence_holds_even_what_costs_a_seat(giulia, papers, watch):
    Timing.objects.create(user=giulia, snoozed_until=clock.now() + HOUR)
    news(giulia)
    pass_on()
    Delivery.objects.update(topic="tenth")
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    watch.let(59 * MINUTE)
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}
    watch.let(MINUTE)
    send(*CHANNELS)
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}


def test_a_silence_that_is_ended_lets_come_what_waited(giulia, papers, watch):
    Timing.objects.create(user=giulia, snoozed_until=clock.now() + timedelta(days=7))
    digest(giulia, "account", channel="webhook")
    news(giulia)
    sweeps.notify_due()
    watch.let(6 * HOUR)
    sweeps.notify_due()
    client_of(giulia).post("/notices/snooze/", {"snooze": "off"})
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 0}
    watch.until(at("2031-03-06T17:00"))
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}, "the digest at its hour"


def test_quiet_hours_that_are_ended_let_come_what_waited(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=23)
    news(giulia)
    sweeps.notify_due()
    Timing.objects.update(quiet_from=None, quiet_until=None)
    form = {f"{topic}-{code}": "once" for topic in TOPICS for code in ("site", *papers)}
    form |= {"quiet_from": "", "quiet_until": "", "digest": "daily", "digest_hour": "18"}
    assert client_of(giulia).post("/notices/settings/", form).status_code == 302
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}


def test_what_waited_and_was_answered_meanwhile_is_not_sent(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=15)
    match = turn(giulia, "Bianca")
    sweeps.notify_due()
    play.resign(actor=giulia, match_id=match.pk, seat=due(match)[0].index)
    watch.until(at("2031-03-05T14:00"))
    send(*CHANNELS)
    assert heard(papers) == {"mail": 0, "push": 0, "webhook": 0}


def test_quiet_hours_follow_the_zone_that_the_reader_has_now(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=12, quiet_until=15)
    User.objects.filter(pk=giulia.pk).update(timezone="Asia/Tokyo")  # 21:00
    news(giulia)
    sweeps.notify_due()
    assert heard(papers) == {"mail": 1, "push": 1, "webhook": 1}


def test_a_digest_in_quiet_hours_comes_at_their_end(giulia, papers, watch):
    Timing.objects.create(user=giulia, quiet_from=17, quiet_until=20)
    digest(giulia, "account")
    news(giulia)
    sweeps.notify_due()
    for moment, number in (("2031-03-05T17:00", 0), ("2031-03-05T18:59", 0), ("2031-03-05T19:00", 1)):
        watch.until(at(moment))
        sweeps.notify_due()
        assert heard(papers)["mail"] == number


def test_the_words_of_the_hours_are_the_readers(giulia, papers):
    """Noon in UTC is one o’clock in Rome."""
    match = turn(giulia, "Bianca")
    (seat,) = due(match)
    seat.deadline = datetime(2031, 3, 8, 12, tzinfo=UTC)
    seat.save(update_fields=["deadline"])
    sweeps.notify_due()
    assert "1 p.m." in " ".join(papers["push"].sent[0][1].words.text)
