"""Moves and chance as words (rules page, #notation). Refusals are sentences that name the rule (refusals.py)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.errors import Illegal, Unreadable
from games.core.text import _
from games.titles.masons.rules import components as box
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.names import (
    LINE_NAMES,
    LINE_NUMBERS,
    POINT_NUMBERS,
    SPACE_NUMBERS,
    town_word,
)
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.turn import next_die
from games.titles.masons.rules.view import piece_word
from games.titles.masons.text import refusals

NONE_WORD: Final = "-"
ALONE_WORD: Final = "alone"
DISCARD_WORD: Final = "discard"
_TOWER: Final = r"[a-z]\d{1,2}=[A-Z]"
_HOUSE: Final = r"[A-Z]\d{1,2}=[a-z]"
_CARD: Final = r"[A-Z]{1,4}[a-z1-9]?"
_FORMS: Final = (
    (box.WALL, re.compile(r"W:([a-z]\d{1,2}[a-z]\d{1,2})")),
    (box.BUILD, re.compile(rf"B:({_TOWER}(?:,{_TOWER})*)?;({_HOUSE}(?:,{_HOUSE})*)?")),
    (box.MERGE, re.compile(r"M:(-|T[1-9]\d{0,2})")),
    (box.SCORE, re.compile(rf"S:({_CARD})(?:\+({_CARD}))?")),
    (box.SCORE, re.compile(rf"X:({_CARD})")),
    (box.EXCHANGE, re.compile(rf"E:(-|{_CARD}(?:,{_CARD})*)")),
    (box.FINAL, re.compile(rf"F:(?:-|(0|T[1-9]\d{{0,2}}):({_CARD})(?:\+({_CARD}))?)")),
)
"""The phase in which a move may be made, and how it is written."""


def part_word(state: MasonsState, part: int) -> str:
    """Return the word of a part, for pages and addresses."""
    if part >= box.LINE:
        return LINE_NAMES[part - box.LINE]
    if part >= box.TOWER:
        return piece_word(state, part)
    if part >= box.TOWN:
        return town_word(part - box.TOWN)
    if part >= box.CARD:
        return box.FACE_CODES[part - box.CARD]
    if part == box.DISCARD:
        return DISCARD_WORD
    return ALONE_WORD if part == box.ALONE else NONE_WORD


def format_move(state: MasonsState, parts: Sequence[int]) -> str:
    """Return the text of a whole move."""
    words = [part_word(state, part) for part in parts]
    match state.phase:
        case phase if phase == box.WALL:
            return f"W:{words[0]}"
        case phase if phase == box.BUILD:
            towers = [word for part, word in zip(parts, words, strict=True) if box.TOWER <= part < box.HOUSE]
            houses = [word for part, word in zip(parts, words, strict=True) if part >= box.HOUSE]
            return f"B:{','.join(towers)};{','.join(houses)}"
        case phase if phase == box.MERGE:
            return f"M:{words[0]}"
        case phase if phase == box.SCORE:
            if parts[1] == box.DISCARD:
                return f"X:{words[0]}"
            return f"S:{words[0]}" if parts[1] == box.ALONE else f"S:{words[0]}+{words[1]}"
        case phase if phase == box.EXCHANGE:
            return f"E:{','.join(words[:-1]) or NONE_WORD}"
    if parts[0] == box.NOTHING:
        return "F:-"
    return f"F:{words[0]}:{words[1]}" + ("" if parts[2] == box.ALONE else f"+{words[2]}")


def parse_move(state: MasonsState, seat: int, text: str) -> list[int]:
    """Return the parts of the move `text`; raises `Unreadable`, or `Illegal` with the rule that forbids it."""
    for phase, form in _FORMS:
        if found := form.fullmatch(text):
            if phase != state.phase:
                raise Illegal(refusals.OWED[int(state.phase)])
            return _READERS[text[0]](state, seat, found)
    raise Unreadable.move(text)


def _wall(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    line = LINE_NUMBERS.get(found[1])
    if line is None:
        raise Illegal(_("There’s no line “%(line)s” on this board.", line=found[1]))
    refusals.check_wall(state, line)
    return [box.LINE + line]


def _build(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    towers = [_place(word, POINT_NUMBERS, box.TONE_CODES) for word in (found[1] or "").split(",") if word]
    houses = [_place(word, SPACE_NUMBERS, box.COLOUR_CODES) for word in (found[2] or "").split(",") if word]
    refusals.check_places(state, [point for point, _tone in towers], [space for space, _colour in houses])
    parts = [box.TOWER + (point == BOARD.end_b[state.line]) * box.TONES + tone for point, tone in towers]
    parts += [box.HOUSE + (space == BOARD.space_b[state.line]) * box.COLOURS + colour for space, colour in houses]
    trial = state.copy()
    for part in parts:
        refusals.check_piece(trial, seat, part)
        trial.choose(seat, part)
    return parts or [box.NOTHING]


def _merge(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    if found[1] == NONE_WORD:
        return [box.NOTHING]
    part = _town(state, found[1])
    if part not in state.options(seat):
        raise Illegal(_("You can only join a town that shares a wall with the new one."))
    return [part]


def _score(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    first, second = _card(found[1]), found[2]
    cards = [first] if second is None else [first, _card(second)]
    refusals.check_cards(state, seat, cards)
    return [first, box.ALONE] if second is None else cards


def _discard(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    card = _card(found[1])
    refusals.check_cards(state, seat, [card])
    return [card, box.DISCARD]


def _exchange(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    if found[1] == NONE_WORD:
        return [box.NOTHING]
    cards = [_card(word) for word in found[1].split(",")]
    refusals.check_cards(state, seat, cards)
    return [*cards, box.NOTHING]


def _final(state: MasonsState, seat: int, found: re.Match[str]) -> list[int]:
    if found[1] is None:
        return [box.NOTHING]
    town, first, second = _town(state, found[1]), _card(found[2]), found[3]
    if town not in state.options(seat):
        raise Illegal(_("There’s no town %(town)s on the board.", town=found[1]))
    cards = [first] if second is None else [first, _card(second)]
    refusals.check_cards(state, seat, cards)
    return [town, *cards] if second is not None else [town, first, box.ALONE]


_READERS: Final = {
    "W": _wall,
    "B": _build,
    "M": _merge,
    "S": _score,
    "X": _discard,
    "E": _exchange,
    "F": _final,
}
"""By the first letter of a move."""


def _place(word: str, places: Mapping[str, int], codes: Sequence[str]) -> tuple[int, int]:
    """Return where a piece is built, and which; raise `Illegal` if there is no such place or piece."""
    place, _sign, code = word.partition("=")
    if place not in places or code not in codes:
        raise Illegal(_("“%(piece)s” isn’t a piece on a place of this board.", piece=word))
    return places[place], codes.index(code)


def _town(state: MasonsState, word: str) -> int:
    """Return the part for the town of this word, which may be gone from the board; ``0`` is no town. Raise `Illegal` if
    it has never been there."""
    town = int(word.removeprefix("T"))
    if town > state.last_town:
        raise Illegal(_("There’s no town %(town)s on the board.", town=word))
    return box.TOWN + town


def _card(code: str) -> int:
    if code not in box.FACE_CODES:
        raise Illegal(_("There’s no card with the code “%(code)s”.", code=code))
    return box.CARD + box.FACE_CODES.index(code)


# Chance.


def chance_word(state: MasonsState, outcome: int) -> str:
    """Return a side of the die, the number of the first seat from 1, or a card's code."""
    if state.phase == box.ROLLING:
        return box.TONE_CODES[outcome] if next_die(state) == 0 else box.HOUSE_DIE_CODES[outcome]
    return str(outcome + 1) if state.phase == box.FIRST_SEAT else box.FACE_CODES[outcome]


def parse_chance(state: MasonsState, token: str) -> int:
    """Return the outcome that `token` names; raises `Unreadable`."""
    names: tuple[str, ...] = box.FACE_CODES
    if state.phase == box.ROLLING:
        names = box.TONE_CODES if next_die(state) == 0 else box.HOUSE_DIE_CODES
    elif state.phase == box.FIRST_SEAT:
        names = tuple(str(number) for number in range(1, int(state.seats) + 1))
    if token not in names:
        raise Unreadable(_("“%(token)s” can’t be drawn here.", token=token[:40]))
    return names.index(token)
