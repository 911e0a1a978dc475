"""The increment of a turn is given once per turn, also where a seat decides twice in it, whether a person or a bot
decides.

The match is dealt with a known key, so that the moves that lead to such a turn are found beforehand by the rules alone.
"""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from games import clock
from games.core.engine.dealer import Dealer
from games.core.engine.events import EventKind
from games.core.engine.state import OVER, TURN
from games.core.kit.simulation import Simulation
from games.models import Heartbeat, Match, Seat
from games.registry import TITLES
from games.selectors.matches import position
from games.services.bot_moves import bots
from games.services.match import match_setup
from games.services.waiting import tables
from games.tasks import sweep
from tests.cast import due, fresh, move, person

pytestmark = pytest.mark.django_db(transaction=True)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANK, INCREMENT = 3 * DAY, 12 * HOUR
KEY, MATCH_ID = bytes(range(32)), "twoinaturn22"


@dataclass
class Script:
    """Moves of a match, and the two of them that one seat makes in one turn, with nothing of its own before it."""

    title: str
    moves: list[tuple[int, str]]
    first: int
    second: int


def scripted(title, seed):
    """The first such turn of a match played by `seed`; None if there is none."""
    game = TITLES[title]
    simulation = Simulation(game, 2, {setting.name: setting.default for setting in game.settings}, seed, "uniform")
    simulation.dealer = Dealer(KEY, MATCH_ID, ("", ""))
    moves, turns = [], []
    while simulation.state.to_move() != OVER:
        state = simulation.state
        turns_now = (state.deciders(), state.turns) if state.response() == TURN and not state.sealed() else None
        event = simulation.step()
        if event.kind != EventKind.MOVE:
            continue
        moves.append((event.seat, event.text))
        turns.append(turns_now)
        if turns_now is not None and len(turns) > 1 and turns.index(turns_now) < len(turns) - 1:
            return Script(title, moves, turns.index(turns_now), len(turns) - 1)
    return None


def found():
    """The first such turn of all titles and seeds."""
    for title in TITLES:
        for seed in range(40):
            script = scripted(title, seed)
            if script is not None and script.first >= 2:  # both have decided before: no bank is at its start
                return script
    raise AssertionError("no title has a turn of two decisions")


SCRIPT = found()


@pytest.fixture
def watch(time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    return time_machine


@pytest.fixture
def seat(watch, monkeypatch):
    """The seat that is about to make the first of the two decisions, with a full bank."""
    monkeypatch.setattr(match_setup, "new_match_id", lambda: MATCH_ID)
    monkeypatch.setattr(match_setup, "new_key", lambda: KEY)
    match = tables.open_table(
        host=person("anna"), title=SCRIPT.title, seats=2, settings={}, pace="standard", access="open"
    )
    tables.join_table(user=person("bruno"), match_id=match.pk)
    for place in range(SCRIPT.first):
        follow(match, place)
    Seat.objects.filter(match=match).update(bank=BANK)
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(deadline=clock.now() + BANK)
    Match.objects.filter(pk=match.pk).update(deadline=clock.now() + BANK)
    return seat


def follow(match, place):
    """Make the move of this place in the script."""
    index, text = SCRIPT.moves[place]
    (seat,) = due(match)
    assert seat.index == index
    move(fresh(match), seat, text)


def follow_to_the_second(match):
    """Make the moves of others in between."""
    for place in range(SCRIPT.first + 1, SCRIPT.second):
        follow(match, place)


def bank(seat):
    return Seat.objects.get(pk=seat.pk).bank


def let_bot_decide(monkeypatch, match, place):
    """Let the time run out, and let the replacing bot make the scripted move."""
    sweep()
    monkeypatch.setattr(bots, "think", lambda *_args: SCRIPT.moves[place][1])
    assert bots.play_bots(match.pk) == 1


def test_both_decisions_of_a_turn_are_what_they_are_said_to_be(seat):
    match = seat.match
    before = position(fresh(match)).state.turns
    follow(match, SCRIPT.first)
    follow_to_the_second(match)
    after = position(fresh(match)).state
    assert (after.turns, after.response(), after.deciders()) == (before, TURN, [seat.index])


def test_the_increment_comes_with_the_first_decision_and_not_with_the_second(seat, watch):
    watch.shift(5 * HOUR)
    follow(seat.match, SCRIPT.first)
    assert bank(seat) == BANK - 5 * HOUR + INCREMENT
    follow_to_the_second(seat.match)
    watch.shift(3 * HOUR)
    follow(seat.match, SCRIPT.second)
    assert bank(seat) == BANK - 5 * HOUR + INCREMENT - 3 * HOUR


def test_nor_with_a_second_decision_that_a_bot_makes_after_a_timeout(seat, watch, monkeypatch):
    watch.shift(5 * HOUR)
    follow(seat.match, SCRIPT.first)
    follow_to_the_second(seat.match)
    watch.shift(BANK - 5 * HOUR + INCREMENT)
    let_bot_decide(monkeypatch, seat.match, SCRIPT.second)
    assert bank(seat) == timedelta(0)


def test_a_first_decision_that_a_bot_makes_takes_the_increment_of_the_turn(seat, watch, monkeypatch):
    watch.shift(BANK)
    let_bot_decide(monkeypatch, seat.match, SCRIPT.first)
    assert bank(seat) == INCREMENT
    follow_to_the_second(seat.match)
    watch.shift(3 * HOUR)
    Heartbeat.objects.update(at=clock.now())  # the site has run meanwhile
    follow(seat.match, SCRIPT.second)
    assert bank(seat) == INCREMENT - 3 * HOUR


@pytest.mark.parametrize("known", ["to a sweep", "to nobody yet"])
def test_an_outage_between_the_two_gives_no_second_increment_and_takes_no_time(seat, watch, known):
    follow(seat.match, SCRIPT.first)
    follow_to_the_second(seat.match)
    watch.shift(2 * HOUR)
    Heartbeat.objects.create(at=clock.now())
    watch.shift(20 * DAY)
    if known == "to a sweep":
        sweep()
    follow(seat.match, SCRIPT.second)
    assert bank(seat) == BANK + INCREMENT - 2 * HOUR


def test_the_next_turn_gives_the_next_increment(seat, watch):
    match = seat.match
    follow(match, SCRIPT.first)
    follow_to_the_second(match)
    follow(match, SCRIPT.second)
    before = bank(seat)
    for _decision in range(40):
        (row,) = due(match)
        turn = row.index == seat.index and position(fresh(match)).state.response() == TURN
        turn = turn and row.credited_turn != position(fresh(match)).state.turns
        move(match, row)
        if turn:
            break
    assert bank(seat) == before + INCREMENT
