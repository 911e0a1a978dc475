"""The life of a decision that a bot owes, and the moments at which its move may be published."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.core.clocks.bot_turn import (
    CLOSED,
    LEASED,
    MAX_ATTEMPTS,
    OPEN,
    IllegalStep,
    Progress,
    TurnState,
    clamp,
    first_moment,
    postpone,
    reserve,
)

NOW = datetime(2031, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
LEASE = 5 * SECOND
PAUSE = 4 * SECOND
Step = Callable[[Progress], Progress]

STEPS: dict[str, Step] = {
    "lease": lambda progress: progress.lease("other", NOW, LEASE),
    "renew": lambda progress: progress.renew("holder", NOW, LEASE),
    "overrun": lambda progress: progress.renew("holder", NOW, LEASE, overran=True),
    "keep": lambda progress: progress.keep("holder"),
    "reject": Progress.reject,
    "publish": Progress.publish,
    "supersede": Progress.supersede,
    "reopen": Progress.reopen,
}
EVERYWHERE = {"publish": TurnState.PUBLISHED, "supersede": TurnState.SUPERSEDED}
LEADS_TO: dict[TurnState, dict[str, TurnState]] = {
    TurnState.WAITING: {"lease": TurnState.THINKING, **EVERYWHERE},
    TurnState.THINKING: {
        "renew": TurnState.THINKING,
        "overrun": TurnState.TIMED_OUT,
        "keep": TurnState.KEPT,
        **EVERYWHERE,
    },
    TurnState.TIMED_OUT: {
        "renew": TurnState.TIMED_OUT,
        "overrun": TurnState.TIMED_OUT,
        "keep": TurnState.KEPT,
        **EVERYWHERE,
    },
    TurnState.EXHAUSTED: {
        "renew": TurnState.EXHAUSTED,
        "overrun": TurnState.EXHAUSTED,
        "keep": TurnState.KEPT,
        **EVERYWHERE,
    },
    TurnState.KEPT: {"reject": TurnState.WAITING, **EVERYWHERE},
    TurnState.PUBLISHED: {},
    TurnState.SUPERSEDED: {"reopen": TurnState.WAITING},
}


def at(state: TurnState, *, left: timedelta = 2 * SECOND, attempts: int = 1) -> Progress:
    """A decision in `state`; where that needs a lease, "holder" has one for the time `left`."""
    return Progress(state, attempts, "holder", NOW + left) if state in LEASED else Progress(state, attempts)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("state", TurnState)
def test_every_step_leads_where_it_should_or_is_refused(state: TurnState, step: str) -> None:
    if step in LEADS_TO[state]:
        assert STEPS[step](at(state)).state == LEADS_TO[state][step]
    else:
        with pytest.raises(IllegalStep):
            STEPS[step](at(state))


def test_every_state_is_open_or_closed() -> None:
    assert {*OPEN, *CLOSED} == set(TurnState)
    assert not {*OPEN} & {*CLOSED}


@pytest.mark.parametrize("step", ["renew", "overrun", "keep"])
@pytest.mark.parametrize("state", LEASED)
def test_only_the_holder_of_the_lease_renews_it_or_keeps_a_move(state: TurnState, step: str) -> None:
    with pytest.raises(IllegalStep):
        STEPS[step](replace(at(state), holder="another"))


@pytest.mark.parametrize("left", [timedelta(0), -SECOND, 2 * LEASE + SECOND])
@pytest.mark.parametrize(
    ("state", "then"),
    [
        (TurnState.THINKING, TurnState.THINKING),
        (TurnState.TIMED_OUT, TurnState.TIMED_OUT),
        (TurnState.EXHAUSTED, TurnState.EXHAUSTED),
    ],
)
def test_a_lease_that_expired_or_is_from_before_the_clock_was_set_back_may_be_taken_over(
    state: TurnState, then: TurnState, left: timedelta
) -> None:
    taken = at(state, left=left).lease("other", NOW, LEASE)
    assert (taken.state, taken.holder, taken.leased_until) == (then, "other", NOW + LEASE)


@pytest.mark.parametrize("left", [timedelta(microseconds=1), LEASE, 2 * LEASE])
@pytest.mark.parametrize("state", LEASED)
def test_a_lease_in_force_is_left_alone(state: TurnState, left: timedelta) -> None:
    assert not at(state, left=left).leasable(NOW, LEASE)


@pytest.mark.parametrize("state", [TurnState.KEPT, *CLOSED])
def test_nothing_is_thought_about_a_decision_that_is_made(state: TurnState) -> None:
    assert not at(state).leasable(NOW, LEASE)


def test_a_bot_is_asked_a_few_times_and_then_only_the_safe_move_is_left() -> None:
    progress, moment = Progress(), NOW
    for attempt in range(1, MAX_ATTEMPTS + 1):
        progress = progress.lease(f"worker {attempt}", moment, LEASE)
        assert (progress.state, progress.attempts) == (TurnState.THINKING, attempt)
        moment += LEASE
    for worker in ("worker a", "worker b"):  # the worker with the safe move may die as well
        progress = progress.lease(worker, moment, LEASE)
        assert (progress.state, progress.attempts) == (TurnState.EXHAUSTED, MAX_ATTEMPTS)
        moment += LEASE
    assert progress.keep("worker b") == Progress(TurnState.KEPT, MAX_ATTEMPTS)


def test_a_renewed_lease_lasts_from_now_also_if_it_had_expired() -> None:
    assert at(TurnState.THINKING, left=-SECOND).renew("holder", NOW, LEASE).leased_until == NOW + LEASE


def test_a_rejected_move_costs_an_attempt() -> None:
    progress = at(TurnState.KEPT, attempts=MAX_ATTEMPTS).reject()
    assert progress == Progress(TurnState.WAITING, MAX_ATTEMPTS)
    assert progress.lease("other", NOW, LEASE).state == TurnState.EXHAUSTED


@pytest.mark.parametrize("state", LEASED)
@pytest.mark.parametrize("step", ["keep", "publish", "supersede"])
def test_a_result_ends_the_lease(state: TurnState, step: str) -> None:
    done = STEPS[step](at(state))
    assert (done.holder, done.leased_until, done.attempts) == ("", None, 1)


# Publish times. The decision opens at NOW.


@pytest.mark.parametrize(
    ("begun", "moment"),
    [(0, 4), (1, 4), (2, 4), (2.000001, 8), (4, 8), (6, 8), (6.1, 12), (31, 36)],
)
def test_a_bot_that_begins_late_takes_the_first_moment_that_is_half_a_pause_away(begun: float, moment: float) -> None:
    assert reserve(first_moment(NOW, PAUSE), PAUSE, NOW + begun * SECOND) == NOW + moment * SECOND


@pytest.mark.parametrize(("found", "moment"), [(0, 4), (3.9, 4), (4, 4), (4.1, 8), (8, 8), (13, 16)])
def test_a_bot_that_thought_too_long_takes_the_next_moment(found: float, moment: float) -> None:
    assert postpone(first_moment(NOW, PAUSE), PAUSE, NOW + found * SECOND) == NOW + moment * SECOND


@pytest.mark.parametrize(("ahead", "then"), [(-5, -5), (0, 0), (4, 4), (8, 8), (8.1, 4), (3600, 4)])
def test_a_moment_that_is_far_away_becomes_one_pause_from_now(ahead: float, then: float) -> None:
    assert clamp(NOW + ahead * SECOND, PAUSE, NOW) == NOW + then * SECOND


@pytest.mark.parametrize("late", [0, 1, 3600])
def test_without_a_pause_a_move_is_published_as_soon_as_it_is_found(late: float) -> None:
    nothing = timedelta(0)
    assert first_moment(NOW, nothing) == NOW
    assert reserve(NOW, nothing, NOW + late * SECOND) == postpone(NOW, nothing, NOW + late * SECOND) == NOW
    assert clamp(NOW + 3600 * SECOND, nothing, NOW) == NOW


def test_asking_again_changes_nothing() -> None:
    moment = reserve(NOW + PAUSE, PAUSE, NOW + 3 * SECOND)
    assert reserve(moment, PAUSE, NOW + 3 * SECOND) == moment
    assert postpone(moment, PAUSE, NOW + 3 * SECOND) == moment
