"""The law of deadlines on values alone: no database, no time of day."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.clocks.pauses import NO_PAUSES, Pauses
from games.core.clocks.seat_clock import CLOCK_FIELDS, Expiry, SeatClock
from games.core.clocks.time_control import TimeControl
from games.core.engine.state import CHALLENGE, REACTION, TURN

EPOCH = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
ZERO = timedelta(0)
STANDARD = TimeControl(bank=72 * HOUR, increment=12 * HOUR, cap=120 * HOUR, reaction=24 * HOUR, challenge=12 * HOUR)
UNLIMITED = TimeControl(bank=None, increment=ZERO, cap=ZERO, reaction=ZERO, challenge=ZERO)
FULL = SeatClock(bank=STANDARD.bank)
RUNNING_FIELDS = ("charging_since", "due_decision", "due_since", "deadline", "bot_for_decision")

hours = st.integers(0, 200)
intervals = st.lists(st.tuples(hours, hours), max_size=4)
responses = st.sampled_from([TURN, REACTION, CHALLENGE])


def at(hour):
    return EPOCH + hour * HOUR


def pauses(*spans):
    """Pauses by hours."""
    return Pauses.of(*[(at(begin), at(end)) for begin, end in spans])


def start(clock=FULL, hour=0, *, decision=1, response=TURN, **more):
    return clock.start(decision, at(hour), response=response, control=STANDARD, **more)


def stop(clock, hour, *, response=TURN, turn=0, by_holder=True, **more):
    return clock.stop(at(hour), response=response, turn=turn, control=STANDARD, by_holder=by_holder, **more)


def started(response=TURN, **values):
    """A clock of some match, started at hour 0."""
    return start(replace(FULL, **values), response=response)


def test_a_new_clock_owes_nothing_and_no_turn_was_credited_to_it():
    clock = SeatClock()
    assert all(getattr(clock, name) is None for name in ("bank", *RUNNING_FIELDS))
    assert (clock.timeouts, clock.missed_responses) == (0, 0)
    first_turn = stop(start(FULL), 0, turn=0)
    assert first_turn.bank == FULL.bank + STANDARD.increment  # turns are counted from zero


# The limits of a decision.


@pytest.mark.parametrize(("response", "limit"), [(TURN, 72), (REACTION, 24), (CHALLENGE, 12)])
def test_a_turn_runs_on_the_bank_and_an_answer_on_a_limit_of_its_own(response, limit):
    clock = start(hour=5, decision=7, response=response)
    assert (clock.due_decision, clock.due_since) == (7, at(5))
    assert clock.deadline == at(5 + limit)
    assert clock.charging_since == (at(5) if response == TURN else None)


@pytest.mark.parametrize("bank", [0, 1, 120])
@pytest.mark.parametrize(("response", "limit"), [(REACTION, 24), (CHALLENGE, 12)])
def test_the_time_for_an_answer_is_the_same_whatever_is_left_on_the_bank(response, limit, bank):
    clock = started(response, bank=bank * HOUR)
    assert clock.deadline == at(limit)
    assert clock.reschedule(response=response, control=STANDARD, pauses=pauses((1, 3))).deadline == at(limit + 2)


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
def test_a_bot_owes_its_decision_without_a_clock(response):
    clock = start(response=response, is_bot=True)
    assert clock.due_decision == 1
    assert clock.deadline is clock.charging_since is None


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
def test_without_limits_nobody_is_ever_late(response):
    clock = SeatClock(bank=UNLIMITED.bank).start(1, at(0), response=response, control=UNLIMITED)
    assert clock.deadline is None
    assert clock.expire(at(100_000), response=response) == (clock, None)
    stopped = clock.stop(at(100_000), response=response, turn=1, control=UNLIMITED, by_holder=True)
    assert (stopped.bank, stopped.credited_turn) == (None, -1)


# Charging and credit.


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [
        (72, 24, 60),
        (72, 0, 84),
        (72, 72, 12),
        (72, 80, 12),  # later than the deadline, which another user's request settles first
        (120, 1, 120),  # the cap
        (0, 0, 12),
    ],
)
def test_after_a_turn_the_bank_is_charged_credited_and_capped(bank, used, left):
    assert stop(started(bank=bank * HOUR), used).bank == left * HOUR


def test_a_turn_of_two_decisions_is_credited_once():
    first = stop(start(), 10, turn=4)
    second = stop(start(first, 10, decision=2), 20, turn=4)
    assert first.bank == (72 - 10 + 12) * HOUR
    assert second.bank == first.bank - 10 * HOUR
    assert stop(start(second, 20, decision=3), 20, turn=5).bank == second.bank + 12 * HOUR


def test_an_answer_in_between_takes_and_gives_nothing():
    turn = stop(start(), 10, turn=4)
    answer = stop(start(turn, 10, decision=2, response=REACTION), 20, response=REACTION, turn=4)
    assert (answer.bank, answer.credited_turn) == (turn.bank, 4)


def test_an_answer_that_is_replaced_costs_and_earns_nothing():
    given_once = stop(start(), 10, turn=4).idle()
    assert stop(given_once, 30, turn=4) == given_once
    assert stop(given_once, 30, turn=5) == given_once


def test_a_clock_that_is_set_back_gives_no_time():
    clock = replace(started(), credited_turn=0)
    assert stop(clock, -50, turn=0).bank == clock.bank


def test_a_stopped_clock_still_owes_until_it_is_idle_or_started_again():
    stopped = stop(start(), 1)
    assert stopped.due_decision == 1
    assert stopped.deadline is stopped.charging_since is None
    idle = stopped.idle()
    assert all(getattr(idle, name) is None for name in RUNNING_FIELDS)
    assert idle.bank == stopped.bank
    assert idle.idle() == idle


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
@given(hour=hours)
def test_whatever_runs_or_was_settled_an_idle_seat_owes_and_loses_nothing(response, hour):
    running = started(response)
    for clock in (running, running.expire(at(hour), response=response)[0]):
        idle = clock.idle()
        assert all(getattr(idle, name) is None for name in RUNNING_FIELDS)
        assert replace(idle, **{name: getattr(clock, name) for name in RUNNING_FIELDS}) == clock


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
def test_a_settled_clock_runs_no_more(response):
    settled, _expiry = started(response).expire(at(100), response=response)
    assert settled.deadline is settled.charging_since is None
    assert stop(settled, 500, response=response, by_holder=False).bank >= settled.bank


# Timeouts of turns.


def test_at_the_first_timeout_a_bot_makes_this_one_decision():
    clock, expiry = start(decision=7).expire(at(72), response=TURN)
    assert expiry == Expiry.BOT_DECIDES
    assert clock.bot_for_decision == clock.due_decision == 7
    assert (clock.timeouts, clock.bank) == (1, ZERO)
    decided = stop(clock, 73, by_holder=False)
    assert decided.bank == STANDARD.increment


def test_the_next_decision_is_the_seats_own_again():
    clock, _expiry = start(decision=7).expire(at(72), response=TURN)
    again = start(stop(clock, 73, by_holder=False), 73, decision=8)
    assert again.bot_for_decision is None
    assert again.deadline == at(73 + 12)


def test_at_the_second_timeout_the_seat_is_given_up():
    clock, expiry = started(timeouts=1).expire(at(72), response=TURN)
    assert expiry == Expiry.GIVE_UP
    assert (clock.timeouts, clock.bot_for_decision) == (2, None)


def test_timeouts_are_counted_through_the_whole_match():
    clock, _expiry = start().expire(at(72), response=TURN)
    for decision in range(2, 6):
        clock = stop(start(stop(clock, 80), 80, decision=decision), 80, turn=decision)
    assert clock.timeouts == 1


# Missed answers.


@pytest.mark.parametrize("response", [REACTION, CHALLENGE])
@pytest.mark.parametrize(
    ("missed", "expiry"), [(0, Expiry.DEFAULT), (1, Expiry.DEFAULT), (2, Expiry.DEFAULT_AND_GIVE_UP)]
)
def test_a_missed_answer_is_the_default_and_the_third_in_a_row_gives_up(response, missed, expiry):
    before = started(response, missed_responses=missed)
    clock, found = before.expire(before.deadline, response=response)
    assert found == expiry
    assert (clock.missed_responses, clock.timeouts) == (missed + 1, 0)
    assert clock.bank == before.bank
    assert clock.bot_for_decision is None


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
def test_any_decision_of_the_holder_ends_the_row_of_missed_answers(response):
    clock = started(response, missed_responses=2)
    assert stop(clock, 1, response=response).missed_responses == 0
    assert stop(clock, 1, response=response, by_holder=False).missed_responses == 2


# The deadline itself.


@given(responses, st.integers(-100, 100))
def test_a_decision_at_the_very_deadline_comes_too_late(response, microseconds):
    clock = started(response)
    moment = clock.deadline + timedelta(microseconds=microseconds)
    assert clock.is_late(moment) == (microseconds >= 0)
    assert (clock.expire(moment, response=response)[1] is not None) == (microseconds >= 0)


def test_a_clock_that_is_not_late_is_left_as_it_is():
    clock = start()
    assert clock.expire(at(71), response=TURN) == (clock, None)
    assert FULL.expire(at(1000), response=TURN) == (FULL, None)


@given(responses, hours, st.integers(0, 3), st.integers(0, 3), hours)
def test_settled_deadlines_are_not_settled_again(response, hour, timeouts, missed, later):
    before = started(response, timeouts=timeouts, missed_responses=missed)
    once, _expiry = before.expire(at(hour), response=response)
    again, expiry = once.expire(at(hour), response=response)
    assert (again, expiry) == (once, None)
    if once != before:
        assert once.expire(at(hour + later), response=response) == (once, None)


def test_a_seat_that_was_given_up_owes_without_a_clock():
    clock = start(decision=7).vacate()
    assert (clock.due_decision, clock.due_since) == (7, at(0))
    assert clock.deadline is clock.charging_since is clock.bot_for_decision is None
    waiting_for_a_bot, _expiry = start(decision=7).expire(at(72), response=TURN)
    assert waiting_for_a_bot.vacate().bot_for_decision is None


# Pauses that are known when the clock starts.


@pytest.mark.parametrize("response", [TURN, REACTION, CHALLENGE])
@given(spans=intervals)
def test_known_pauses_move_the_deadline_by_no_more_than_their_length(response, spans):
    union = pauses(*spans)
    plain, paused = start(response=response), start(response=response, pauses=union)
    length = sum((end - begin for begin, end in union.intervals), ZERO)
    assert plain.deadline <= paused.deadline <= plain.deadline + length
    assert union.running_time(at(0), paused.deadline) == plain.deadline - at(0)


@given(intervals, hours)
def test_a_turn_is_charged_for_the_time_that_ran(spans, hour):
    union = pauses(*spans)
    bank = stop(started(credited_turn=0), hour, turn=0, pauses=union).bank
    assert bank == max(ZERO, FULL.bank - union.running_time(at(0), at(hour)))


def test_a_pause_that_begins_while_the_clock_runs_moves_its_deadline():
    clock = start()
    vacation = pauses((10, 34))
    paused = clock.reschedule(response=TURN, control=STANDARD, pauses=vacation)
    assert paused.deadline == at(72 + 24)
    assert stop(paused, 40, pauses=vacation).bank == (72 - 16 + 12) * HOUR
    assert paused.reschedule(response=TURN, control=STANDARD, pauses=NO_PAUSES) == clock


@pytest.mark.parametrize("clock", [FULL, start().expire(at(72), response=TURN)[0], start(is_bot=True)])
def test_a_clock_that_does_not_run_gets_no_deadline_from_a_pause(clock):
    assert clock.reschedule(response=TURN, control=STANDARD, pauses=pauses((0, 5))) == clock
    assert clock.suspend(pauses((0, 5))) == clock


# Pauses that nobody knew of: outages.


@pytest.mark.parametrize(
    ("outage", "moved"),
    [
        ((10, 34), 24),
        ((10, 500), 490),  # far beyond the old deadline
        ((-20, -10), 0),  # over before the clock was started
        ((-20, 5), 5),  # the clock was started in it: the part that it lost
        ((71, 73), 2),
        ((72, 90), 0),  # late as it began
        ((80, 90), 0),
    ],
)
def test_an_outage_moves_the_clock_by_what_it_lost(outage, moved):
    clock = start()
    after = clock.suspend(pauses(outage))
    assert after.deadline == clock.deadline + moved * HOUR
    assert after.due_since == after.charging_since == at(moved)
    assert after.bank == clock.bank


@given(intervals, responses)
def test_an_outage_never_adds_time(spans, response):
    outage, clock = pauses(*spans), started(response)
    after = clock.suspend(outage)
    length = sum((end - begin for begin, end in outage.intervals), ZERO)
    assert clock.deadline <= after.deadline <= clock.deadline + length
    assert after.deadline - after.due_since == clock.deadline - clock.due_since


@given(intervals, intervals)
def test_an_outage_in_a_known_pause_gives_nothing_twice(spans, outages):
    """The same deadline as if the outage had been known from the start, unless the clock was late before."""
    known, outage = pauses(*spans), pauses(*outages)
    after = start(pauses=known).suspend(outage, known)
    assert after.deadline == start(pauses=pauses(*spans, *outages)).deadline


@given(intervals, intervals, st.integers(200, 400))
def test_an_outage_is_charged_as_if_it_had_been_known(spans, outages, hour):
    known, outage = pauses(*spans), pauses(*outages)
    clock = started(credited_turn=0)
    late = stop(start(clock, pauses=known).suspend(outage, known), hour, turn=0, pauses=known).bank
    foreseen = pauses(*spans, *outages)
    assert late == stop(start(clock, pauses=foreseen), hour, turn=0, pauses=foreseen).bank


# A whole match.

steps = st.lists(
    st.tuples(responses, st.integers(0, 100), st.booleans(), st.booleans(), intervals), min_size=1, max_size=12
)


@given(steps)
def test_through_any_match_the_bank_stays_between_zero_and_the_cap(decisions):
    clock, hour, turn = FULL, 0, 0
    for decision, (response, thought, same_turn, by_holder, spans) in enumerate(decisions):
        turn += not same_turn
        clock = start(clock, hour, decision=decision, response=response)
        hour += thought
        clock = clock.suspend(pauses(*[(begin + hour - 200, end + hour - 200) for begin, end in spans]))
        clock, _expiry = clock.expire(at(hour), response=response)
        clock = stop(clock, hour, response=response, turn=turn, by_holder=by_holder)
        assert ZERO <= clock.bank <= STANDARD.cap
        assert clock.deadline is clock.charging_since is None


def test_the_stored_fields_are_those_of_the_clock():
    assert CLOCK_FIELDS == (
        "bank", "charging_since", "credited_turn", "timeouts", "missed_responses", "bot_for_decision", "due_decision",
        "due_since", "deadline", "silences", "standing_for_decision",
    )  # fmt: skip


def test_answers_in_advance_end_with_their_decision():
    owed = started(REACTION).answer_in_advance()
    assert owed.standing_for_decision == owed.due_decision == 1
    renewed = owed.take_over(at(1), response=REACTION, control=STANDARD)
    for later in (owed.idle(), owed.vacate(), start(owed, 2, decision=2, response=REACTION), renewed):
        assert later.standing_for_decision is None
