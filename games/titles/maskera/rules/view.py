"""The view of a position for a seat or a spectator: an allow-list. The names of phases and endings are here too."""

from typing import TYPE_CHECKING, TypedDict

from games.core.engine.outcome import Outcome
from games.core.engine.state import OVER
from games.core.engine.view import View
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.fields import MaskeraFields

if TYPE_CHECKING:
    from games.core.engine.rows import Row  # its importers at load are compiled

PHASES = {
    box.DEALING: "deal",
    box.FIRST_SEAT: "first",
    box.DRAWING: "draw",
    box.SNATCHING: "snatch",
    box.TURN_CHOICE: "turn",
    box.ANSWER: "answer",
    box.DISCARD: "discard",
    box.KEEPING: "keep",
    box.REMOVING: "remove",
    box.DRAWN: "draw",
    box.TURN_END: "end",
    box.FINISHED: "over",
}
ENDINGS = {box.FOUR_ALIKE: "four", box.ALL_FIVE: "five", box.NONE: "stop"}

Counts = list[int]
"""Five counts of masks, in the order P R S B A."""


class HandView(TypedDict):
    """A hand: its cards only for its owner."""

    size: int
    cards: Counts | None


class TrialView(TypedDict):
    """The card played this turn: facedown, or revealed. Unless it was countered, a revealed one is in its area too."""

    seat: int
    mask: str | None
    open: bool


class AsideView(TypedDict):
    """The cards that a recruiter has drawn and not yet sorted, visible only to its user."""

    seat: int | None
    size: int
    cards: Counts | None


class PeekView(TypedDict):
    """The latest look of the viewer's spy: the cards, and the turn."""

    turn: int
    cards: Counts


class MaskeraView(View):
    """A view of Maskera. Masks are letters; `areas` and `hands` are listed by seat."""

    turn: int
    active: int | None
    pile: int
    shuffled: Counts
    discards: list[str]
    areas: list[Counts]
    hands: list[HandView]
    trial: TrialView | None
    announced: str | None
    hit: bool
    user: int | None
    aside: AsideView
    peek: PeekView | None
    ending: str | None
    winner: int | None


def view_of(state: MaskeraFields, seat: int | None) -> MaskeraView:
    """Return the view of `seat` (None: a spectator)."""
    begun = state.phase not in (box.DEALING, box.FIRST_SEAT)
    return {
        "seats": box.SEATS,
        "viewer": seat,
        "phase": PHASES[state.phase],
        "deciders": [int(one) for one in state.deciders()],
        "over": state.to_move() == OVER,
        "turn": int(state.turns),
        "active": int(state.active) if begun else None,
        "pile": int(state.pile_size),
        "shuffled": _five(state.shuffled, 0),
        "discards": [box.LETTERS[mask] for mask in state.discards],
        "areas": [_five(state.area, one * box.MASKS) for one in range(box.SEATS)],
        "hands": [_hand(state, one, seat) for one in range(box.SEATS)],
        "trial": _trial(state, seat),
        "announced": _letter(state.announced),
        "hit": bool(state.hit),
        "user": None if state.user == box.NONE else int(state.user),
        "aside": _aside(state, seat),
        "peek": _peek(state, seat),
        "ending": ENDINGS[state.win_by] if state.phase == box.FINISHED else None,
        "winner": None if state.winner == box.NONE else int(state.winner),
    }


def _five(row: "Row", first: int) -> Counts:
    return [int(row[first + mask]) for mask in range(box.MASKS)]


def _letter(mask: int) -> str | None:
    return None if mask == box.NONE else box.LETTERS[mask]


def _hand(state: MaskeraFields, owner: int, seat: int | None) -> HandView:
    """Return the size of a hand, and its cards for its owner alone."""
    cards = _five(state.hand, owner * box.MASKS) if owner == seat else None
    return {"size": int(state.hand_size[owner]), "cards": cards}


def _trial(state: MaskeraFields, seat: int | None) -> TrialView | None:
    """Return the card on trial, its mask to its owner alone while it is facedown; None if there is none."""
    owner = int(state.active)
    if state.trial != box.NONE:
        return {"seat": owner, "mask": _letter(state.trial) if owner == seat else None, "open": False}
    if state.revealed != box.NONE:
        return {"seat": owner, "mask": _letter(state.revealed), "open": True}
    return None


def _aside(state: MaskeraFields, seat: int | None) -> AsideView:
    """Return the cards that a recruiter has drawn and not yet sorted: their number, and their faces for their user
    alone."""
    if state.aside_size == 0 or state.drawing_for != box.RECRUITER:
        return {"seat": None, "size": 0, "cards": None}
    owner = int(state.user)
    return {"seat": owner, "size": int(state.aside_size), "cards": _five(state.aside, 0) if owner == seat else None}


def _peek(state: MaskeraFields, seat: int | None) -> PeekView | None:
    """Return the latest look, not updated: the viewer works out what has changed since; None before the first."""
    if seat is None or state.seen_turn[seat] == box.NONE:
        return None
    return {"turn": int(state.seen_turn[seat]), "cards": _five(state.seen, seat * box.MASKS)}


def outcome_of(state: MaskeraFields) -> Outcome | None:
    """Return places and the named reason once the rules have ended the match, else None."""
    if state.phase != box.FINISHED:
        return None
    if state.winner == box.NONE:
        return Outcome((1,) * box.SEATS, ENDINGS[box.NONE])
    places = tuple(1 if seat == state.winner else 2 for seat in range(box.SEATS))
    return Outcome(places, ENDINGS[state.win_by])
