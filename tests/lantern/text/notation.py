"""Names of parts, moves as text (``3a``, ``let``, ``blow``), cards and faces of the wind as tokens."""

import re
from collections.abc import Sequence

from games.core.errors import Illegal, Unreadable
from games.core.text import _
from tests.lantern.rules.components import BLOW, BLOW_PART, BRIDGE_CODES, BRIDGE_PART, HANG, LET_PART
from tests.lantern.rules.state import LanternState

WORDS = {LET_PART: "let", BLOW_PART: "blow"} | {BRIDGE_PART + i: name for i, name in enumerate(BRIDGE_CODES)}
ANSWERS = {"let": LET_PART, "blow": BLOW_PART}


def part_word(part: int) -> str:
    """``3``, ``a``, ``let``."""
    return WORDS.get(part, str(part))


def format_move(parts: Sequence[int]) -> str:
    """``3a`` or ``let``."""
    return "".join(part_word(part) for part in parts)


def parse_move(state: LanternState, seat: int, text: str) -> list[int]:
    """The parts of `text`, if `seat` may make that move now."""
    if text in ANSWERS:
        if state.phase != BLOW:
            raise Illegal(_("There is no lantern to answer: hang one of yours."))
        return [ANSWERS[text]]
    match = re.fullmatch(r"([1-4])([abc])", text, re.ASCII)
    if match is None:
        raise Unreadable.move(text)
    if state.phase != HANG:
        raise Illegal(_("Answer the lantern first: let it shine, or blow."))
    card = int(match[1])
    if state.held(seat, card) == 0:
        raise Illegal(_("You don’t have this card in hand: lantern of brightness %(card)s.", card=card))
    return [card, BRIDGE_PART + BRIDGE_CODES.index(match[2])]


def parse_chance(token: str) -> int:
    """A seat, a brightness or a face of the wind: one digit."""
    if re.fullmatch("[0-6]", token, re.ASCII) is None:
        raise Unreadable.move(token)
    return int(token)
