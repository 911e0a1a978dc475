"""What may be seen of a position: words and JSON, outside the rules."""

from typing import TYPE_CHECKING, Any

from games.core.outcome import Outcome, places_by_key
from tests.lantern.rules.state import BRIDGES, BRIGHTEST, DONE

if TYPE_CHECKING:
    from tests.lantern.rules.state import LanternState

PHASES = ["first", "deal", "hang", "blow", "wind", "done"]
BRIDGE_NAMES = ["a", "b", "c"]


def view_of(state: "LanternState", seat: int | None) -> dict[str, Any]:
    """The allow-list: everybody's light, breaths and number of cards; of the hands only one's own."""
    seats = range(state.seats)
    return {
        "seats": state.seats,
        "viewer": seat,
        "phase": PHASES[state.phase],
        "deciders": list(state.deciders()),
        "over": state.phase == DONE,
        "storm": state.storm,
        "turn": state.turns,
        "mover": state.mover,
        "hands": [state.hand_size(each) for each in seats],
        "hand": None if seat is None else [c for c in range(1, BRIGHTEST + 1) for _ in range(state.held(seat, c))],
        "breath": list(state.breath),
        "light": [[state.light[bridge * state.seats + each] for each in seats] for bridge in range(BRIDGES)],
        "lantern": None if state.bridge == -1 else {"card": state.card, "bridge": BRIDGE_NAMES[state.bridge]},
        "scores": list(state.scores()) if state.phase == DONE else None,
    }


def outcome_of(state: "LanternState") -> Outcome:
    """The most points win. A night without any light is called by its name."""
    scores = state.scores()
    return Outcome(
        places=places_by_key([(-score,) for score in scores]),
        reason="light" if any(scores) else "dark",
        scores=tuple(scores),
    )
