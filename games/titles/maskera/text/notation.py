"""Moves and chance as words (rules page, section 7). Every move is one part, and both have the same word."""

from typing import Final

from games.core.errors import Illegal, Unreadable
from games.core.text import Text, _
from games.titles.maskera.rules.components import (
    ANSWER,
    COUNTER,
    DISCARD,
    DISCARDED,
    DRAW,
    FIRST_SEAT,
    KEEP,
    KEEPING,
    LETTERS,
    MASKS,
    PASS,
    PLAY,
    REMOVE,
    REMOVING,
    TURN_CHOICE,
)
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.names import NAMES

CODES: Final = {"pl": PLAY, "ct": COUNTER, "di": DISCARDED, "ke": KEEP, "as": REMOVE}
WORDS: Final = {DRAW: "dr", PASS: "ok"} | {
    code + mask: f"{verb}={LETTERS[mask]}" for verb, code in CODES.items() for mask in range(MASKS)
}
"""The word of every part: ``dr``, ``pl=B``, ``ok``, ``ct=S``, ``di=R``, ``ke=A``, ``as=P``."""
PARTS: Final = {word: part for part, word in WORDS.items()}
OWED: Final = {
    TURN_CHOICE: _("Now you draw two cards or play one."),
    ANSWER: _("Now you let the card pass or try to counter it."),
    DISCARD: _("Now you discard a card from your hand."),
    KEEPING: _("Now you choose which of the drawn cards to keep."),
    REMOVING: _("Now you choose a card of the other area for the Assassin."),
}


def phase_of(part: int) -> int:
    """The phase in which `part` may be chosen."""
    if part < PASS:
        return TURN_CHOICE
    if part < DISCARDED:
        return ANSWER
    if part < KEEP:
        return DISCARD
    return KEEPING if part < REMOVE else REMOVING


def parse(state: MaskeraState, seat: int, text: str) -> int:
    """The part that `text` names; raises `Unreadable`, or `Illegal` with the rule that forbids it now."""
    part = PARTS.get(text)
    if part is None:
        if text == "skip":
            raise Illegal(_("A turn is never skipped by choice."))
        raise Unreadable.move(text)
    if state.phase != phase_of(part):
        raise Illegal(OWED[state.phase])
    if part == DRAW:
        if not can_draw(state):
            raise Illegal(_("No card is left to draw: both piles are empty."))
    elif part != PASS and part not in state.options(seat):
        raise Illegal(_missing(part))
    return part


def _missing(part: int) -> Text:
    """Why the card that `part` names cannot be chosen."""
    if part >= REMOVE:
        return _("The other area does not show this mask: %(mask)s.", mask=NAMES[part - REMOVE])
    if part >= KEEP:
        return _("None of the cards you drew is this mask: %(mask)s.", mask=NAMES[part - KEEP])
    mask = part - PLAY if part < PASS else part - DISCARDED
    return _("Your hand does not hold this mask: %(mask)s.", mask=NAMES[mask])


def chance_word(state: MaskeraState, outcome: int) -> str:
    """A card's letter, or the number of the first seat."""
    return str(int(outcome)) if state.phase == FIRST_SEAT else LETTERS[outcome]


def parse_chance(state: MaskeraState, token: str) -> int:
    """The outcome that `token` names; raises `Unreadable`."""
    words = "01" if state.phase == FIRST_SEAT else LETTERS
    if len(token) != 1 or token not in words:
        raise Unreadable(_("“%(token)s” is no card and no seat.", token=token[:40]))
    return words.index(token)
