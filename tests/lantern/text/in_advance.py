"""Answers in advance of Lantern: to a lantern on one bridge, or on any. They are dropped once the seat has blown."""

from games.core.errors import Illegal
from games.core.text import _
from tests.lantern.rules.components import BLOW, BRIDGE_CODES
from tests.lantern.rules.state import LanternState
from tests.lantern.text.notation import ANSWERS

ANY = "*"
ASK_IF_DARK = "let-or-ask"
"""Lets the lantern shine; asked all the same if the holder has no light on that bridge."""
TEXTS = (*ANSWERS, ASK_IF_DARK)


def keys(state: LanternState) -> tuple[str, ...]:
    """The bridge of the lantern, then any."""
    return (BRIDGE_CODES[state.bridge], ANY) if state.phase == BLOW else ()


def parse(key: str, text: str) -> str:
    """The canonical form; raises `Illegal`."""
    if key not in (*BRIDGE_CODES, ANY):
        raise Illegal(_("Standing answers are for a bridge, or for any."))
    if text not in TEXTS:
        raise Illegal.in_advance(TEXTS)
    return text


def move(state: LanternState, seat: int, text: str) -> str | None:
    """The move, None to be asked."""
    if text != ASK_IF_DARK:
        return text
    return "let" if state.light[state.bridge * state.seats + seat] else None
