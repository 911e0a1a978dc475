"""Re-deals what a seat cannot know: the hands of others, their discards, and the draw pile.

Every unknown card is equally likely in every unknown place, with one exception: of the cards that the seat knows to
have been in the draw pile when it was last shuffled, others can have only as many as they have drawn since (piles.py).
The knowledge of others is forgotten: a re-dealt seat starts to count again.
"""

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules.components import FACES
from games.titles.masons.rules.fields import MasonsFields
from games.titles.masons.rules.piles import tossed_by, unlocated


def redeal(world: MasonsFields, seat: Int) -> None:
    """Re-deal everything that `seat` cannot know, in place, with the generator of `world`."""
    seats = world.seats
    held: Row = vec[Int]([0] * seats)  # cards that each other seat has or has discarded unseen
    tossed: Row = vec[Int]([0] * seats)
    for other in range(seats):
        if other != seat:
            tossed[other] = tossed_by(world, other)
            held[other] = world.hand_size[other] + tossed[other]
    bound, free = _unknown_cards(world, seat)
    _empty(world, seat)
    _shuffle(world, bound)
    _shuffle(world, free)
    heaps = _deal_bound(world, seat, held, bound, free)
    _deal_free(world, held, heaps, free)
    for other in range(seats):
        if other != seat:
            _take_up(world, other, heaps[other], tossed[other])
    for card in heaps[seats]:
        world.pile[card] += 1


def _unknown_cards(world: MasonsFields, seat: Int) -> tuple[list[Int], list[Int]]:
    """Return the cards that `seat` has not located: those that were in the pile at the last shuffle, and the rest."""
    bound: list[Int] = []
    free: list[Int] = []
    for face in range(FACES):
        copies = unlocated(world, seat, face)
        known = min(copies, world.at_large[seat * FACES + face])
        for _copy in range(known):
            bound.append(face)
        for _copy in range(copies - known):
            free.append(face)
    return bound, free


def _empty(world: MasonsFields, seat: Int) -> None:
    """Take all hidden cards off the table, and what others have concluded."""
    for face in range(FACES):
        world.pile[face] = 0
        for other in range(world.seats):
            if other != seat:
                world.hand[other * FACES + face] = 0
                world.tossed[other * FACES + face] = 0
                world.at_large[other * FACES + face] = 0
    for other in range(world.seats):
        if other != seat:
            for third in range(world.seats):
                world.can_hold[other * world.seats + third] = 0


def _shuffle(world: MasonsFields, cards: list[Int]) -> None:
    for last in range(len(cards) - 1, 0, -1):
        at = world.randbelow(last + 1)
        card = cards[at]
        cards[at] = cards[last]
        cards[last] = card


def _deal_bound(world: MasonsFields, seat: Int, held: Row, bound: list[Int], free: list[Int]) -> list[list[Int]]:
    """Return heaps by seat, and the draw pile last, with the cards that were in the pile at the last shuffle. Cards
    without a place join `free`."""
    seats = world.seats
    heaps: list[list[Int]] = [[] for _each in range(seats + 1)]
    room: Row = vec[Int]([0] * (seats + 1))
    total: Int = world.pile_size
    room[seats] = world.pile_size
    for other in range(seats):
        if other != seat:
            room[other] = min(held[other], world.can_hold[seat * seats + other])
            total += room[other]
    for card in bound:
        if total == 0:
            free.append(card)
            continue
        at = world.randbelow(total)
        heap: Int = 0
        while at >= room[heap]:
            at -= room[heap]
            heap += 1
        heaps[heap].append(card)
        room[heap] -= 1
        total -= 1
    return heaps


def _deal_free(world: MasonsFields, held: Row, heaps: list[list[Int]], free: list[Int]) -> None:
    """Fill the heaps up with `free`; what is left over goes to the draw pile."""
    at: Int = 0
    for other in range(world.seats):
        missing: Int = held[other] - len(heaps[other])
        for _each in range(missing):
            heaps[other].append(free[at])
            at += 1
    while at < len(free):
        heaps[world.seats].append(free[at])
        at += 1


def _take_up(world: MasonsFields, other: Int, heap: list[Int], tossed: Int) -> None:
    """Turn a heap into what a seat has discarded unseen, and its hand."""
    _shuffle(world, heap)
    for number, card in enumerate(heap):
        if number < tossed:
            world.tossed[other * FACES + card] += 1
        else:
            world.hand[other * FACES + card] += 1
