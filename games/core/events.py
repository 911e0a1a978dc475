"""What a log is made of.

An `Event` is what is stored: a seat's whole move, one step of chance, or something the site did. An `Entry` is
what is read: an `Effect`, the typed content of one token of the title's notation, and where in the log it stands.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
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


class Effect(ABC):
    """What one log entry says. Titles derive a small frozen dataclass for each kind of move and consequence.

    `format` and `Game.parse_effect` are each other's inverse, redacted effects included.
    """

    __slots__ = ()

    @abstractmethod
    def format(self) -> str:
        """The token of the title's notation, without braces and without the seat of a move."""

    def redact(self, viewer: int | None) -> "Effect | None":
        """What seat `viewer` (None: a spectator) may read of it while the match runs: itself, a copy of the same
        type with parts hidden, or None. Hidden unless the title opens it; redacting twice changes nothing."""
        return None


@dataclass(frozen=True, slots=True)
class SiteNote(Effect):
    """Something the site did: ``site 1 resigned``. `seat` is None where it is about nobody's seat. Public."""

    seat: int | None
    word: str

    def format(self) -> str:
        return f"site {self.word}" if self.seat is None else f"site {self.seat} {self.word}"

    @classmethod
    def parse(cls, text: str) -> "SiteNote | None":
        """The note that `text` tells; None if it is none."""
        found = re.fullmatch(r"site(?: (\d+))? (\S.*)", text)
        return found and cls(None if found[1] is None else int(found[1]), found[2])

    def redact(self, viewer: int | None) -> "SiteNote":
        return self


@dataclass(frozen=True, slots=True)
class Entry:
    """One token as people read it: a seat's move, or (CHANCE, ENGINE, SITE) the inside of a ``{...}`` note.

    `ply` is that of the stored event it belongs to; several entries may share one. `seat` is whose move it is, or
    the seat a note is about, or None.
    """

    ply: int
    kind: EventKind
    seat: int | None
    effect: Effect

    @property
    def text(self) -> str:
        """The token without braces and without the seat of a move."""
        return self.effect.format()

    @property
    def token(self) -> str:
        """As the file form writes it: ``0:C4@7`` or ``{round 2}``."""
        return f"{self.seat}:{self.text}" if self.kind == EventKind.MOVE else f"{{{self.text}}}"

    def redact(self, viewer: int | None) -> "Entry | None":
        """The entry as seat `viewer` (None: a spectator) may read it while the match runs, or None."""
        effect = self.effect.redact(viewer)
        if effect is self.effect:
            return self
        return None if effect is None else replace(self, effect=effect)
