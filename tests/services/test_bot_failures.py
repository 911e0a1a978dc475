"""Bots that misbehave: the match goes on with a safe move, and a row says why."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from games import clock
from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.core.text import _
from games.models import BotFailure, Seat
from games.services import bot_lease, bots, tables
from tests.cast import due, fresh, move, person
from tests.waiting import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


class Misbehaving(Bot):
    """Does what it is told to."""

    level = "wild"
    version = 1
    label = _("Wild")
    description = _("For tests.")

    def __init__(self, act):
        self.act = act

    def decide(self, game, seat, deal, seed):
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
    ("bot", "kind"),
    [
        (raising(ZeroDivisionError("the hand is 1 2 3")), "raised"),
        (raising(SoftTimeLimitExceeded()), "slow"),
        (raising(MemoryError()), "memory"),
        (Misbehaving(lambda: [99, 99]), "nonsense"),
        (Misbehaving(list), "nonsense"),
    ],
)
def test_a_failing_bot_is_replaced_by_a_safe_move_and_a_row_says_why(seat_of, bot, kind):
    seat = seat_of(bot)
    match = fresh(seat.match)
    assert bots.play_bots(match.pk) == 1
    assert fresh(match).rev > match.rev
    trouble = BotFailure.objects.get(match=match)
    assert (trouble.seat, trouble.decision) == (seat.index, match.decision)
    assert trouble.kind == kind
    assert "hand" not in trouble.detail


def test_a_bot_that_takes_its_process_down_is_not_asked_a_fourth_time(seat_of):
    asked = []
    seat = seat_of(Misbehaving(lambda: asked.append(1) or [99]))
    long_ago = clock.now() - 2 * bot_lease.PATIENCE
    Seat.objects.filter(pk=seat.pk).update(bot_decision=seat.due_decision, bot_tries=3, bot_began_at=long_ago)
    assert bots.play_bots(seat.match_id) == 1
    assert asked == []
    assert BotFailure.objects.get(match=seat.match_id).kind == "died"


def test_attempts_are_counted_anew_for_each_decision(seat_of):
    seat = seat_of(LEVELS["random"])
    bots.play_bots(seat.match_id)
    while not any(row.pk == seat.pk for row in due(fresh(seat.match))):
        move(seat.match, due(seat.match)[0])
    bots.play_bots(seat.match_id)
    assert Seat.objects.get(pk=seat.pk).bot_tries == 1


def test_a_second_worker_leaves_a_decision_alone_that_a_bot_is_thinking_about(seat_of):
    asked = []
    seat = seat_of(Misbehaving(lambda: asked.append(1) or [99]))
    Seat.objects.filter(pk=seat.pk).update(bot_decision=seat.due_decision, bot_tries=1, bot_began_at=clock.now())
    assert bots.play_bots(seat.match_id) == 0
    assert asked == []


def test_a_bot_that_thinks_long_is_not_doubled_by_another_worker(seat_of, monkeypatch):
    monkeypatch.setattr(bot_lease, "PATIENCE", timedelta(seconds=0.4))
    monkeypatch.setattr(bot_lease, "RENEW", 0.05)
    asked, others = [], []

    def think():
        asked.append(clock.now())
        if len(asked) == 1:
            eventually(lambda: clock.now() > asked[0] + 2 * bot_lease.PATIENCE, "time passes")
            others.append(bots.play_bots(seat.match_id))
        return [99]

    seat = seat_of(Misbehaving(think))
    assert bots.play_bots(seat.match_id) == 1
    assert others == [0]
    assert len(asked) == 1


def test_a_worker_that_dies_lets_go_of_its_decision_within_seconds(seat_of):
    seat = seat_of(LEVELS["easy"])
    begun = clock.now() - timedelta(seconds=6)
    Seat.objects.filter(pk=seat.pk).update(bot_decision=seat.due_decision, bot_tries=1, bot_began_at=begun)
    assert bots.play_bots(seat.match_id) == 1
