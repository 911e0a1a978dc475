"""Re-deals what a seat cannot know, and nothing else (rules page, #secrets).

With three or four seats all guests are dealt into packets, so what is hidden is who took what. A seat knows its own
picks and, of every packet that came by, what was in it then. Slots of `state.packet` thus fall into groups: the guests
of a group are known, their order is not. Group 0 gathers what was taken before the seat saw a packet; group 1 + o what
it passed on of packet o. The new world is built from that knowledge alone: two worlds that look the same to the seat
give the same redeal, whatever the order of the guests in a packet.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY, SIZE
from games.titles.masques.rules.components import ACTION, DEAL, DRAFT, ENDED, GUESTS, HAND, NONE, TWINS
from games.titles.masques.rules.draft import held, origin
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import guests, hand_of, with_guest
from games.titles.masques.rules.preparation import add_sorted, undealt

KNOWN: Final = -1  # the group of slots that hold no secret


def redeal(world: MasquesFields, seat: Int) -> None:
    """Change `world` into one that `seat` could not tell from it; draws from its generator."""
    if seat != world.mover:
        world.chosen = []
    if world.seats == 2:
        redeal_two(world, seat)
    elif world.phase == DEAL:
        redeal_dealt(world)
    elif world.phase == DRAFT:
        redeal_draft(world, seat)
    elif world.phase == ACTION or world.phase == ENDED:
        redeal_hands(world, seat)


def shuffle(world: MasquesFields, cards: list[Int]) -> None:
    """Put `cards`, given in ascending order, into a random order."""
    for last in range(len(cards) - 1, 0, -1):
        at = world.randbelow(last + 1)
        card = cards[at]
        cards[at] = cards[last]
        cards[last] = card


def redeal_two(world: MasquesFields, seat: Int) -> None:
    """Re-deal with two seats: the other hand, its cards left from the odd round and the cards set aside are one hidden
    heap."""
    other = 1 - seat
    heap = undealt(world) + guests(world.hand[other]) + guests(world.unplayed[other])
    heap.sort()
    shuffle(world, heap)
    hand = SIZE[world.hand[other]]
    unplayed = SIZE[world.unplayed[other]]
    world.hand[other] = hand_of(heap[:hand])
    world.unplayed[other] = hand_of(heap[hand : hand + unplayed])
    refill_deck(world, heap, hand + unplayed)


def refill_deck(world: MasquesFields, heap: list[Int], start: Int) -> None:
    """Make the deck from what is left of `heap` from `start` on."""
    for guest in range(GUESTS):
        world.deck[guest] = 0
    for at in range(start, len(heap)):
        world.deck[heap[at]] += 1


def redeal_dealt(world: MasquesFields) -> None:
    """Re-deal while guests are dealt and nobody has looked at a packet: all guests are one heap."""
    heap = undealt(world)
    for slot in range(world.cursor):
        add_sorted(heap, world.packet[slot])
    shuffle(world, heap)
    for slot in range(world.cursor):
        world.packet[slot] = heap[slot]
    refill_deck(world, heap, world.cursor)


# The draft.


def groups(world: MasquesFields, seat: Int) -> Row:
    """Return the group of every slot of the packets, as `seat` knows them now."""
    seats = world.seats
    group = vec[Int]([0] * (seats * HAND))
    for packet in range(seats):
        seen = (seat - packet) % seats  # the pick at which `seat` holds this packet
        if seen > world.drafted:
            continue
        for time in range(seen, HAND):
            slot = packet * HAND + time
            if seen == world.drafted or time == seen:
                group[slot] = KNOWN
            elif world.drafted == HAND and (packet + time) % seats == seat:
                group[slot] = KNOWN  # three seats: the fourth pick comes from the seat's own first packet
            else:
                group[slot] = 1 + packet
    return group


def redeal_draft(world: MasquesFields, seat: Int) -> None:
    """Shuffle each group; the others' sealed picks of the open window are drawn again."""
    sort_held(world, seat)
    group = groups(world, seat)
    for number in range(world.seats + 1):
        shuffle_group(world, group, number)
    left = HAND - world.drafted
    for other in range(world.seats):
        if other != seat and world.pick[other] != NONE:
            front = origin(world, other) * HAND + world.drafted
            world.pick[other] = world.packet[front + world.randbelow(left)]


def sort_held(world: MasquesFields, seat: Int) -> None:
    """Put the packet that `seat` holds, of which it knows no order, into ascending order."""
    start = origin(world, seat) * HAND + world.drafted
    for guest in held(world, seat):
        world.packet[start] = guest
        start += 1


def shuffle_group(world: MasquesFields, group: Row, number: Int) -> None:
    """Shuffle the guests in the slots of one group."""
    cards: list[Int] = []
    for slot in range(len(group)):
        if group[slot] == number:
            add_sorted(cards, world.packet[slot])
    if len(cards) < 2:
        return
    shuffle(world, cards)
    at: Int = 0
    for slot in range(len(group)):
        if group[slot] == number:
            world.packet[slot] = cards[at]
            at += 1


# After the draft: the guests played and their players are known too.


def redeal_hands(world: MasquesFields, seat: Int) -> None:
    """Re-deal the hands: guests played go to slots of those who played them, the rest is shuffled; hands follow from
    the picks."""
    group = groups(world, seat)
    shown = shown_guests(world)
    home = homes(world, group)
    place_twins(world, seat, group, shown, home)
    for other in range(world.seats):
        if other != seat:
            for guest in range(GUESTS):
                if shown[other * GUESTS + guest] and guest != TWINS:
                    put(world, group, free_slot(world, group, home[guest], other), guest)
    for number in range(world.seats + 1):
        shuffle_group(world, group, number)
    for other in range(world.seats):
        if other != seat:
            world.hand[other] = hand_after(world, other, shown)


def shown_guests(world: MasquesFields) -> Row:
    """Return how many copies of each guest a seat has played this round, at seat * GUESTS + guest."""
    shown = vec[Int]([0] * (world.seats * GUESTS))
    for slot in range(world.seats * HAND):
        owner = (slot // HAND + slot % HAND) % world.seats
        shown[owner * GUESTS + world.packet[slot]] += 1
    for owner in range(world.seats):
        for guest in guests(world.hand[owner]):
            shown[owner * GUESTS + guest] -= 1
    return shown


def homes(world: MasquesFields, group: Row) -> Row:
    """Return the group in which each guest lies; `place_twins` finds the twins."""
    home = vec[Int]([KNOWN] * GUESTS)
    for slot in range(len(group)):
        if group[slot] != KNOWN:
            home[world.packet[slot]] = group[slot]
    return home


def free_slot(world: MasquesFields, group: Row, number: Int, owner: Int) -> Int:
    """Return the first slot of a group that belongs to `owner` and is not settled."""
    for slot in range(len(group)):
        if group[slot] == number and (slot // HAND + slot % HAND) % world.seats == owner:
            return slot
    raise AssertionError("what a seat has played fits into what it picked")


def put(world: MasquesFields, group: Row, slot: Int, guest: Int) -> None:
    """Settle `guest` in `slot`: it changes places with the guest there, within the group."""
    at: Int = 0
    while group[at] != group[slot] or world.packet[at] != guest:
        at += 1
    world.packet[at] = world.packet[slot]
    world.packet[slot] = guest
    group[slot] = KNOWN


def hand_after(world: MasquesFields, seat: Int, shown: Row) -> Int:
    """Return the four picks of `seat` without what it has played."""
    played = shown[:]
    hand: Int = EMPTY
    for time in range(HAND):
        guest = world.packet[(seat - time) % world.seats * HAND + time]
        if played[seat * GUESTS + guest]:
            played[seat * GUESTS + guest] -= 1
        else:
            hand = with_guest(hand, guest)
    return hand


# Foscari 3 exists twice: which copy a seat has played may be unknown, and a courtesan's call reveals who has none.


def place_twins(world: MasquesFields, seat: Int, group: Row, shown: Row, home: Row) -> None:
    """Settle the unknown copies of Foscari 3; an arrangement is likelier the more ways it leaves to place the other
    guests."""
    first: Int = NONE  # groups of the unknown copies
    second: Int = NONE
    for slot in range(len(group)):
        if group[slot] != KNOWN and world.packet[slot] == TWINS:
            if first == NONE:
                first = group[slot]
            else:
                second = group[slot]
    if first == NONE:
        return
    if second != NONE and second < first:
        first, second = second, first
    ways = twin_weights(world, seat, group, shown, home, first, second)
    total: Int = 0
    for weight in ways:
        total += weight
    number = world.randbelow(total)
    at: Int = 0
    while number >= ways[at]:
        number -= ways[at]
        at += 1
    slots = len(group)
    one = at // (slots + 1)
    other = at % (slots + 1)
    put(world, group, one, TWINS)
    if other < slots:
        put_second(world, group, other)


def put_second(world: MasquesFields, group: Row, slot: Int) -> None:
    """Settle the second copy, which may lie in its slot already."""
    if world.packet[slot] == TWINS:
        group[slot] = KNOWN
    else:
        put(world, group, slot, TWINS)


def twin_weights(world: MasquesFields, seat: Int, group: Row, shown: Row, home: Row, first: Int, second: Int) -> Row:
    """Return the weight of settling the copies in slots (a, b), at a * (slots + 1) + b; b = slots if there is one
    copy."""
    slots = len(group)
    seats = world.seats
    weights = vec[Int]([0] * (slots * (slots + 1)))
    for a in range(slots):
        if group[a] != first:
            continue
        if second == NONE:
            owner = (a // HAND + a % HAND) % seats
            if twins_allowed(world, seat, shown, owner, NONE):
                weights[a * (slots + 1) + slots] = room(world, group, shown, home, a, 0)
            continue
        for b in range(slots):
            if group[b] != second or b == a:
                continue
            owner = (a // HAND + a % HAND) % seats
            other = (b // HAND + b % HAND) % seats
            if twins_allowed(world, seat, shown, owner, other):
                taken: Int = 1 if first == second and owner == other else 0
                way = room(world, group, shown, home, a, 0) * room(world, group, shown, home, b, taken)
                weights[a * (slots + 1) + b] = way
    return weights


def twins_allowed(world: MasquesFields, seat: Int, shown: Row, owner: Int, other: Int) -> bool:
    """Return whether the unknown copies may belong to `owner` and `other`, by what was played and what was called."""
    for holder in range(world.seats):
        if holder == seat:
            continue
        copies: Int = (1 if owner == holder else 0) + (1 if other == holder else 0)
        played = shown[holder * GUESTS + TWINS]
        if copies < played or (copies > played and world.lacks[holder] == 1):
            return False
    return True


def room(world: MasquesFields, group: Row, shown: Row, home: Row, slot: Int, taken: Int) -> Int:
    """Return how freely a twin can be placed in `slot`: 6 times the share of its owner's slots in the group, `taken` of
    them filled, that are not needed for what the owner has played."""
    number = group[slot]
    owner = (slot // HAND + slot % HAND) % world.seats
    slots: Int = -taken
    needed: Int = 0
    for other in range(len(group)):
        if group[other] == number and (other // HAND + other % HAND) % world.seats == owner:
            slots += 1
    for guest in range(GUESTS):
        if guest != TWINS and home[guest] == number and shown[owner * GUESTS + guest]:
            needed += 1
    return (slots - needed) * 6 // slots if slots > needed else 0
