"""Bots that misbehave: the match goes on with a safe move, and a row says why."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from games import clock
from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.core.clocks.bot_turn import MAX_ATTEMPTS, TurnState
from games.core.text import _
from games.models import BotFailure, Status
from games.services.bot_moves import bot_lease, bots
from games.services.match import play
from games.services.waiting import tables
from tests.cast import due, fresh, move, person
from tests.waiting import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


class Misbehaving(Bot):
    """Does as it was given."""

    level = "wild"
    version = 1
    label = _("Wild")
    description = _("For tests.")

    def __init__(self, act):
        self.act = act

    def decide(self, game, known, seed):
        return self.act()


def raising(error):
    """A bot that raises `error`."""

    def act():
        raise error

    return Misbehaving(act)


@pytest.fixture
def seat_of(monkeypatch):
    """The seat of a given bot that owes a decision: `seat_of(bot)`."""

    def make(bot):
        monkeypatch.setitem(LEVELS, "wild", bot)
        match = tables.open_table(
            host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["wild"]
        )
        while not any(seat.bot for seat in due(match)):
            move(match, due(match)[0])
        return next(seat for seat in due(match) if seat.bot)

    return make


@pytest.mark.parametrize(
    ("bot", "cause"),
    [
        (raising(ZeroDivisionError("the hand is 1 2 3")), "raised"),
        (raising(SoftTimeLimitExceeded()), "slow"),
        (raising(MemoryError()), "memory"),
        (Misbehaving(lambda: [99, 99]), "nonsense"),
        (Misbehaving(list), "nonsense"),
    ],
)
def test_a_failing_bot_is_replaced_by_a_safe_move_and_a_row_says_why(seat_of, bot, cause):
    seat = seat_of(bot)
    match = fresh(seat.match)
    assert bots.play_bots(match.pk) == 1
    assert fresh(match).rev > match.rev
    failure = BotFailure.objects.get(match=match)
    assert (failure.seat, failure.decision) == (seat.index, match.decision)
    assert failure.cause == cause
    assert "hand" not in failure.detail


def leased_elsewhere(seat, attempts, until, state=TurnState.THINKING):
    """Another worker has leased the decision that `seat` owes."""
    seat.match.bot_turns.update(state=state, attempts=attempts, holder="another", leased_until=until)


def turn_of(seat):
    """The row of the decision that the bot on `seat` owed."""
    return seat.match.bot_turns.get(seat=seat.index, decision=seat.due_decision)


def test_a_bot_that_takes_its_process_down_is_not_asked_a_fourth_time(seat_of):
    asked = []
    seat = seat_of(Misbehaving(lambda: asked.append(1) or [99]))
    leased_elsewhere(seat, MAX_ATTEMPTS, clock.now() - bot_lease.LEASE)
    assert bots.play_bots(seat.match_id) == 1
    assert asked == []
    assert BotFailure.objects.get(match=seat.match_id).cause == "died"
    assert turn_of(seat).attempts == MAX_ATTEMPTS


def test_a_bot_that_timed_out_is_not_asked_again(seat_of):
    asked = []
    seat = seat_of(Misbehaving(lambda: asked.append(1) or [99]))
    leased_elsewhere(seat, 1, clock.now() - bot_lease.LEASE, TurnState.TIMED_OUT)
    assert bots.play_bots(seat.match_id) == 1
    assert asked == []
    assert BotFailure.objects.get(match=seat.match_id).cause == "slow"


def test_attempts_are_counted_for_each_decision(seat_of):
    seat = seat_of(LEVELS["random"])
    bots.play_bots(seat.match_id)
    while not any(row.pk == seat.pk for row in due(fresh(seat.match))):
        move(seat.match, due(seat.match)[0])
    bots.play_bots(seat.match_id)
    turns = seat.match.bot_turns.order_by("decision").values_list("state", "attempts")
    assert list(turns[:2]) == [("published", 1)] * 2


def test_a_second_worker_leaves_a_decision_alone_that_a_bot_is_thinking_about(seat_of):
    asked = []
    seat = seat_of(Misbehaving(lambda: asked.append(1) or [99]))
    leased_elsewhere(seat, 1, clock.now() + bot_lease.LEASE)
    assert bots.play_bots(seat.match_id) == 0
    assert asked == []


def test_a_bot_that_thinks_long_is_not_doubled_by_another_worker(seat_of, monkeypatch, settings):
    """It thinks for twice as long as a lease lasts. The clock moves on when the lease has been renewed."""
    lease = timedelta(minutes=2)
    monkeypatch.setattr(bot_lease, "LEASE", lease)
    monkeypatch.setattr(bot_lease, "RENEW_EVERY", 0.02)
    asked, others = [], []

    def renewed():
        return turn_of(seat).leased_until > clock.now() + 3 * lease / 4

    def think():
        asked.append(1)
        if len(asked) == 1:
            for _half in range(4):
                settings.CLOCK_OFFSET += (lease / 2).total_seconds()
                eventually(renewed, "the lease is renewed")
            others.append(bots.play_bots(seat.match_id))
        return [99]

    seat = seat_of(Misbehaving(think))
    assert bots.play_bots(seat.match_id) == 1
    assert others == [0]
    assert len(asked) == 1


def test_a_bot_that_overran_its_time_limit_is_marked_while_it_still_thinks(seat_of, monkeypatch):
    monkeypatch.setattr(bot_lease, "RENEW_EVERY", 0.02)
    monkeypatch.setattr(bot_lease, "OVERRUN", 0.0)

    def think():
        eventually(lambda: turn_of(seat).state == "timed_out", "the attempt is marked")
        return [99]

    seat = seat_of(Misbehaving(think))
    assert bots.play_bots(seat.match_id) == 1


def test_the_lease_of_a_worker_that_died_expires_within_seconds(seat_of):
    seat = seat_of(LEVELS["easy"])
    renewed = clock.now() - timedelta(seconds=6)
    leased_elsewhere(seat, 1, renewed + bot_lease.LEASE)
    assert bots.play_bots(seat.match_id) == 1


def test_a_worker_that_lost_its_lease_stores_no_move(seat_of):
    seat = seat_of(LEVELS["easy"])
    with bot_lease.BotLease() as lease:
        turn = turn_of(seat)
        assert lease.acquire(turn)
        leased_elsewhere(seat, 2, clock.now() + bot_lease.LEASE)
        lease.keep(turn, "1a", b"seal")
    assert (turn_of(seat).state, turn_of(seat).text) == ("thinking", "")


def test_one_of_two_workers_with_the_same_row_gets_the_lease(seat_of):
    seat = seat_of(LEVELS["easy"])
    first, second = turn_of(seat), turn_of(seat)
    with bot_lease.BotLease() as one, bot_lease.BotLease() as other:
        assert one.acquire(first)
        assert not other.acquire(second)


def test_a_worker_that_comes_too_late_thinks_about_the_decision_that_it_read(seat_of):
    seat = seat_of(Misbehaving(list))
    seen = fresh(seat.match)
    text = bots.think(seen, seat.index, "easy")
    assert bots.play_bots(seen.pk) == 1
    assert fresh(seen).decision != seen.decision
    assert bots.think(seen, seat.index, "easy") == text


def test_a_closed_row_holds_neither_a_move_nor_a_lease(seat_of):
    seat = seat_of(LEVELS["easy"])
    seat.match.bot_turns.update(text="1a", seal=b"seal")
    assert bots.play_bots(seat.match_id) == 1
    turn = turn_of(seat)
    assert (turn.state, turn.text, bytes(turn.seal), turn.holder, turn.leased_until) == ("published", "", b"", "", None)
    assert turn.closed_at is not None


def test_a_match_that_ends_supersedes_what_its_bots_owe(seat_of):
    seat = seat_of(LEVELS["easy"])
    person_seat = seat.match.seats.get(bot="")
    play.resign(actor=person_seat.user, match_id=seat.match_id, seat=person_seat.index)
    assert fresh(seat.match).status == Status.FINISHED
    assert turn_of(seat).state == "superseded"
    assert bots.play_bots(seat.match_id) == 0
