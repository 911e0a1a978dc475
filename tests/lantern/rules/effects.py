"""Log entries of Lantern, typed: moves, and what follows from them.

A brightness that its reader may not know, or not know any more, is 0 and written ``?``.
"""

from typing import Annotated

from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Words,
    by_seat,
    each_its_own,
    either,
    entry,
    everybody,
    several,
)
from tests.lantern.rules import components
from tests.lantern.rules.components import BRIDGE_CODES

ENTRIES = Entries()
NUMBER = Words("[0-9]+", int)
CARD = Words("[1-4?]", lambda text: 0 if text == "?" else int(text), lambda card: str(card or "?"), lambda card: 0)
BRIDGE = Words("[abc]", BRIDGE_CODES.index, BRIDGE_CODES.__getitem__)


@entry(ENTRIES, "{card}{bridge}", to=everybody, readers={"card": everybody})
class Hung(DeclaredEffect):
    """``3a``: a lantern is hung on a bridge."""

    seat: int
    card: Annotated[int, CARD]
    bridge: Annotated[int, BRIDGE]


@entry(ENTRIES, "{blow}", to=everybody)
class Answered(DeclaredEffect):
    """``let`` or ``blow``."""

    seat: int
    blow: Annotated[bool, either("blow", "let")]


@entry(ENTRIES, "setup wind={storm}{fades} first={first}", to=everybody, recorded=components.EFFECT_SET_UP)
class SetUp(DeclaredEffect):
    """``setup wind=calm first=1``, ``setup wind=calm memory=fades first=1``."""

    storm: Annotated[bool, either("storm", "calm")]
    first: Annotated[int, NUMBER]
    fades: Annotated[bool, either(" memory=fades", "")] = False


@entry(ENTRIES, "deal {hands}", to=everybody, readers={"hands": each_its_own}, recorded=components.EFFECT_DEALT)
class Dealt(DeclaredEffect):
    """``deal 0=114 1=???``: the brightnesses in each hand, ascending."""

    hands: Annotated[tuple[tuple[int, ...], ...], by_seat(several(CARD, ""))]


@entry(ENTRIES, "wind {face}", to=everybody, recorded=components.EFFECT_WIND)
class WindBlew(DeclaredEffect):
    """``wind 5``: the face of the wind die."""

    face: Annotated[int, NUMBER]


@entry(ENTRIES, "out {seat} {card}{bridge}", to=everybody, readers={"card": everybody}, recorded=components.EFFECT_OUT)
class WentOut(DeclaredEffect):
    """``out 1 3a``: a lantern is lost."""

    seat: Annotated[int, NUMBER]
    card: Annotated[int, CARD]
    bridge: Annotated[int, BRIDGE]


@entry(ENTRIES, "end {points}", to=everybody, recorded=components.EFFECT_ENDED)
class NightEnded(DeclaredEffect):
    """``end 0=3 1=6``: the points of all seats."""

    points: Annotated[tuple[int, ...], by_seat(NUMBER)]
