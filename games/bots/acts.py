"""The acts of a match, as a seat may read them in its log."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.core.events import Entry, EventKind
from games.core.state import CHANCE


@dataclass(slots=True)
class Act:
    """A move, or what chance drew: the first entry is its text, the others are what followed from it."""

    seat: int
    """CHANCE if nobody moved."""
    entries: list[Entry] = field(default_factory=list)


def acts_of(entries: Iterable[Entry]) -> list[Act]:
    """The acts that these entries tell of, in order. Notes of the site are none."""
    acts: list[Act] = []
    ply = -1
    for entry in entries:
        if entry.kind == EventKind.SITE:
            continue
        if entry.ply != ply:
            acts.append(Act(CHANCE if entry.kind != EventKind.MOVE or entry.seat is None else entry.seat))
            ply = entry.ply
        acts[-1].entries.append(entry)
    return acts
