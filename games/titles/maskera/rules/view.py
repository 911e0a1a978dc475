"""What a seat or a spectator may see of a position: an allow-list. Words for phases and endings live here too."""

from typing import TYPE_CHECKING, Any

from games.core.outcome import Outcome
from games.core.state import OVER
from games.titles.maskera.rules.components import (
    ALL_FIVE,
    ANSWER,
    DEALING,
    DISCARD,
    DRAWING,
    DRAWN,
    FINISHED,
    FIRST_SEAT,
    FOUR_ALIKE,
    KEEPING,
    MASKS,
    NONE,
    RECRUITER,
    REMOVING,
    SEATS,
    SNATCHING,
    TURN_CHOICE,
    TURN_END,
)
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.notation import LETTERS

if TYPE_CHECKING:
    from games.core.rows import Row

PHASES = {
    DEALING: "deal",
    FIRST_SEAT: "first",
    DRAWING: "draw",
    SNATCHING: "snatch",
    TURN_CHOICE: "turn",
    ANSWER: "answer",
    DISCARD: "discard",
    KEEPING: "keep",
    REMOVING: "remove",
    DRAWN: "draw",
    TURN_END: "end",
    FINISHED: "over",
}
ENDINGS = {FOUR_ALIKE: "four", ALL_FIVE: "five", NONE: "stop"}


def view_of(state: MaskeraState, seat: int | None) -> dict[str, Any]:
    """The view of `seat` (None: a spectator). Counts of masks are lists in the order P R S B A."""
    begun = state.phase not in (DEALING, FIRST_SEAT)
    return {
        "seats": SEATS,
        "viewer": seat,
        "phase": PHASES[state.phase],
        "deciders": [int(one) for one in state.deciders()],
        "over": state.to_move() == OVER,
        "turn": int(state.turns),
        "active": int(state.active) if begun else None,
        "pile": int(state.pile_size),
        "shuffled": _five(state.shuffled, 0),
        "discards": [LETTERS[mask] for mask in state.discards],
        "areas": [_five(state.area, one * MASKS) for one in range(SEATS)],
        "hands": [_hand(state, one, seat) for one in range(SEATS)],
        "trial": _trial(state, seat),
        "announced": _letter(state.announced),
        "hit": bool(state.hit),
        "user": None if state.user == NONE else int(state.user),
        "aside": _aside(state, seat),
        "peek": _peek(state, seat),
        "ending": ENDINGS[state.win_by] if state.phase == FINISHED else None,
        "winner": None if state.winner == NONE else int(state.winner),
    }


def _five(row: "Row", first: int) -> list[int]:
    return [int(row[first + mask]) for mask in range(MASKS)]


def _letter(mask: int) -> str | None:
    return None if mask == NONE else LETTERS[mask]


def _hand(state: MaskeraState, owner: int, seat: int | None) -> dict[str, Any]:
    """The size of a hand, and its cards for its owner alone."""
    cards = _five(state.hand, owner * MASKS) if owner == seat else None
    return {"size": int(state.hand_size[owner]), "cards": cards}


def _trial(state: MaskeraState, seat: int | None) -> dict[str, Any] | None:
    """The card played this turn while it is facedown, or revealed and not yet at its place."""
    owner = int(state.active)
    if state.trial != NONE:
        return {"seat": owner, "mask": _letter(state.trial) if owner == seat else None, "open": False}
    if state.revealed != NONE:
        return {"seat": owner, "mask": _letter(state.revealed), "open": True}
    return None


def _aside(state: MaskeraState, seat: int | None) -> dict[str, Any]:
    """Cards that a recruiter has drawn and not yet sorted: their number, and what they are for their user alone."""
    if state.aside_size == 0 or state.drawing_for != RECRUITER:
        return {"seat": None, "size": 0, "cards": None}
    owner = int(state.user)
    return {"seat": owner, "size": int(state.aside_size), "cards": _five(state.aside, 0) if owner == seat else None}


def _peek(state: MaskeraState, seat: int | None) -> dict[str, Any] | None:
    """What the seat's spy saw at its latest look; what has changed since is for the seat to work out."""
    if seat is None or state.seen_turn[seat] == NONE:
        return None
    return {"turn": int(state.seen_turn[seat]), "cards": _five(state.seen, seat * MASKS)}


def outcome_of(state: MaskeraState) -> Outcome | None:
    """Places and the named reason once the rules have ended the match."""
    if state.phase != FINISHED:
        return None
    if state.winner == NONE:
        return Outcome((1,) * SEATS, ENDINGS[NONE])
    places = tuple(1 if seat == state.winner else 2 for seat in range(SEATS))
    return Outcome(places, ENDINGS[state.win_by])
