"""The coach speaks at the moment when it matters, and knows no more than the seat."""

import pytest

from games.core.title.compose import compose
from games.titles.masons.page import coach
from games.titles.masons.rules.components import BUILD, EXCHANGE, FINAL, MERGE, SCORE, WALL
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import MASONS, play, position
from tests.titles.masons.test_notation import at


def key(state: MasonsState) -> str | None:
    """The hint that the deciding seat gets."""
    seat = int(state.to_move())
    found = coach.hint(state.view(seat), compose(MASONS, state, seat, ()))
    return found and found.key


@pytest.mark.parametrize(
    ("phase", "expected"), [(BUILD, "dice"), (MERGE, "merge"), (EXCHANGE, "last"), (FINAL, "final")]
)
def test_each_decision_has_its_hint(phase: int, expected: str) -> None:
    assert key(at(phase)) == expected


def test_the_first_walls_are_placed_for_the_cards() -> None:
    assert key(position()) == "wall"


def later(walls: str) -> MasonsState:
    """A wall is due, after the first turns."""
    state = position(walls=walls)
    state.turns = 9
    return state


def test_a_ring_that_one_wall_closes_is_pointed_out() -> None:
    assert key(later("a2b2 b2b3")) == "close"


def test_a_space_with_one_wall_is_a_warning() -> None:
    assert key(later("a2b2")) == "open"


def test_an_empty_board_needs_no_warning() -> None:
    assert key(later("")) is None


def test_the_supply_runs_low() -> None:
    state = later("a2b2")
    state.walls_left = 5
    assert key(state) == "end"


def test_a_hand_that_scores_is_played_and_one_that_does_not_is_mended() -> None:
    m6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
    rich = play(position(hands=("TS1 TTA TP THb", "OW"), **m6), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert key(rich) == "score"
    poor = play(position(hands=("TS2 TS3 TTK OTA", "OW"), **m6), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert key(poor) == "poor"


def test_hints_depend_on_nothing_that_is_hidden() -> None:
    for phase in (WALL, SCORE, EXCHANGE):
        state = at(phase)
        seat = int(state.to_move())
        for seed in range(5):
            assert key(state.redeal(seat, seed)) == key(state)
