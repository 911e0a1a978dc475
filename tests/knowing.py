"""What a bot is handed, for tests that have a position and no match."""

from games.core.engine.state import State
from games.core.title.thinker import InformationSet, SeatLog


def information(state: State, seat: int) -> InformationSet:
    """What `seat` knows at `state`, if it has read nothing."""
    return InformationSet(state, seat, SeatLog(seat, state.view(None).get("seats", 2)))
