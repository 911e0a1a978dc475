"""The end of the match, and who has won (rules page, #end)."""

from games.core.engine.rows import Int
from games.core.engine.state import OVER
from games.titles.masons.rules.building import houses_left, towers_left
from games.titles.masons.rules.components import (
    EFFECT_ENDED,
    EFFECT_LATCHED,
    FINISHED,
    NONE,
    OUT_OF_HOUSES,
    OUT_OF_TOWERS,
    OUT_OF_WALLS,
)
from games.titles.masons.rules.fields import MasonsFields


def latch(state: MasonsFields, why: Int) -> None:
    """Fix that the match ends with this turn, whatever returns to the supply later in it."""
    if state.ending == NONE:
        state.ending = why
        state.record(EFFECT_LATCHED, why)


def check_supply(state: MasonsFields) -> None:
    """Check after building whether the last wall, tower or house has been taken."""
    if state.walls_left == 0:
        latch(state, OUT_OF_WALLS)
    elif towers_left(state) == 0:
        latch(state, OUT_OF_TOWERS)
    elif houses_left(state) == 0:
        latch(state, OUT_OF_HOUSES)


def end(state: MasonsFields) -> None:
    """End the match."""
    state.phase = FINISHED
    state.decider = OVER
    state.record(EFFECT_ENDED, state.ending, 1 if state.new_town > 0 else 0)


def ranking(state: MasonsFields) -> list[Int]:
    """Return places by seat: most points, then most cards; equal seats share the better place."""
    found: list[Int] = []
    for seat in range(state.seats):
        place: Int = 1
        for other in range(state.seats):
            if state.scores[other] > state.scores[seat] or (
                state.scores[other] == state.scores[seat] and state.hand_size[other] > state.hand_size[seat]
            ):
                place += 1
        found.append(place)
    return found
