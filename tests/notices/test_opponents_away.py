"""The opponents of a player on vacation are notified, once for each vacation, where it stops the player's clock."""

from datetime import timedelta

import pytest

from games import clock
from games.core.clocks.personal_pauses import PauseRules
from games.services.match import play
from masques_site.accounts import moderation, pauses
from masques_site.accounts.models import User, Vacation
from masques_site.notices.kinds.vacations import VacationBegun
from masques_site.notices.models import Notice, OutboxMail, State
from masques_site.notices.services import finding
from masques_site.notices.topics import TOPICS, Topic
from tests.cast import person, play_to_end
from tests.growth.plans import full_scans
from tests.notices import sweeps
from tests.services.clocks.sleepers import STANDARD, paused_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture(autouse=True)
def wanted_by_mail(monkeypatch):
    monkeypatch.setitem(TOPICS, "away", Topic("away", "wanted by mail"))


DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SUBJECT = "anna is on vacation"


def vacation_of(user: User, begun: timedelta = HOUR, **more) -> Vacation:
    """A vacation of three days that began this long ago."""
    begin = clock.now() - begun
    return Vacation.objects.create(user=user, begin=begin, end=begin + 3 * DAY, days=3, zone="UTC", **more)


def match_of(*names: str, rules: PauseRules = STANDARD):
    return paused_match(*(person(name) for name in names), rules=rules)


def told() -> list[tuple[str, str]]:
    """Return who has a notice, and the state of its mail."""
    notices = Notice.objects.filter(kind=VacationBegun.code).order_by("user__username")
    return list(notices.values_list("user__username", "state"))


def sweep() -> None:
    """Let the sweep run twice, as it does every few seconds."""
    sweeps.notify_due()
    sweeps.notify_due()


def plain(text: str) -> str:
    """Return `text` without the marks around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def mails() -> list[OutboxMail]:
    return [mail for mail in OutboxMail.objects.order_by("to") if plain(mail.subject) == SUBJECT]


def test_all_opponents_are_notified_of_a_planned_vacation_and_its_user_is_not():
    match = match_of("anna", "bruno", "carla")
    match_of("bruno", "dario")
    vacation_of(person("anna"))
    sweep()
    assert told() == [("bruno", State.PASSED), ("carla", State.PASSED)]
    assert [mail.to for mail in mails()] == ["bruno@example.org", "carla@example.org"]
    text = plain(mails()[0].text)
    assert "anna is on vacation until" in text
    assert "Until then, their time in your Lantern match doesn’t count." in text
    assert f"https://masques.example/matches/{match.pk}/" in text


def test_of_an_automatic_one_its_user_is_notified_too():
    match_of("anna", "bruno")
    vacation_of(person("anna"), is_automatic=True)
    sweep()
    assert told() == [("anna", State.PASSED), ("bruno", State.PASSED)]
    assert [mail.to for mail in mails()] == ["bruno@example.org"]


def test_several_matches_with_one_player_make_one_notice():
    for _match in range(3):
        match_of("anna", "bruno")
    vacation_of(person("anna"))
    sweep()
    assert told() == [("bruno", State.PASSED)]
    (mail,) = mails()
    assert "Until then, their time in the matches you’re playing together doesn’t count." in mail.text
    assert "/matches/" not in mail.text


def test_the_next_vacation_is_notified_again():
    match_of("anna", "bruno")
    for begun in (2 * HOUR, HOUR):
        vacation_of(person("anna"), begun)
        sweep()
    assert told() == [("bruno", State.PASSED)] * 2


def test_one_that_does_not_stop_the_clock_is_no_news():
    match_of("anna", "bruno", rules=PauseRules(nights=True))
    vacation_of(person("anna"))
    sweep()
    assert told() == []


@pytest.mark.parametrize("begun", [-HOUR, 2 * DAY + HOUR, 4 * DAY], ids=["to come", "long ago", "over"])
def test_it_is_told_when_it_begins_alone(begun):
    match_of("anna", "bruno")
    vacation_of(person("anna"), begun)
    sweep()
    assert told() == []


@pytest.mark.parametrize("leaver", ["anna", "bruno"])
def test_a_seat_that_was_given_up_shares_nothing(leaver):
    match = match_of("anna", "bruno", "carla")
    seat = match.seats.get(user=person(leaver))
    play.resign(actor=person(leaver), match_id=match.pk, seat=seat.index)
    vacation_of(person("anna"))
    sweep()
    assert told() == ([] if leaver == "anna" else [("carla", State.PASSED)])


def test_a_match_that_is_over_shares_nothing():
    play_to_end(match_of("anna", "bruno"))
    vacation_of(person("anna"))
    sweep()
    assert told() == []


def test_a_muted_match_tells_nothing_and_another_one_does():
    match_of("anna", "bruno", "carla").seats.update(muted_at=clock.now())
    match_of("anna", "bruno")
    vacation_of(person("anna"))
    sweep()
    assert told() == [("bruno", State.PASSED)]


@pytest.mark.parametrize("event", ["blocked", "muted", "match over", "vacation over"])
def test_it_is_moot_if_that_has_changed(event):
    match = match_of("anna", "bruno")
    vacation = vacation_of(person("anna"))
    finding.notify(VacationBegun)
    if event == "blocked":
        moderation.block(blocker=person("anna"), blocked=person("bruno"))
    elif event == "muted":
        match.seats.update(muted_at=clock.now())
    elif event == "match over":
        play_to_end(match)
    else:
        pauses.end_vacation(person("anna"), vacation.pk)
    sweep()
    assert told() == [("bruno", State.MOOT)]
    assert mails() == []


def test_no_sweep_reads_all_seats():
    match_of("anna", "bruno")
    vacation_of(person("anna"))
    assert full_scans(lambda: finding.notify(VacationBegun)) == []
    assert full_scans(sweeps.notify_due) == []
