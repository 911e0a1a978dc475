"""Groups the entries of a log by the event that caused them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.core.engine.events import Entry, EventKind
from games.core.engine.state import CHANCE


@dataclass(slots=True)
class Act:
    """One event as a seat may read it: the first entry is the event itself, the others are its consequences."""

    seat: int
    """The seat that moved, or CHANCE."""
    entries: list[Entry] = field(default_factory=list)


def acts_of(entries: Iterable[Entry]) -> list[Act]:
    """Return the acts of `entries`, in order; site events are left out."""
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
