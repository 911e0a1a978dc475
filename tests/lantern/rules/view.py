"""The view of a position: the allow-list."""

from typing import TypedDict

from games.core.engine.view import View
from tests.lantern.rules.components import BRIDGE_CODES, BRIDGES, BRIGHTEST, DONE, PHASE_CODES
from tests.lantern.rules.fields import LanternFields
from tests.lantern.rules.scoring import scores


class HungLantern(TypedDict):
    """The lantern that the others answer; a brightness that has faded is 0."""

    card: int
    bridge: str


class LanternView(View):
    """A view of Lantern. `hands` counts cards, `hand` is the viewer's own; `light[bridge][seat]`. Where memory fades,
    cards of an earlier hand are 0, and earlier light is None."""

    storm: bool
    turn: int
    mover: int
    hands: list[int]
    hand: list[int] | None
    breath: list[int]
    light: list[list[int | None]]
    lantern: HungLantern | None
    scores: list[int] | None


def view_of(state: LanternFields, seat: int | None) -> LanternView:
    """The allow-list: everybody's light, breaths and number of cards; of the hands only one's own."""
    seats = range(state.seats)
    return {
        "seats": state.seats,
        "viewer": seat,
        "phase": PHASE_CODES[state.phase],
        "deciders": list(state.deciders()),
        "over": state.phase == DONE,
        "storm": state.storm,
        "turn": state.turns,
        "mover": state.mover,
        "hands": [state.hand_size(each) for each in seats],
        "hand": None if seat is None else [c for c in range(1, BRIGHTEST + 1) for _ in range(state.held(seat, c))],
        "breath": list(state.breath),
        "light": [[state.light[bridge * state.seats + each] for each in seats] for bridge in range(BRIDGES)],
        "lantern": None if state.bridge == -1 else {"card": state.card, "bridge": BRIDGE_CODES[state.bridge]},
        "scores": list(scores(state)) if state.phase == DONE else None,
    }
