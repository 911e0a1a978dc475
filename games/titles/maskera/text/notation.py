"""Moves and chance as words (rules page, section 7). Every move is one part, and both have the same word."""

import re

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
    MASKS,
    PASS,
    PLAY,
    REMOVE,
    REMOVING,
    TURN_CHOICE,
)
from games.titles.maskera.rules.counts import unpack
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState

LETTERS = "PRSBA"
NAMES = (_("Politician"), _("Recruiter"), _("Spy"), _("Brute"), _("Assassin"))

MOVE = re.compile(r"(dr|ok|skip)|(pl|ct|di|ke|as)=([PRSBA])")
CODES = {"pl": PLAY, "ct": COUNTER, "di": DISCARDED, "ke": KEEP, "as": REMOVE}
PHASE_OF = {
    "dr": TURN_CHOICE,
    "pl": TURN_CHOICE,
    "ok": ANSWER,
    "ct": ANSWER,
    "di": DISCARD,
    "ke": KEEPING,
    "as": REMOVING,
}
OWED = {
    TURN_CHOICE: _("Now you draw two cards or play one."),
    ANSWER: _("Now you let the card pass or try to counter it."),
    DISCARD: _("Now you discard a card from your hand."),
    KEEPING: _("Now you choose which of the drawn cards to keep."),
    REMOVING: _("Now you choose a card of the other area for the Assassin."),
}


def mask_name(letter: str) -> Text:
    """The name of the mask that `letter` stands for."""
    return NAMES[LETTERS.index(letter)]


def cards_text(counts: list[int]) -> str:
    """Five counts as letters in the order P R S B A: ``PPSA``."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def packed_text(packed: int) -> str:
    """A packed number of the journal as letters."""
    return cards_text([int(count) for count in unpack(packed)])


def word_of(part: int) -> str:
    """The word for a part: ``dr``, ``pl=B``, ``ok``, ``ct=S``, ``di=R``, ``ke=A``, ``as=P``."""
    if part == DRAW:
        return "dr"
    if part == PASS:
        return "ok"
    for verb, code in CODES.items():
        if code <= part < code + MASKS:
            return f"{verb}={LETTERS[part - code]}"
    raise ValueError(f"no part of Maskera: {part}")


def parse(state: MaskeraState, seat: int, text: str) -> int:
    """The part that `text` names; raises `Unreadable`, or `Illegal` with the rule that forbids it now."""
    match = MOVE.fullmatch(text)
    if not match:
        raise Unreadable.move(text)
    verb = match[1] or match[2]
    if verb == "skip":
        raise Illegal(_("A turn is never skipped by choice."))
    if state.phase != PHASE_OF[verb]:
        raise Illegal(OWED[state.phase])
    if verb == "dr":
        if not can_draw(state):
            raise Illegal(_("No card is left to draw: both piles are empty."))
        return DRAW
    if verb == "ok":
        return PASS
    part = CODES[verb] + LETTERS.index(match[3])
    if part not in state.options(seat):
        raise Illegal(_missing(verb, match[3]))
    return part


def _missing(verb: str, letter: str) -> Text:
    """Why the card named `letter` cannot be chosen."""
    if verb == "ke":
        return _("None of the cards you drew is this mask: %(mask)s.", mask=mask_name(letter))
    if verb == "as":
        return _("The other area does not show this mask: %(mask)s.", mask=mask_name(letter))
    return _("Your hand does not hold this mask: %(mask)s.", mask=mask_name(letter))


def chance_word(state: MaskeraState, outcome: int) -> str:
    """A card's letter, or the number of the first seat."""
    return str(int(outcome)) if state.phase == FIRST_SEAT else LETTERS[outcome]


def parse_chance(state: MaskeraState, token: str) -> int:
    """The outcome that `token` names; raises `Unreadable`."""
    words = "01" if state.phase == FIRST_SEAT else LETTERS
    if len(token) != 1 or token not in words:
        raise Unreadable(_("“%(token)s” is no card and no seat.", token=token[:40]))
    return words.index(token)
