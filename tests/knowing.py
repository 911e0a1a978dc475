"""The input of a bot, for tests that have a position and no match."""

from games.core.engine.state import State
from games.core.title.thinker import InformationSet, SeatLog


def information(state: State, seat: int) -> InformationSet:
    """Return what `seat` knows at `state`, if it has read nothing."""
    return InformationSet(state, seat, SeatLog(seat, state.view(None).get("seats", 2)))
