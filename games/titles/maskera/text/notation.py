"""Moves and chance as words (rules page, #notation). Every move is one part, and both have the same word."""

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
    SEATS,
    TURN_CHOICE,
)
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.names import NAMES


def phase_of(part: int) -> int:
    """Return the phase in which `part` may be chosen."""
    if part < PASS:
        return TURN_CHOICE
    if part < DISCARDED:
        return ANSWER
    if part < KEEP:
        return DISCARD
    return KEEPING if part < REMOVE else REMOVING


CODES: Final = {"pl": PLAY, "ct": COUNTER, "di": DISCARDED, "ke": KEEP, "as": REMOVE}
WORDS: Final = {DRAW: "dr", PASS: "ok"} | {
    code + mask: f"{verb}={LETTERS[mask]}" for verb, code in CODES.items() for mask in range(MASKS)
}
"""The word of every part: ``dr``, ``pl=B``, ``ok``, ``ct=S``, ``di=R``, ``ke=A``, ``as=P``."""
PARTS: Final = {word: (part, phase_of(part)) for part, word in WORDS.items()}
"""By word: the part, and the phase in which it may be chosen."""
SEAT_NAMES: Final = {str(seat): seat for seat in range(SEATS)}
CARD_NAMES: Final = {letter: mask for mask, letter in enumerate(LETTERS)}
OWED: Final = {
    TURN_CHOICE: _("You can only draw two cards or play one now."),
    ANSWER: _("You can only let the card pass or try to counter it now."),
    DISCARD: _("You must discard a card from your hand now."),
    KEEPING: _("You must choose which of the drawn cards to keep now."),
    REMOVING: _("You must choose a card in the other area for the Assassin now."),
}


def parse(state: MaskeraState, seat: int, text: str) -> int:
    """Return the part that `text` names; raises `Unreadable`, or `Illegal` with the rule that forbids it now."""
    found = PARTS.get(text)
    if found is None:
        if text == "skip":
            raise Illegal(_("You can’t choose to skip a turn."))
        raise Unreadable.move(text)
    part, phase = found
    if state.phase != phase:
        raise Illegal(OWED[state.phase])
    if part == DRAW:
        if not can_draw(state):
            raise Illegal(_("There are no cards left to draw: both piles are empty."))
    elif phase != ANSWER and part not in state.options(seat):
        raise Illegal(_missing(part))
    return part


def _missing(part: int) -> Text:
    """Return why the card that `part` names cannot be chosen."""
    if part >= REMOVE:
        return _("This mask isn’t in the other area: %(mask)s.", mask=NAMES[part - REMOVE])
    if part >= KEEP:
        return _("This mask isn’t among the cards you drew: %(mask)s.", mask=NAMES[part - KEEP])
    mask = part - PLAY if part < PASS else part - DISCARDED
    return _("This mask isn’t in your hand: %(mask)s.", mask=NAMES[mask])


def chance_word(state: MaskeraState, outcome: int) -> str:
    """Return a card's letter, or the number of the first seat."""
    return str(int(outcome)) if state.phase == FIRST_SEAT else LETTERS[outcome]


def parse_chance(state: MaskeraState, token: str) -> int:
    """Return the outcome that `token` names; raises `Unreadable`."""
    outcome = (SEAT_NAMES if state.phase == FIRST_SEAT else CARD_NAMES).get(token)
    if outcome is None:
        raise Unreadable(_("“%(token)s” isn’t a card or a seat.", token=token[:40]))
    return outcome
