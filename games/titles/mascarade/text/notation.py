"""Moves and chance as words (rules page, #notation). Refusals are sentences that name the rule (refusals.py)."""

import re
from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal, Unreadable
from games.core.text import _
from games.titles.mascarade.rules.components import (
    ACTION,
    ANNOUNCE,
    ANSWERS,
    CHALLENGED,
    CHOOSE,
    DECLINE,
    DRAWING_MASKS,
    DRAWING_SCRIPT,
    EXCHANGE,
    FIRST_SEAT,
    GUESS,
    LETTERS,
    MASK,
    MEMORISE,
    MEMORISED,
    NO,
    PLAYER,
    POINT,
    PRETEND,
    SCRIPT_NAMES,
    SLOT,
    SWAP,
    SWAP_PART,
    VIEW,
)
from games.titles.mascarade.rules.masks import CODES, TARGETS
from games.titles.mascarade.rules.rows import PLAYER_OR_NONE, RICHEST
from games.titles.mascarade.rules.slots import slot_numbers, slot_words
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.text import refusals

BITS: Final = {PRETEND: "-", SWAP_PART: "+"}
BIT_PARTS: Final = {"-": PRETEND, "+": SWAP_PART}
_FORMS: Final = (
    (MEMORISE, re.compile(r"M")),
    (ACTION, re.compile(r"X(?:@([LMR]))?>([0-9]{1,2}[LMR]?|C[12])([+-])")),
    (ACTION, re.compile(r"V(?:@([LMR]))?")),
    (ACTION, re.compile(r"A:([A-Z]{2})(?:@([LMR]))?")),
    (ANSWERS, re.compile(r"N|C(?:@([LMR]))?")),
    (CHOOSE, re.compile(r"P(?:(-)|>([0-9]{1,2}[LMR]?|C[12])(?:,([0-9]{1,2}[LMR]?|C[12]))?([+-])?)")),
    (GUESS, re.compile(r"G=([A-Z]{2})")),
    (SWAP, re.compile(r"B([+-])")),
)
"""The phase in which a move may be made, and how it is written."""


def part_word(state: MascaradeState, part: int) -> str:
    """Return the word of a part, for pages and addresses."""
    if part >= MASK:
        return CODES[part - MASK]
    if part >= PLAYER:
        return str(part - PLAYER + 1)
    if part >= SLOT:
        return slot_words(state.seats, state.places)[part - SLOT]
    if part >= POINT:
        return f"@{_letter(state, part - POINT)}"
    if part == ANNOUNCE:
        return "A"
    if part >= VIEW:
        return "V" + _at(state, part - VIEW)
    if part >= EXCHANGE:
        return "X" + _at(state, part - EXCHANGE)
    if part >= PRETEND:
        return "-" if part == DECLINE else BITS[part]
    if part >= CHALLENGED:
        return "C" + _at(state, part - CHALLENGED)
    return "N" if part == NO else "M"


def _letter(state: MascaradeState, number: int) -> str:
    return LETTERS[state.seats][number]


def _at(state: MascaradeState, number: int) -> str:
    return f"@{_letter(state, number)}" if state.hand > 1 else ""


def format_move(state: MascaradeState, parts: Sequence[int]) -> str:
    """Return the text of a whole move."""
    words = [part_word(state, part) for part in parts]
    if state.phase == GUESS:
        return f"G={words[0]}"
    if state.phase == SWAP:
        return f"B{words[0]}"
    if state.phase == CHOOSE:
        return "P-" if words[0] == "-" else "P>" + ",".join(words[:2]) + "".join(words[2:])
    if state.phase == ACTION and words[0].startswith("X"):
        return f"{words[0]}>{words[1]}{words[2]}"
    if state.phase == ACTION and words[0] == "A":
        return "A:" + "".join(words[1:])
    return words[0]


def parse_move(state: MascaradeState, seat: int, text: str) -> list[int]:
    """Return the parts of the move `text`; raises `Unreadable`, or `Illegal` with the rule that forbids it."""
    for phase, form in _FORMS:
        if found := form.fullmatch(text):
            if phase != state.phase:
                raise Illegal(refusals.OWED[state.phase])
            return _READERS[text[0]](state, seat, found)
    raise Unreadable.move(text)


def _memorised(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    return [MEMORISED]


def _exchange(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    own = _own(state, found[1])
    slot = _slot(state, found[2])
    if state.owner[slot] == seat:
        raise Illegal(_("Swap with another player’s mask or one in the centre, not your own."))
    return [EXCHANGE + own, SLOT + slot, BIT_PARTS[found[3]]]


def _view(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    refusals.check_view(state)
    return [VIEW + _own(state, found[1])]


def _announce(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    refusals.check_announce(state)
    mask = _mask(state, found[1])
    own = _own(state, found[2])
    return [ANNOUNCE, MASK + mask, POINT + own] if state.hand > 1 else [ANNOUNCE, MASK + mask]


def _answer(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    return [NO] if found[0] == "N" else [CHALLENGED + _own(state, found[1])]


def _power(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    declined, first, second, bit = found.groups()
    if declined:
        refusals.check_decline(state)
        return [DECLINE]
    refusals.check_shape(state, second is not None, bit is not None)
    if TARGETS[state.announced] in (PLAYER_OR_NONE, RICHEST):
        player = _player(state, first)
        refusals.check_player(state, player)
        return [PLAYER + player]
    slots = [_slot(state, word) for word in (first, second) if word]
    refusals.check_slots(state, slots)
    return [*(SLOT + slot for slot in slots), *([BIT_PARTS[bit]] if bit else [])]


def _guess(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    return [MASK + _mask(state, found[1])]


def _swap(state: MascaradeState, seat: int, found: re.Match[str]) -> list[int]:
    return [BIT_PARTS[found[1]]]


_READERS: Final = {
    "M": _memorised,
    "X": _exchange,
    "V": _view,
    "A": _announce,
    "N": _answer,
    "C": _answer,
    "P": _power,
    "G": _guess,
    "B": _swap,
}
"""By the first letter of a move."""


def _own(state: MascaradeState, letter: str | None) -> int:
    """Return the number of the seat's slot that a move names; 0 where a seat has one slot. Raise `Illegal` if it fits
    none."""
    if state.hand == 1:
        if letter:
            raise Illegal(_("Players have one mask each in this match: don’t write a letter."))
        return 0
    letters = LETTERS[state.seats]
    if not letter or letter not in letters:
        raise Illegal(_("Say which of your masks: %(letters)s.", letters=", ".join(f"@{each}" for each in letters)))
    return letters.index(letter)


def _slot(state: MascaradeState, word: str) -> int:
    """Return the slot of this word; raise `Illegal` if there is none."""
    slot = slot_numbers(state.seats, state.places).get(word)
    if slot is None:
        raise Illegal(_("There’s no mask at “%(slot)s” in this match.", slot=word))
    return slot


def _player(state: MascaradeState, word: str) -> int:
    """Return the seat of this word, a number from 1; raise `Illegal` if there is none."""
    if word not in {str(number) for number in range(1, state.seats + 1)}:
        raise Illegal(_("Choose a player by number: 1 to %(seats)s.", seats=int(state.seats)))
    return int(word) - 1


def _mask(state: MascaradeState, code: str) -> int:
    """Return the mask of this code; raise `Illegal` unless it is in play."""
    if code not in CODES:
        raise Illegal(_("There’s no mask with the code “%(code)s”.", code=code))
    mask = CODES.index(code)
    if mask not in state.kinds:
        raise Illegal(_("You can only name masks in this match’s script."))
    return mask


# Chance.


def chance_word(state: MascaradeState, outcome: int) -> str:
    """Return a script's name, a mask's code (or that it is left out), or the number of the first player."""
    if state.phase == DRAWING_SCRIPT:
        return SCRIPT_NAMES[outcome]
    if state.phase == DRAWING_MASKS:
        return choices(state)[outcome]
    return str(outcome + 1) if state.phase == FIRST_SEAT else CODES[outcome]


def parse_chance(state: MascaradeState, token: str) -> int:
    """Return the outcome that `token` names; raises `Unreadable`."""
    names: tuple[str, ...] = SCRIPT_NAMES if state.phase == DRAWING_SCRIPT else CODES
    if state.phase == DRAWING_MASKS:
        names = choices(state)
    if state.phase == FIRST_SEAT:
        names = tuple(str(number) for number in range(1, int(state.seats) + 1))
    if token not in names:
        raise Unreadable(_("“%(token)s” can’t be drawn here.", token=token[:40]))
    return names.index(token)


def choices(state: MascaradeState) -> tuple[str, str]:
    """Return the tokens for leaving the considered mask out of the script and for taking it."""
    code = CODES[state.drawing]
    return f"-{code}", code
