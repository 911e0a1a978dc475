"""What a log is made of.

An `Event` is what is stored: a seat's whole move, one step of chance, or something the site did. An `Entry` is
what is read: events and their forced consequences as tokens of the title's notation, ready to be redacted.
"""

from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """Who made an event or entry: a seat, chance, the site; or (entries only) the rules themselves."""

    MOVE = "move"
    CHANCE = "chance"
    SITE = "site"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a stored log; its ply is its index there.

    `text` is a move in the title's notation (without the seat), a chance outcome as ``purpose/1.2=token``, or one
    word of the site (``resigned``, ``vacated``, ...) about `seat`.
    """

    kind: EventKind
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One token as people read it: a seat's move, or (ENGINE, SITE) the inside of a ``{...}`` note.

    `ply` is that of the stored event it belongs to; several entries may share one.
    """

    ply: int
    kind: EventKind
    seat: int | None
    text: str
