"""Worlds, as a belief counts them by the thousand: where each mask lies.

A world is a byte for each mask in play, ascending: its place. A place is the slot of a mask; of the Peasants, of which
there are two, it is both slots (`place_of`). So an assignment has only one name, and two slots change places in a world
by one `bytes.translate`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.titles.mascarade.rules.bounds import Bounds

World = bytes
"""The place of each mask in play."""
Assignment = bytes
"""The mask in each slot."""
SLOTS = 15
"""The most slots of a table."""


def place_of(slots: Sequence[int]) -> int:
    """Return the place of a mask that lies in one slot, or in two."""
    if len(slots) == 1:
        return slots[0]
    return 16 * (min(slots) + 1) + max(slots)


def slots_of(place: int) -> tuple[int, ...]:
    """Return the one slot, or the two."""
    return (place,) if place < 16 else (place // 16 - 1, place % 16)


PLACES = tuple(range(SLOTS)) + tuple(place_of((one, other)) for other in range(SLOTS) for one in range(other))


def world_of(assignment: Sequence[int]) -> World:
    """Return the world with this mask in each slot."""
    kinds = sorted(set(assignment))
    return bytes(place_of([slot for slot, mask in enumerate(assignment) if mask == kind]) for kind in kinds)


def assignment_of(world: World, kinds: Sequence[int]) -> Assignment:
    """Return the mask in each slot; `kinds` are the masks in play, ascending."""
    masks = {slot: kind for kind, place in zip(kinds, world, strict=True) for slot in slots_of(place)}
    return bytes(masks[slot] for slot in range(len(masks)))


@lru_cache(maxsize=256)
def exchange(first: int, second: int) -> bytes:
    """Return the table that exchanges two slots: ``world.translate(exchange(first, second))``."""
    other = {first: second, second: first}
    table = bytearray(range(256))
    for place in PLACES:
        table[place] = place_of([other.get(slot, slot) for slot in slots_of(place)])
    return bytes(table)


def exchanged(worlds: Iterable[World], first: int, second: int) -> list[World]:
    """Return the worlds after two slots have changed places."""
    table = exchange(first, second)
    return [world.translate(table) for world in worlds]


@lru_cache(maxsize=SLOTS)
def places_at(slot: int) -> bytes:
    """Return the places that a slot is, or belongs to."""
    return bytes(place for place in PLACES if slot in slots_of(place))


def columns(worlds: Iterable[World], kinds: int) -> list[bytes]:
    """Return, by kind, its place in each world."""
    together = b"".join(worlds)
    return [together[kind::kinds] for kind in range(kinds)]


def lies_within(world: World, bounds: Bounds, kinds: Sequence[int]) -> bool:
    """Return whether each slot holds a mask that it may hold."""
    return all(kind in bounds.slots[slot] for kind, place in zip(kinds, world, strict=True) for slot in slots_of(place))


def arranged(bounds: Bounds) -> list[World]:
    """Return some worlds within `bounds`; none if there are none."""
    found = [arrangement(bounds, number) for number in range(len(bounds.slots))]
    return sorted({world_of(each) for each in found if each is not None})


def arrangement(bounds: Bounds, number: int) -> list[int] | None:
    """Return masks by slot within `bounds`, different ones for most numbers; None if there are none. Each slot takes a
    card that it may hold, and the slot that had it moves on to another."""
    cards = [mask for mask, copies in enumerate(bounds.copies) for _copy in range(copies)]
    turn = number % len(cards)
    cards = cards[turn:] + cards[:turn]
    holder: dict[int, int] = {}

    def give(slot: int, tried: set[int]) -> bool:
        for card, mask in enumerate(cards):
            if mask in bounds.slots[slot] and card not in tried:
                tried.add(card)
                if card not in holder or give(holder[card], tried):
                    holder[card] = slot
                    return True
        return False

    if not all(give(slot, set()) for slot in range(len(cards))):
        return None
    masks = {slot: cards[card] for card, slot in holder.items()}
    return [masks[slot] for slot in range(len(cards))]
