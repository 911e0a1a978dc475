"""A bot's thought that is overtaken by another decision is dropped: nothing is decided twice, and the match goes on.

The bot does what overtakes it while it thinks: in its own process, between the reading of the match and its move.
"""

import pytest

from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.core.text import _
from games.models import Answer, BotTurn, Match, Seat, Status
from games.selectors.matches import position
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, some_move, stored_log

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600


class Interrupted(Bot):
    """While it thinks for the first time, `happens` does."""

    level = "wild"
    version = 1
    label = _("Wild")
    description = _("For tests.")

    def __init__(self):
        self.happens = []

    def decide(self, game, known, seed):
        if self.happens:
            self.happens.pop()()
        return LEVELS["random"].decide(game, known, seed)


@pytest.fixture
def bot(monkeypatch):
    bot = Interrupted()
    monkeypatch.setitem(LEVELS, "wild", bot)
    return bot


def table(people, wild):
    """A running match of these people and so many of the bot, which sit on the last seats."""
    names = [person(name) for name in people]
    match = tables.open_table(
        host=names[0], title="lantern", seats=len(people) + wild, settings={}, pace="standard", access="open",
        bots=["wild"] * wild,
    )  # fmt: skip
    for user in names[1:]:
        tables.join_table(user=user, match_id=match.pk)
    return match


def people_move_until(match, wanted):
    """People, and the bot undisturbed, move until `wanted(match)` holds."""
    for _decision in range(40):
        match = fresh(match)
        if wanted(match):
            return match
        person_due = next((seat for seat in due(match) if not seat.bot), None)
        if person_due is None:
            bots.play_bots(match.pk)
        else:
            move(match, person_due)
    raise AssertionError("it never came to that")


def in_turn(match):
    """It is the bot's turn."""
    return not position(match).state.sealed() and any(seat.bot for seat in due(match))


def in_window(match):
    """Return the bot and another player, who owe sealed answers."""
    return position(match).state.sealed() and len(due(match)) > 1 and any(seat.bot for seat in due(match))


def decided(match, decision):
    """Return who moved in the decision opened at this ply, in the order of the log."""
    return [event.seat for event in stored_log(match)[decision:] if event.kind == "move"]


def sound(match):
    """Return whether the log replays, its plies agree with the cached ones, and every bot that is due has one open
    row."""
    match = fresh(match)
    assert len(stored_log(match)) == match.ply
    position(match)
    owed = {(seat.index, seat.due_decision) for seat in due(match) if seat.bot_level}
    assert set(BotTurn.objects.filter(match=match, closed_at=None).values_list("seat", "decision")) == owed
    return True


def test_another_worker_publishes_first(bot):
    match = people_move_until(table(["anna"], 1), in_turn)
    seat = due(match)[0]
    bot.happens.append(lambda: publish_legal(match, seat))
    assert bots.play_bots(match.pk) == 0
    assert decided(match, match.decision)[:1] == [seat.index]
    assert decided(match, match.decision).count(seat.index) == 1
    assert sound(match)


def publish_legal(match, seat):
    """Do what another worker does that has thought about the same decision."""
    assert bots._publish(match.pk, match.decision, {seat.index: some_move(match, seat.index)})


def test_the_other_player_resigns_and_the_match_is_over(bot):
    match = people_move_until(table(["anna"], 1), in_turn)
    holder = match.seats.get(bot="")
    bot.happens.append(lambda: play.resign(actor=holder.user, match_id=match.pk, seat=holder.index))
    assert bots.play_bots(match.pk) == 0
    assert decided(match, match.decision) == []
    assert fresh(match).status == Status.FINISHED
    assert sound(match)


def test_a_player_resigns_and_the_bot_still_decides_once(bot):
    match = people_move_until(table(["anna", "bruno"], 1), in_turn)
    leaving, bot_seat = match.seats.filter(bot="").first(), match.seats.get(user=None)
    bot.happens.append(lambda: play.resign(actor=leaving.user, match_id=match.pk, seat=leaving.index))
    assert bots.play_bots(match.pk) == 1
    events = [(event.kind.value, event.seat) for event in stored_log(match)[match.decision :]]
    assert events[:2] == [("site", leaving.index), ("move", bot_seat.index)]
    assert sound(match)


def test_the_window_closes_without_it(bot):
    """The bot's answer came from another worker, and the last person has answered."""
    match = people_move_until(table(["anna", "bruno"], 1), in_window)
    bot_seat = next(seat for seat in due(match) if seat.bot)

    def close():
        bots._publish(match.pk, match.decision, {bot_seat.index: "let"})
        for seat in due(match):
            move(match, seat, "let")

    bot.happens.append(close)
    assert bots.play_bots(match.pk) == 0
    answers = decided(match, match.decision)
    assert answers == sorted(set(answers))
    assert bot_seat.index in answers
    assert fresh(match).decision > match.decision
    assert sound(match)


@pytest.mark.parametrize("text", ["let", "blow"])
def test_its_answer_is_stored_while_the_window_is_still_open(bot, text):
    """Whatever it has thought of since, the answer of the other worker is not replaced."""
    match = people_move_until(table(["anna", "bruno"], 1), in_window)
    bot_seat = next(seat for seat in due(match) if seat.bot)
    bot.happens.append(lambda: bots._publish(match.pk, match.decision, {bot_seat.index: text}))
    assert bots.play_bots(match.pk) == 0
    answer = Answer.objects.get(match=match, window=match.decision)
    assert (answer.seat, answer.text) == (bot_seat.index, text)
    assert fresh(match).decision == match.decision
    assert sound(match)


def test_the_others_time_runs_out_and_the_window_waits_for_the_bot_alone(bot, settings):
    match = people_move_until(table(["anna", "bruno"], 1), in_window)

    def run_out():
        settings.CLOCK_OFFSET += DAY
        assert deadlines.expire(match.pk)

    bot.happens.append(run_out)
    missing = [seat.index for seat in due(match) if not seat.bot]
    assert bots.play_bots(match.pk) == 1
    answers = decided(match, match.decision)
    assert len(answers[:2]) == len(set(answers[:2]))
    assert set(missing) < set(answers[:2])
    assert sound(match)


def test_a_bot_that_replaces_a_late_player_is_overtaken_by_its_twin(bot, settings, monkeypatch):
    """Two workers think for the same seat; the slower one finds the decision made."""
    monkeypatch.setitem(LEVELS, "easy", bot)
    match = table(["anna", "bruno"], 0)
    (seat,) = due(match)
    settings.CLOCK_OFFSET += 3 * DAY
    assert deadlines.expire(match.pk)
    match = fresh(match)
    bot.happens.append(lambda: publish_legal(match, seat))
    assert bots.play_bots(match.pk) == 0
    assert decided(match, match.decision).count(seat.index) == 1
    row = Seat.objects.get(pk=seat.pk)
    assert (row.bot, row.bot_for_decision, row.timeouts) == ("", None, 1)
    assert sound(match)


def test_a_replacing_bot_is_overtaken_by_its_seats_resignation(bot, settings, monkeypatch):
    """The seat is a bot's for good now: the thought of the one that stood in is still the seat's one decision."""
    monkeypatch.setitem(LEVELS, "easy", bot)
    match = table(["anna", "bruno", "carla"], 0)
    (seat,) = due(match)
    settings.CLOCK_OFFSET += 3 * DAY
    assert deadlines.expire(match.pk)
    match = fresh(match)
    bot.happens.append(lambda: play.resign(actor=seat.user, match_id=match.pk, seat=seat.index))
    assert bots.play_bots(match.pk) == 1
    assert bots.play_bots(match.pk) in (0, 1)  # of the window that follows
    assert decided(match, match.decision)[0] == seat.index
    assert sound(match)


def test_the_match_is_set_aside(bot):
    match = people_move_until(table(["anna"], 1), in_turn)
    bot.happens.append(lambda: Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED, deadline=None))
    assert bots.play_bots(match.pk) == 0
    assert decided(match, match.decision) == []
