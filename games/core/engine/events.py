"""Events and entries of a match's log.

An `Event` is what is stored: a seat's whole move, one chance outcome, or an action of the site. An `Entry` is what is
read: an `Effect`, the typed content of one token of the title's notation, with its position in the log.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from games.core.errors import BrokenRow


class EventKind(StrEnum):
    """The author of an event or entry: a seat, chance, the site; or (entries only) the rules themselves."""

    MOVE = "move"
    CHANCE = "chance"
    SITE = "site"
    ENGINE = "engine"


def stored_kind(word: str) -> EventKind:
    """Return the kind that is stored as `word`; raises `BrokenRow`."""
    try:
        return EventKind(word)
    except ValueError as error:
        raise BrokenRow.at("kind of an event", word) from error


@dataclass(frozen=True, slots=True)
class Event:
    """One stored event; its ply is its index in the log.

    `text` is a move in the title's notation (without the seat), a chance outcome as ``purpose/1.2=token``, or the name
    of a site event (``resigned``, ``vacated``, ...) that concerns `seat`.
    """

    kind: EventKind
    seat: int | None
    text: str


class Effect(ABC):
    """The content of one log entry. Titles derive a frozen dataclass for each type of move and consequence.

    `format` and `Game.parse_effect` are each other's inverse, redacted effects included.
    """

    __slots__ = ()

    @abstractmethod
    def format(self) -> str:
        """Return the token of the title's notation, without braces and without the seat of a move."""

    def redact(self, viewer: int | None) -> "Effect | None":
        """Return the part of this effect that seat `viewer` (None: a spectator) may read while the match is running:
        itself, a copy of the same type with fields hidden, or None. The default hides everything. Idempotent."""
        return None

    def fade(self) -> "Effect":
        """Return this effect without what a viewer may no longer read once it has faded (`Game.memory`). Idempotent."""
        return self


@dataclass(frozen=True, slots=True)
class SiteNote(Effect):
    """A site event: ``site 1 resigned``. `seat` is None if the event concerns no seat. Public."""

    seat: int | None
    word: str

    def format(self) -> str:
        return f"site {self.word}" if self.seat is None else f"site {self.seat} {self.word}"

    @classmethod
    def parse(cls, text: str) -> "SiteNote | None":
        """Return the note written as `text`; None if `text` is not a site note."""
        found = re.fullmatch(r"site(?: (\d+))? (\S.*)", text)
        return found and cls(None if found[1] is None else int(found[1]), found[2])

    def redact(self, viewer: int | None) -> "SiteNote":
        return self


@dataclass(frozen=True, slots=True)
class Entry:
    """One token of a log: a seat's move, or (CHANCE, ENGINE, SITE) the content of a ``{...}`` note.

    `ply` is that of the stored event that the entry belongs to; several entries may share one. `seat` is the seat that
    moved, the seat that a note concerns, or None.
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
        """The token in a record: ``0:C4@7`` or ``{round 2}``."""
        return f"{self.seat}:{self.text}" if self.kind == EventKind.MOVE else f"{{{self.text}}}"

    def redact(self, viewer: int | None) -> "Entry | None":
        """Return the entry as seat `viewer` (None: a spectator) may read it while the match is running, or None."""
        effect = self.effect.redact(viewer)
        if effect is self.effect:
            return self
        return None if effect is None else self._with(effect)

    def fade(self) -> "Entry":
        """Return the entry without what has faded."""
        effect = self.effect.fade()
        return self if effect is self.effect else self._with(effect)

    def _with(self, effect: Effect) -> "Entry":
        return Entry(self.ply, self.kind, self.seat, effect)


@dataclass(frozen=True, slots=True)
class Memory:
    """The part of a running match that a viewer may still read: entries before the ply `entries_from`, and drawings of
    positions before `positions_from` (the number of events before them), have faded."""

    entries_from: int = 0
    positions_from: int = 0
