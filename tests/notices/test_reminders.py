"""A turn speaks again when half, and when a tenth, of its time is left: of the time that counts, and to those who want
it."""

from datetime import timedelta

import pytest

from games.models import Match, Seat
from games.services.match import play
from masques_site.accounts import pauses
from masques_site.notices.channels import CHANNELS
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import Delivery, Endpoint, Notice, OutboxMail, State, Timing, TopicChoice
from tests.accounts.cast import client_of, member
from tests.cast import due, fresh, move, running_match
from tests.notices.papers import Paper, pass_on, place, send
from tests.notices.sweeps import notify_due
from tests.services.clocks.sleepers import DAY, HOUR, MINUTE, STANDARD, Watch, at, let_decide, paused_match, sleeper
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

TURN, HALF, TENTH = (
    "Your turn in Lantern",
    "Half of your time is left in Lantern",
    "Your time in Lantern is running out",
)


@pytest.fixture
def watch(time_machine):
    """It is noon of 5 March 2031, a Wednesday."""
    return Watch(time_machine)


@pytest.fixture
def screen(monkeypatch) -> Paper:
    monkeypatch.setitem(CHANNELS, "push", channel := Paper())
    return channel


@pytest.fixture
def match(watch, screen) -> Match:
    """A match in which one of two people owes a turn, for which they have three days; their browsers get notices."""
    people = [member("Giulia"), member("Bianca")]
    for user in people:
        place(user, f"push:{user.username}", channel="push")
    return running_match("lantern", people)


def owing(match: Match) -> Seat:
    (seat,) = due(fresh(match))
    return seat


def mailed(user) -> list[str]:
    return list(OutboxMail.objects.filter(to=user.email).order_by("pk").values_list("subject", flat=True))


def pushed(screen: Paper, user) -> list[str]:
    return screen.titles(f"push:{user.username}")


def turn_of(match: Match) -> Notice:
    return Notice.objects.get(match=match, kind=YourTurn.code, decision=fresh(match).decision)


def test_the_test_knows_the_time(match):
    seat = owing(match)
    assert seat.deadline - seat.due_since == 3 * DAY


def test_push_says_half_and_a_tenth_and_mail_a_tenth(match, watch, screen):
    seat = owing(match)
    began = seat.due_since
    heard = []
    for moment in (
        timedelta(0),
        36 * HOUR - MINUTE,
        36 * HOUR,
        40 * HOUR,
        64 * HOUR + 47 * MINUTE,
        65 * HOUR,
        71 * HOUR,
    ):
        watch.until(began + moment)
        notify_due()
        notify_due()
        heard.append((len(pushed(screen, seat.user)), len(mailed(seat.user))))
    assert heard == [(1, 1), (1, 1), (2, 1), (2, 1), (2, 1), (3, 2), (3, 2)]
    assert pushed(screen, seat.user) == [TURN, HALF, TENTH]
    assert mailed(seat.user) == [TURN, TENTH]
    assert turn_of(match).state == State.PASSED
    assert Notice.objects.filter(user=seat.user, kind=YourTurn.code).count() == 1


def test_only_what_costs_a_seat_is_urgent(match, watch, screen):
    began = owing(match).due_since
    for moment in (timedelta(0), 36 * HOUR, 65 * HOUR):
        watch.until(began + moment)
        notify_due()
    assert [message.is_urgent for _to, message in screen.sent] == [False, False, True]


def test_the_words_say_until_when(match, watch, screen):
    began = owing(match).due_since
    for moment in (timedelta(0), 36 * HOUR, 65 * HOUR):
        watch.until(began + moment)
        notify_due()
    texts = [" ".join(message.words.text) for _to, message in screen.sent]
    assert texts[1].startswith("half of your time in Lantern has passed. You have until ")
    assert texts[2].startswith("only a tenth of your time in Lantern is left. You have until ")
    assert {message.words.link for _to, message in screen.sent} == {f"/matches/{match.pk}/"}


def test_a_player_who_has_answered_is_not_reminded(match, watch, screen):
    seat = owing(match)
    notify_due()
    notice = turn_of(match)
    move(match, seat)
    watch.until(seat.due_since + 36 * HOUR)
    notify_due()
    assert HALF not in pushed(screen, seat.user)
    notice.refresh_from_db()
    assert notice.state == State.MOOT


def test_a_player_who_has_answered_before_the_reminder_leaves_does_not_get_it(match, watch, screen):
    seat = owing(match)
    notify_due()
    watch.until(seat.due_since + 36 * HOUR)
    pass_on()
    move(match, seat)
    send("push")
    assert HALF not in pushed(screen, seat.user)
    assert Delivery.objects.get(topic="half").state == "moot"


def test_a_player_who_has_given_up_their_seat_is_not_reminded(watch, screen):
    people = [member(name) for name in ("Giulia", "Bianca", "Carla")]
    for user in people:
        place(user, f"push:{user.username}", channel="push")
    match = running_match("lantern", people)
    seat = owing(match)
    notify_due()
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    watch.until(seat.due_since + 36 * HOUR)
    notify_due()
    assert HALF not in pushed(screen, seat.user)


def test_a_sweep_that_comes_late_says_what_is_true_by_then(match, watch, screen):
    seat = owing(match)
    notify_due()
    watch.until(seat.due_since + 70 * HOUR)
    notify_due()
    notify_due()
    assert pushed(screen, seat.user) == [TURN, TENTH]


def test_a_turn_of_which_the_site_learns_late_has_no_reminders_of_the_past(match, watch, screen):
    seat = owing(match)
    Notice.objects.all().delete()
    watch.until(seat.due_since + 40 * HOUR)
    notify_due()
    notify_due()
    assert pushed(screen, seat.user) == [TURN]
    watch.until(seat.due_since + 65 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN, TENTH]


def test_an_owed_answer_has_reminders_of_its_own_time(match, watch, screen):
    move(match, owing(match))
    seat = owing(match)
    assert seat.deadline - seat.due_since == 24 * HOUR
    notify_due()
    watch.until(seat.due_since + 12 * HOUR)
    notify_due()
    watch.until(seat.due_since + 22 * HOUR)
    notify_due()
    assert pushed(screen, seat.user)[-2:] == [HALF, TENTH]


@pytest.mark.parametrize("pace", ["live", "unlimited"])
def test_a_short_clock_and_none_have_no_reminders(watch, screen, pace):
    people = [member("Giulia"), member("Bianca")]
    for user in people:
        place(user, f"push:{user.username}", channel="push")
    match = running_match("lantern", people, pace=pace)
    seat = owing(match)
    notify_due()
    assert pushed(screen, seat.user) == [TURN]
    assert turn_of(match).state == State.PASSED
    if seat.deadline is not None:
        watch.until(seat.deadline - timedelta(seconds=5))
        notify_due()
    assert pushed(screen, seat.user) == [TURN]


def of_given_time(match: Match, given: timedelta) -> None:
    """Let the owed decision have this time."""
    seat = owing(match)
    Seat.objects.filter(pk=seat.pk).update(deadline=seat.due_since + given)


@pytest.mark.parametrize(
    ("given", "topics"),
    [
        (timedelta(hours=2), ["half", "tenth"]),
        (timedelta(hours=1, minutes=59), ["tenth"]),
        (timedelta(minutes=100), ["tenth"]),
        (timedelta(minutes=99), []),
    ],
)
def test_reminders_leave_time_to_act(match, watch, given, topics):
    of_given_time(match, given)
    notify_due()
    began = owing(match).due_since
    for minutes in range(10, int(given.total_seconds() // 60), 10):
        watch.until(began + minutes * MINUTE)
        notify_due()
    told = Delivery.objects.filter(endpoint__channel="push", endpoint__user=owing(match).user).order_by("pk")
    assert list(told.values_list("topic", flat=True)) == ["turn", *topics]


def test_a_vacation_that_begins_moves_the_reminders(match, watch, screen):
    seat = owing(match)
    notify_due()
    watch.let(HOUR)
    pauses.plan_vacation(seat.user, at("2031-03-06T00:00").date(), 4)  # begins after 11 more hours
    assert owing(match).deadline == seat.deadline + 4 * DAY
    watch.until(seat.due_since + 36 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN], "it was due now, before the vacation"
    watch.until(seat.due_since + 4 * DAY + 36 * HOUR - MINUTE)
    notify_due()
    assert pushed(screen, seat.user) == [TURN]
    watch.until(seat.due_since + 4 * DAY + 36 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN, HALF]
    watch.until(seat.due_since + 4 * DAY + 65 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN, HALF, TENTH]


def test_a_deadline_that_moves_while_the_reminder_waits_holds_it_back(match, watch, screen):
    seat = owing(match)
    notify_due()
    watch.until(seat.due_since + 36 * HOUR)
    pass_on()
    Seat.objects.filter(pk=seat.pk).update(deadline=seat.deadline + 2 * DAY)
    send("push")
    assert pushed(screen, seat.user) == [TURN]
    watch.until(seat.due_since + 60 * HOUR)
    send("push")
    assert pushed(screen, seat.user) == [TURN, HALF]


def test_nights_do_not_count(watch, screen):
    people = [sleeper("anna"), sleeper("bruno")]
    for user in people:
        place(user, f"push:{user.username}", channel="push")
    match = paused_match(*people, rules=STANDARD)
    let_decide(match, people[0])
    Notice.objects.all().delete()
    screen.sent.clear()
    seat = owing(match)
    # From noon: 3 days and what the turns gave. 10 hours on Wednesday, then 16 a day, as it sleeps from 22 to 6.
    Seat.objects.filter(pk=seat.pk).update(due_since=at("2031-03-05T12:00"), deadline=at("2031-03-09T20:00"))
    notify_due()
    # 36 hours are over at 16:00 on Friday (10 + 16 + 10), and 64.8 hours at 12:48 on Sunday (10 + 3 * 16 + 6.8).
    for moment, heard in (
        ("2031-03-07T15:59", [TURN]),
        ("2031-03-07T16:00", [TURN, HALF]),
        ("2031-03-09T12:47", [TURN, HALF]),
        ("2031-03-09T12:48", [TURN, HALF, TENTH]),
    ):
        watch.until(at(moment))
        notify_due()
        assert pushed(screen, seat.user) == heard, moment


def test_a_clock_that_has_stopped_reminds_of_nothing_and_the_turn_stays_in_the_list(match, watch, screen):
    seat = owing(match)
    notify_due()
    Seat.objects.filter(pk=seat.pk).update(deadline=None)
    watch.until(seat.due_since + 70 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN]
    assert turn_of(match).state == State.PASSED
    assert "Lantern with" in Page(client_of(seat.user).get("/notices/")).text


def test_nothing_waits_for_reminders_that_nobody_wants(match, watch, screen):
    seat = owing(match)
    for topic in ("half", "tenth"):
        for channel in ("mail", "push"):
            TopicChoice.objects.create(user=seat.user, topic=topic, channel=channel, when="off")
    notify_due()
    assert turn_of(match).state == State.PASSED
    watch.until(seat.due_since + 65 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN]
    assert mailed(seat.user) == [TURN]


def test_with_mail_alone_the_turn_waits_for_the_tenth(match, watch):
    seat = owing(match)
    Endpoint.objects.all().delete()
    notify_due()
    notice = turn_of(match)
    assert (notice.state, notice.topic) == (State.WAITING, "tenth")
    assert notice.due_at == seat.deadline - 3 * DAY / 10


def test_with_no_channel_at_all_the_turn_is_on_the_site_only(match, watch):
    seat = owing(match)
    Endpoint.objects.all().delete()
    type(seat.user).objects.filter(pk=seat.user_id).update(mail_notices=False)
    notify_due()
    assert turn_of(match).state == State.PASSED
    assert "Lantern with" in Page(client_of(seat.user).get("/notices/")).text


def test_the_list_shows_the_turn_while_it_waits_for_its_reminder(match, watch):
    seat = owing(match)
    notify_due()
    assert turn_of(match).state == State.WAITING
    for _twice in range(2):
        page = Page(client_of(seat.user).get("/notices/")).text
        assert page.count("Lantern with") == 1
        watch.until(seat.due_since + 36 * HOUR)
        notify_due()


def test_a_turn_that_is_over_leaves_the_list(match, watch):
    seat = owing(match)
    notify_due()
    move(match, seat)
    watch.until(seat.due_since + 36 * HOUR)
    notify_due()
    assert "Lantern with" not in Page(client_of(seat.user).get("/notices/")).text


def test_a_reminder_in_quiet_hours_waits_unless_it_costs_a_seat(match, watch, screen):
    seat = owing(match)
    Seat.objects.filter(pk=seat.pk).update(deadline=at("2031-03-07T01:00"))  # 37 hours: half are over at 6:30
    Timing.objects.create(user=seat.user, quiet_from=21, quiet_until=7)
    for moment, heard in (
        ("2031-03-05T12:00", [TURN]),
        ("2031-03-06T06:30", [TURN]),
        ("2031-03-06T06:59", [TURN]),
        ("2031-03-06T07:00", [TURN, HALF]),
        ("2031-03-06T21:17", [TURN, HALF]),
        ("2031-03-06T21:18", [TURN, HALF, TENTH]),  # 3.7 hours before the end, in quiet hours
    ):
        watch.until(at(moment))
        notify_due()
        assert pushed(screen, seat.user) == heard, moment


def test_half_is_not_said_after_a_night_in_which_a_tenth_was(match, watch, screen):
    seat = owing(match)
    Seat.objects.filter(pk=seat.pk).update(deadline=at("2031-03-06T08:00"))  # 20 hours: half at 22:00, a tenth at 6:00
    Timing.objects.create(user=seat.user, quiet_from=21, quiet_until=7)
    for moment in ("2031-03-05T12:00", "2031-03-05T22:00", "2031-03-06T06:00", "2031-03-06T07:00"):
        watch.until(at(moment))
        notify_due()
    assert pushed(screen, seat.user) == [TURN, TENTH]


def test_a_muted_match_reminds_nobody(match, watch, screen):
    seat = owing(match)
    notify_due()
    client_of(seat.user).post(f"/matches/{match.pk}/mute/", {"mute": "yes"})
    watch.until(seat.due_since + 65 * HOUR)
    notify_due()
    assert pushed(screen, seat.user) == [TURN]


def test_unreadable_pauses_of_a_seat_cost_nobody_else_a_reminder(match, watch, screen):
    other = running_match("lantern", [member("Dora"), member("Elena")])
    seat, fine = owing(match), owing(other)
    Seat.objects.filter(pk=seat.pk).update(pauses={"x": 1})
    notify_due()
    watch.until(seat.due_since + 65 * HOUR)
    notify_due()
    assert mailed(fine.user) == [TURN, TENTH]


@pytest.mark.parametrize(
    ("topics", "title"),
    [
        (("tenth", "tenth"), "Your time is running out in 2 matches"),
        (("half", "tenth", "half"), "Your time is running out in 3 matches"),
        (("turn", "tenth"), "2 matches are waiting for you"),
        (("turn", "answer"), "2 matches are waiting for you"),
    ],
)
def test_several_in_one_message_say_what_they_have_in_common(topics, title):
    assert YourTurn().several([Notice(topic=topic) for topic in topics]).title == title
