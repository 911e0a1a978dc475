"""Explanations of everything on the table, in the words of the rules page; and why a thing cannot be chosen now."""

import re
from collections.abc import Sequence
from typing import Final

from games.core.engine.events import Entry, EventKind
from games.core.text import Text, _, text_of
from games.core.title.presenter import Word
from games.titles.maskera.rules import effects
from games.titles.maskera.rules.components import LETTERS, MASK_ROWS
from games.titles.maskera.rules.view import MaskeraView
from games.titles.maskera.text.names import name_of

GLOSSARY: Final = [
    *(Word(mask.code, text_of(mask.name), text_of(mask.meaning)) for mask in MASK_ROWS),
    Word(
        "pile",
        _("Draw pile"),
        _(
            "Drawing two cards takes your whole turn. When the pile is empty, the discard pile is shuffled "
            "into a new one."
        ),
    ),
    Word(
        "trial",
        _("Card on trial"),
        _(
            "A card played facedown. The other player lets it pass, or names its mask to counter it. If it "
            "stays, it joins the area, and its ability is used. Four of one mask or one of each in your area "
            "wins immediately."
        ),
    ),
    Word("discards", _("Discard pile"), _("These cards are face up. They’re shuffled when the draw pile is empty.")),
]


# Why not.

REASONS: Final = {
    "turn": _("On your turn you draw two cards or play one from your hand. You can’t use anything else."),
    "answer": _("You can only answer now: let the card pass, or name a mask."),
    "discard": _("Discard a card from your own hand now."),
    "keep": _("Choose which of your Recruiter’s cards to keep now."),
    "remove": _("Choose a card in the other area for your Assassin."),
}


def forbidden(view: MaskeraView, element: str) -> Text | None:
    """Return why the drawn thing `element` may not be chosen now; None if there is nothing to say of it."""
    place, _dash, letter = element.rpartition("-")
    if place == "hand" and letter in LETTERS and view["phase"] in ("turn", "discard"):
        return _("You don’t have this card in hand: %(mask)s.", mask=name_of(letter))
    if place == f"area-{1 - (view['viewer'] or 0)}" and letter in LETTERS and view["phase"] == "remove":
        return _("There’s no %(mask)s there.", mask=name_of(letter))
    if element == "pile" and view["phase"] == "turn":
        return _("There are no cards left to draw.")
    known = element in ("pile", "trial", "discards") or re.fullmatch(r"(hand|name|aside|area-[01])-[PRSBA]", element)
    return REASONS.get(view["phase"]) if known else None


# Changes.


def touched(entries: Sequence[Entry]) -> dict[str, int | None]:
    """Return the ids of what the redacted `entries` have changed, with the seat whose move did it; None before any
    move."""
    ids: dict[str, int | None] = {}
    revealed, mover = "", None
    for entry in entries:
        if entry.kind == EventKind.MOVE:
            mover = entry.seat
        changed: set[str] = set()
        match entry.effect:
            case effects.Played():
                changed.add("trial")
            case effects.Revealed(seat, mask):
                revealed = f"area-{seat}-{LETTERS[mask]}"
                changed.add(revealed)
            case effects.CounterHit():
                ids.pop(revealed, None)
                changed.add("discards")
            case effects.CardsDrawn(seat):
                changed |= {"pile", f"hand-of-{seat}"}
            case effects.Removed(seat, mask):
                changed |= {"discards", f"area-{1 - seat}-{LETTERS[mask]}"}
            case effects.Discarded() | effects.RandomlyDiscarded() | effects.Rejected():
                changed.add("discards")
            case effects.Reshuffled():
                changed.add("pile")
        ids.update(dict.fromkeys(changed, mover))
    return ids
