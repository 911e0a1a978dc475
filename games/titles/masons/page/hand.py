"""The own cards: what each would score now and why, and which may be chosen."""

from collections import Counter
from typing import Any, Final

from games.core.text import Text, _, ngettext
from games.core.title.presenter import Composition
from games.titles.masons.page.elements import card_id
from games.titles.masons.page.outlook import values_after
from games.titles.masons.rules.components import CARD_ROWS, FACE_CODES, FIRST_OUTSIDE
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.names import CARDS, MEANINGS, in_order

TOWN_CARDS: Final = FACE_CODES[:FIRST_OUTSIDE]
"""Cards that are worth nothing without a town."""
ROWS: Final = {card.code: card for card in CARD_ROWS}
"""The cards, by code."""
FEW, SOME, MANY = 4, 8, 10
"""The most cards of a hand in each layout; larger hands are a crowd."""
MOST_PLAYED: Final = 2
"""The most cards that a seat scores with at once."""


def hand(view: MasonsView, composition: Composition | None) -> list[dict[str, Any]]:
    """Return the viewer's cards in their order; empty for spectators."""
    cards = own_cards(view)
    chosen = chosen_cards(view, composition)
    values = open_values(view, composition)
    after = values_after(view, composition)
    found = []
    left = chosen.copy()
    copies: Counter[str] = Counter()
    for card in cards:
        copies[card] += 1
        taken = left[card] > 0
        left[card] -= taken
        found.append(
            {
                **face(card),
                "id": card_id(card, copies[card]),
                "chosen": taken,
                **link(view, composition, card, taken=taken, next_copy=copies[card] == chosen[card] + 1),
                **worth(view, values, card),
                "after": points_after(view, values, after, card),
                "told": told(view, values, after, card),
            }
        )
    return found


def own_cards(view: MasonsView) -> list[str]:
    """Return the viewer's hand, empty for a spectator."""
    viewer = view["viewer"]
    return [] if viewer is None else in_order(view["hands"][viewer] or [])


def chosen_cards(view: MasonsView, composition: Composition | None) -> Counter[str]:
    """Return the cards of the unfinished move."""
    return Counter(word for word in composition.words if word in FACE_CODES) if composition else Counter()


def link(
    view: MasonsView, composition: Composition | None, card: str, *, taken: bool, next_copy: bool
) -> dict[str, str]:
    """Return what a tap on a card does: `word`, the part that it adds to the unfinished move; or `other`, the address
    on the same page of the move with this card in its place or, in an exchange, taken out again. Both are empty if the
    card is no choice.

    The cards of a move are sorted, whichever is tapped first.
    """
    none = {"word": "", "other": ""}
    if composition is None or composition.text or view["phase"] not in ("score", "exchange", "final"):
        return none
    words = composition.words
    town = words[:1] if view["phase"] == "final" else ()
    if view["phase"] == "final" and not town:
        return none
    cards = list(words[len(town) :])
    exchanging = view["phase"] == "exchange"
    if taken and exchanging:
        cards.remove(card)
    elif not taken and next_copy and (exchanging or len(cards) < MOST_PLAYED):
        if card in composition.offered:
            return {"word": card, "other": ""}
        cards = in_order([*cards, card])
    else:
        return none
    return {"word": "", "other": "?move=" + ",".join((*town, *cards))}


def face(card: str) -> dict[str, Any]:
    """Return a card as it is drawn, wherever it lies."""
    return {"code": card, "name": CARDS[card], "meaning": MEANINGS[card]}


def open_values(view: MasonsView, composition: Composition | None) -> dict[str, int]:
    """Return what cards score now; at the end, for the chosen town."""
    town = composition.words[0] if composition and composition.words else ""
    return view["town_values"].get(town, view["values"])


def is_scored(view: MasonsView, values: dict[str, int]) -> bool:
    """Return whether these values count a town."""
    return view["phase"] in ("merge", "score") or values is not view["values"]


def worth(view: MasonsView, values: dict[str, int], card: str) -> dict[str, Any]:
    """Return the points of a card, and how they come about."""
    if card in TOWN_CARDS and not is_scored(view, values):
        return {"points": "", "sum": "", "why": _("Counts when a town is scored.")}
    points = values[card]
    return {"points": str(points), "sum": arithmetic(card, points), "why": why(card, points)}


def points_after(view: MasonsView, values: dict[str, int], after: dict[str, int], card: str) -> str:
    """Return the points of a card after the choice, where they differ from those now; else empty."""
    if not after:
        return ""
    counts_now = card not in TOWN_CARDS or is_scored(view, values)
    if counts_now:
        return str(after[card]) if after[card] != values[card] else ""
    return str(after[card]) if after[card] else ""


def told(view: MasonsView, values: dict[str, int], after: dict[str, int], card: str) -> str:
    """Return what follows the name of a card: “: 4” or “: 4 → 6”; empty where it is worth nothing yet."""
    now, then = worth(view, values, card)["points"], points_after(view, values, after, card)
    return f": {now}" * bool(now) + f" → {then}" * bool(then)


def size_of(cards: int) -> str:
    """Return the layout of a hand of this many cards: few, some, many or crowd."""
    return "few" if cards <= FEW else "some" if cards <= SOME else "many" if cards <= MANY else "crowd"


def arithmetic(card: str, points: int) -> str:
    """Return the shortest form of the points' calculation; empty where the number says it all."""
    counts = ROWS[card].counts
    return f"{points // counts.points} × {counts.points}" if counts and counts.points > 1 and points else ""


def why(card: str, points: int) -> Text:
    """Return the points' calculation in words."""
    counts = ROWS[card].counts
    return ngettext(*counts.words, points // counts.points) if counts else MEANINGS[card]


def emblem(card: str) -> dict[str, str]:
    """Return the emblem of a card, drawn inside its frame. Cards of a town appear within walls, others in front of
    them."""
    row = ROWS[card]
    frame = "all" if not row.framed else "town" if card in TOWN_CARDS else "field"
    return {"code": card, "frame": frame, "emblem": row.emblem}
