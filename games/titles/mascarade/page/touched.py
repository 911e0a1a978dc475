"""The changes of the log on the table, for the marks of what is new."""

from collections.abc import Iterator, Sequence

from games.core.engine.events import Effect, Entry, EventKind
from games.titles.mascarade.page.elements import purse_id, slot_id
from games.titles.mascarade.rules import effects

JUSTICE = "justice"


def touched(entries: Sequence[Entry]) -> dict[str, int | None]:
    """Return the ids of what the redacted `entries` have changed, with the seat whose move did it last; None before any
    move."""
    ids: dict[str, int | None] = {}
    mover: int | None = None
    looked: tuple[str, ...] = ()
    for entry in entries:
        if entry.kind == EventKind.MOVE:
            mover = entry.seat
        if isinstance(entry.effect, effects.Looked):
            looked = tuple(slot for slot, _mask in entry.effect.masks)
        changed = (
            [slot_id(slot) for slot in looked]
            if isinstance(entry.effect, effects.SpySwapped)
            else changes(entry.effect)
        )
        ids.update(dict.fromkeys(changed, mover))
    return ids


def changes(effect: Effect) -> Iterator[str]:
    """Yield the ids of what an effect changes or concerns."""
    match effect:
        case effects.Exchanged(seat, letter, other):
            yield from (slot_id(f"{seat + 1}{letter}"), slot_id(other))
        case effects.Viewed(seat, letter) | effects.Announced(seat, _, letter):
            yield slot_id(f"{seat + 1}{letter}")
        case effects.PowerUsed(_, targets):
            yield from map(slot_id, targets)
        case effects.Revealed(masks):
            yield from (slot_id(slot) for slot, _mask in masks)
        case effects.Tested(slot) | effects.ShownToOthers(slot):
            yield slot_id(slot)
        case effects.Gained(seat):
            yield purse_id(seat)
        case effects.Paid(seat, payee):
            yield from (purse_id(seat), purse_id(payee))
        case effects.JusticeTaken(seat):
            yield from (JUSTICE, purse_id(seat))
        case effects.Fined(seats):
            yield from (JUSTICE, *map(purse_id, seats))
        case effects.FortunesExchanged(one, other):
            yield from (purse_id(one), purse_id(other))
