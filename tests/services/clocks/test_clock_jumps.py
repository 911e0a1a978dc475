"""The site's clock jumps, or no sweep runs for long: nobody is late because of it, and players who are really late
still are.

Time only moves when a test moves it.
"""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from bench.races import at_once
from games import clock
from games.core.clocks.seat_clock import SeatClock
from games.core.engine.state import REACTION
from games.models import Answer, Heartbeat, Match, Seat, Status
from games.refusals import Stale
from games.selectors.matches import position
from games.services.clocks import deadlines, downtime, heartbeat
from games.services.match import play
from games.tasks import sweep
from tests.cast import due, fresh, move, person, running_match, some_move, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
MONTH = 30 * DAY
TICK = 3 * SECOND  # between two sweeps


@pytest.fixture
def watch(time_machine):
    """A clock that stands still: `watch.shift(time)`."""
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    return time_machine


@pytest.fixture
def match(watch):
    """A match of three, a day old, while the site runs."""
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    watch.shift(DAY)
    Heartbeat.objects.create(at=clock.now())
    return match


def site_words(match):
    return [event.text for event in stored_log(match) if event.kind == "site"]


def time_left(match):
    """Return the remaining time of each seat that owes a decision, by seat."""
    return {seat.index: seat.deadline - clock.now() for seat in due(match)}


def open_window(match):
    """The turn is made: the two others owe sealed answers, and one has given its."""
    move(match, due(match)[0])
    assert position(fresh(match)).state.response() == REACTION
    answered = due(match)[0]
    move(match, answered)
    return answered


# Forward.


def test_a_jump_of_a_month_between_two_sweeps_flags_nobody(match, watch):
    before = time_left(match)
    watch.shift(MONTH)
    sweep()
    assert site_words(match) == []
    assert time_left(match) == before
    assert fresh(match).deadline == due(match)[0].deadline


def test_nor_does_one_that_finds_a_sealed_window_open(match, watch):
    answered = open_window(match)
    before = time_left(match)
    watch.shift(MONTH)
    sweep()
    assert site_words(match) == []
    assert time_left(match) == before
    assert Answer.objects.filter(match=match, seat=answered.index).exists()
    assert fresh(match).decision == answered.due_decision


def test_nor_does_a_second_jump_after_the_first(match, watch):
    before = time_left(match)
    for jump in (MONTH, 2 * MONTH):
        watch.shift(jump)
        sweep()
        sweep()
    assert site_words(match) == []
    assert time_left(match) == before


def test_a_player_who_comes_between_a_jump_and_the_next_sweep_finds_the_deadline_unsettled(match, watch):
    (seat,) = due(match)
    before = seat.deadline
    browser = Client()
    browser.force_login(seat.user)
    watch.shift(MONTH)
    for page in ("games:match", "games:screen", "games:history"):
        browser.get(reverse(page, args=[match.pk]))
    assert deadlines.expire(match.pk) is False
    assert site_words(match) == []
    assert due(match)[0].deadline == before


def test_a_move_after_a_jump_is_taken_and_pays_for_the_time_before_it_alone(match, watch):
    (seat,) = due(match)
    watch.shift(MONTH)
    move(match, seat)
    assert site_words(match) == []
    assert Seat.objects.get(pk=seat.pk).bank == 3 * DAY - DAY + 12 * HOUR
    assert set(time_left(match).values()) == {DAY}


def test_a_jump_within_the_bank_is_not_paid_for_either(match, watch):
    (seat,) = due(match)
    watch.shift(HOUR)
    move(match, seat)
    assert Seat.objects.get(pk=seat.pk).bank == 3 * DAY - DAY + 12 * HOUR


def test_a_decision_opened_between_a_jump_and_the_sweep_is_moved_by_its_own_time_alone(match, watch):
    watch.shift(MONTH)
    move(match, due(match)[0])
    watch.shift(TICK)
    sweep()
    assert site_words(match) == []
    assert set(time_left(match).values()) == {DAY}


def test_an_answer_after_a_jump_is_taken_and_the_missing_one_is_not_defaulted(match, watch):
    open_window(match)
    (missing,) = due(match)
    watch.shift(MONTH)
    move(match, missing)
    assert site_words(match) == []
    assert Seat.objects.get(pk=missing.pk).missed_responses == 0


def test_a_player_who_resigns_after_a_jump_is_the_only_one_to_leave(match, watch):
    open_window(match)
    leaving, staying = match.seats.exclude(pk=due(match)[0].pk)[0], due(match)[0]
    watch.shift(MONTH)
    play.resign(actor=leaving.user, match_id=match.pk, seat=leaving.index)
    assert site_words(match) == ["resigned"]
    assert Seat.objects.get(pk=staying.pk).missed_responses == 0


def test_a_process_whose_clock_runs_a_month_ahead_settles_nothing(match, watch):
    before = time_left(match)
    watch.shift(MONTH)
    assert deadlines.expire(match.pk) is False
    watch.shift(-MONTH)
    sweep()
    assert site_words(match) == []
    assert time_left(match) == before


def test_two_sweeps_that_meet_after_a_jump_move_the_clocks_once(settings):
    match = running_match("lantern", [person("anna"), person("bruno")])
    downtime.record_heartbeat()
    (before,) = due(match)
    settings.CLOCK_OFFSET += MONTH.total_seconds()
    moved = at_once(*[downtime.record_heartbeat] * 4)
    assert sorted(gap > timedelta(0) for gap in moved) == [False, False, False, True]
    assert due(match)[0].deadline == before.deadline + max(moved)


def test_workers_that_were_dead_for_an_hour_make_nobody_late_while_pages_are_served(watch):
    match = running_match("lantern", [person("anna"), person("bruno")], pace="live")
    sweep()
    for _minute in range(12):
        watch.shift(5 * timedelta(minutes=1))
        move(match, due(match)[0])
    sweep()
    assert site_words(match) == []
    assert all(left > timedelta(0) for left in time_left(match).values())


# Back.


def test_a_clock_that_jumps_ahead_and_is_set_back_leaves_everybody_what_was_left(match, watch):
    before = time_left(match)
    for jump in (MONTH, -MONTH):
        watch.shift(jump)
        sweep()
    assert time_left(match) == before
    assert Heartbeat.objects.get().at == clock.now()


def test_a_decision_opened_while_the_clock_was_ahead_keeps_what_was_left_of_it(match, watch):
    watch.shift(MONTH)
    sweep()
    move(match, due(match)[0])
    watch.shift(TICK - MONTH)
    assert deadlines.expire(match.pk) is False
    sweep()
    assert site_words(match) == []
    assert set(time_left(match).values()) == {DAY}


def test_a_decision_opened_since_the_clock_was_set_back_loses_nothing(match, watch):
    watch.shift(-MONTH)
    move(match, due(match)[0])
    watch.shift(HOUR)
    sweep()
    assert site_words(match) == []
    assert set(time_left(match).values()) == {DAY - HOUR}


def test_setting_a_clock_back_takes_from_no_clock_what_it_had_left():
    noon = datetime.fromisoformat("2031-03-01T12:00:00Z")
    ahead = SeatClock(bank=DAY, charging_since=noon + HOUR, due_decision=1, due_since=noon + HOUR, deadline=noon + DAY)
    back = ahead.set_back(noon, 2 * HOUR)
    assert (back.due_since, back.charging_since, back.deadline) == (noon - HOUR, noon - HOUR, noon + DAY - 2 * HOUR)
    for left_alone in (ahead.set_back(noon + HOUR, 2 * HOUR), SeatClock(bank=DAY)):
        assert left_alone.set_back(noon + HOUR, 2 * HOUR) == left_alone


# As usual.


@pytest.mark.parametrize("by", ["sweep", "move", "page"])
def test_a_really_late_player_is_flagged_at_the_next_touch_of_the_match(watch, by):
    match = running_match("lantern", [person("anna"), person("bruno")], pace="live")
    (seat,) = due(match)
    sweep()
    while clock.now() + TICK < seat.deadline:
        watch.shift(TICK)
        downtime.record_heartbeat()
    assert site_words(match) == []
    watch.shift(TICK)
    if by == "sweep":
        sweep()
    elif by == "page":
        Client().get(reverse("games:match", args=[match.pk]))
    else:
        with pytest.raises(Stale):
            move(match, seat)
    assert site_words(match) == ["bot_decided"]


def test_a_gap_of_less_than_a_minute_hides_no_timeout(match, watch):
    watch.shift(2 * DAY - 59 * SECOND)
    Heartbeat.objects.update(at=clock.now())
    watch.shift(59 * SECOND)
    sweep()
    assert site_words(match) == ["bot_decided"]


@pytest.mark.parametrize("by", [downtime.record_heartbeat, downtime.extend_deadlines])
@pytest.mark.parametrize("direction", [1, -1], ids=["forward", "back"])
def test_a_gap_of_a_minute_moves_the_clocks_and_a_shorter_one_does_not(match, watch, by, direction):
    before = time_left(match)
    short = direction * (timedelta(minutes=1) - timedelta(microseconds=1))
    watch.shift(short)
    assert by() == timedelta(0)
    assert time_left(match) == {seat: left - short for seat, left in before.items()}
    Heartbeat.objects.update(at=clock.now())
    before = time_left(match)
    watch.shift(direction * timedelta(minutes=1))
    if direction < 0:  # what was opened before the clock was set back is left as it is
        before = {seat: left + timedelta(minutes=1) for seat, left in before.items()}
    assert by() == direction * timedelta(minutes=1)
    assert time_left(match) == before
    assert Heartbeat.objects.get().at == clock.now()


def test_the_first_heartbeat_moves_nothing_and_is_the_only_row(watch):
    match = running_match("lantern", [person("anna"), person("bruno")])
    before = time_left(match)
    for _beat in range(2):
        assert downtime.record_heartbeat() == timedelta(0)
        assert Heartbeat.objects.get().at == clock.now()
    assert time_left(match) == before


def test_the_clocks_of_every_match_are_moved_however_many_are_held_in_memory(match, watch, monkeypatch):
    monkeypatch.setattr(downtime, "BATCH", 2)
    matches = [match, *(running_match("lantern", [person("dora"), person("emil")]) for _number in range(4))]
    unlimited = running_match("lantern", [person("dora"), person("emil")], pace="unlimited")
    before = [time_left(each) for each in matches]
    watch.shift(MONTH)
    sweep()
    assert [time_left(each) for each in matches] == before
    assert [fresh(each).deadline for each in matches] == [due(each)[0].deadline for each in matches]
    assert fresh(unlimited).deadline is None


def test_a_match_that_is_set_aside_keeps_its_clock_as_it_was(match, watch):
    (before,) = due(match)
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    watch.shift(MONTH)
    sweep()
    assert due(match)[0].deadline == before.deadline


def test_a_heartbeat_that_nobody_has_stored_leaves_no_gap(watch):
    assert heartbeat.gap_before("m" * 12, clock.now(), None, None) is None
    assert heartbeat.gap_before("m" * 12, clock.now(), clock.now() - MONTH, None) is None, (
        "nothing is stored, whatever was read"
    )


def test_the_gap_is_the_time_since_the_heartbeat_as_it_is_stored_now(match, watch):
    stored = Heartbeat.objects.get().at
    watch.shift(MONTH)
    gap = heartbeat.gap_before("m" * 12, clock.now(), stored - HOUR, None)
    assert gap is not None
    assert gap.intervals == ((stored, clock.now()),)


def test_a_player_who_was_late_at_the_last_heartbeat_stays_late(match, watch):
    watch.shift(2 * DAY)
    Heartbeat.objects.update(at=clock.now())
    watch.shift(MONTH)
    sweep()
    assert site_words(match) == ["bot_decided"]


def test_on_a_clock_that_runs_a_thousand_times_faster_sweeps_are_as_close_as_ever(watch, settings):
    settings.CLOCK_EPOCH = clock.now().timestamp()
    settings.CLOCK_SPEED = 1000.0
    match = running_match("lantern", [person("anna"), person("bruno")])
    (seat,) = due(match)
    sweep()
    for _tick in range(100):
        watch.shift(TICK)
        sweep()
    assert clock.now() > seat.deadline
    assert site_words(match)[:1] == ["bot_decided"]


def test_the_usual_heartbeat_is_one_statement(watch, django_assert_num_queries):
    downtime.record_heartbeat()
    watch.shift(TICK)
    with django_assert_num_queries(1):
        downtime.record_heartbeat()
    assert Heartbeat.objects.get().at == clock.now()


def test_a_move_waits_for_a_lock_while_a_sweep_moves_the_clocks(match, watch):
    """The heartbeat that it read with its lock is old then, and is read again."""
    old = Heartbeat.objects.get().at
    watch.shift(MONTH)
    sweep()
    assert heartbeat.gap_before("m" * 12, clock.now(), old, None) is None


def test_a_match_whose_clock_cannot_be_moved_is_set_aside_and_holds_up_no_other(match, watch):
    broken = running_match("lantern", [person("dora"), person("emil")])
    far = datetime.fromisoformat("9999-12-31T00:00:00Z")
    broken.seats.filter(due_decision__isnull=False).update(deadline=far)
    Match.objects.filter(pk=broken.pk).update(deadline=far)
    before = time_left(match)
    watch.shift(MONTH)
    sweep()
    assert time_left(match) == before
    assert fresh(broken).status == Status.QUARANTINED
    watch.shift(TICK)
    assert move(match, due(match)[0], some_move(match, due(match)[0].index)).rev
