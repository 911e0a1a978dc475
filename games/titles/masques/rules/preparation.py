"""Setup and the preparation phase: tokens onto the palace, guests to the seats (“Setting up”, “Preparation”).

Chance enters a match here and nowhere else: the first seat, families, favour tokens, guests, one at a time.
"""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY
from games.core.engine.state import CHANCE
from games.titles.masques.rules import components as box
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import with_guest

# Setup. The first step draws the first seat, the following ones a family each.


def families_to_deal(state: MasquesFields) -> Int:
    """Return how many families are dealt: one to each seat, or two to each of two seats."""
    return 4 if state.seats == 2 else state.seats


def seat_of_family_step(state: MasquesFields) -> Int:
    """Return the seat that gets the family dealt at `state.cursor` (1, 2, ...)."""
    return (state.cursor - 1) // 2 if state.seats == 2 else state.cursor - 1


def setup_step(state: MasquesFields, outcome: Int) -> bool:
    """Take one step of setup; return whether the table is ready."""
    if state.cursor == 0:
        state.first = outcome
    else:
        state.owner[outcome] = seat_of_family_step(state)
    state.cursor += 1
    if state.cursor <= families_to_deal(state):
        return False
    if state.seats == 3:
        leave_out(state)
    state.record(box.EFFECT_SET_UP)
    return True


def leave_out(state: MasquesFields) -> None:
    """Remove, with three seats, the family nobody drew, its guests, and one Foscari 3."""
    for family in range(box.FAMILIES):
        if state.owner[family] == box.NOBODY:
            for guest in range(family * 3, family * 3 + 3):
                state.in_play[guest] = 0
    state.in_play[box.TWINS] = 1


# Preparation.


def prepare(state: MasquesFields) -> None:
    """Begin a round: ducats go out at once, then chance owes the favour tokens and the guests."""
    state.round += 1
    state.record(box.EFFECT_ROUND, state.round)
    lay_ducats(state)
    if state.seats != 2 or state.round % 2 == 1:
        state.deck = state.in_play[:]  # with two seats an even round uses the cards set aside
    if state.seats > 2:
        state.packet = vec[Int]([box.NONE] * (state.seats * box.HAND))
    for seat in range(state.seats):
        state.lacks[seat] = 0
    state.drafted = 0
    state.phase = box.FAVOURS
    state.mover = CHANCE
    state.cursor = next_vacant(state, 0)
    if state.cursor >= state.size:
        begin_deal(state)


def lay_ducats(state: MasquesFields) -> None:
    """Lay one ducat on each vacant palace card with a ducat icon (odd numbers), as long as the supply lasts."""
    for place in range(1, state.size, 2):
        if state.token[place] == box.NONE and state.bank > 0:
            state.token[place] = box.DUCAT
            state.bank -= 1
            if state.recording:
                state.record(box.EFFECT_DUCAT_LAID, place)
    state.record(box.EFFECT_DUCATS_LAID)


def next_vacant(state: MasquesFields, place: Int) -> Int:
    """Return the next vacant palace card with a favour icon (even numbers) from `place` on; `state.size` if none is
    left."""
    while place < state.size and state.token[place] != box.NONE:
        place += 2
    return place


def favour_step(state: MasquesFields, guild: Int) -> None:
    """Lay a favour token of `guild` on the palace card at the cursor."""
    state.token[state.cursor] = guild
    state.supply[guild] -= 1
    state.record(box.EFFECT_FAVOUR_LAID, state.cursor, guild)
    state.cursor = next_vacant(state, state.cursor)
    if state.cursor >= state.size:
        begin_deal(state)


def lay_favours(state: MasquesFields) -> None:
    """Lay all favour tokens that are still to be laid at once, each drawn by chance."""
    token = state.token
    supply = state.supply
    left = total(supply)
    for place in range(state.cursor, state.size, 2):
        if token[place] == box.NONE:
            number = state.randbelow(left)
            left -= 1
            guild: Int = 0
            while number >= supply[guild]:
                number -= supply[guild]
                guild += 1
            token[place] = guild
            supply[guild] -= 1
    begin_deal(state)


def begin_deal(state: MasquesFields) -> None:
    """Begin the deal of guests after the palace is filled."""
    state.record(box.EFFECT_FAVOURS_LAID)
    state.phase = box.DEAL
    state.cursor = 0


def deal_step(state: MasquesFields, guest: Int) -> bool:
    """Deal `guest` to the seat at the cursor, into its packet (two seats: its hand); return whether all are dealt."""
    cursor = state.cursor
    state.deck[guest] -= 1
    if state.seats == 2:
        seat = cursor // box.HAND
        state.hand[seat] = with_guest(state.hand[seat], guest)
    else:
        state.packet[cursor] = guest
    if state.recording:
        state.record(box.EFFECT_GUEST_DEALT, cursor // box.HAND, guest)
    state.cursor = cursor + 1
    if state.cursor < state.seats * box.HAND:
        return False
    state.record(box.EFFECT_DEALT)
    if total(state.deck) > 0:
        state.record(box.EFFECT_SET_ASIDE)
    return True


def deal_hands(state: MasquesFields) -> None:
    """Deal all hands that are still to be dealt, none of them begun. Each is one draw out of all ways to deal it."""
    cards = undealt(state)
    two = state.seats == 2
    for seat in range(state.cursor // box.HAND, state.seats):
        size: Int = len(cards)
        number = state.randbelow(size * (size - 1) * (size - 2) * (size - 3))
        hand: Int = EMPTY
        slot = seat * box.HAND
        for left in range(size, size - box.HAND, -1):
            guest = cards.pop(number % left)
            number //= left
            if two:
                hand = with_guest(hand, guest)
            else:
                state.packet[slot] = guest
                slot += 1
        state.hand[seat] = hand
    state.deck = vec[Int]([0] * box.GUESTS)
    for guest in cards:
        state.deck[guest] += 1
    state.cursor = state.seats * box.HAND


def undealt(state: MasquesFields) -> list[Int]:
    """Return the guests of the deck, ascending."""
    deck = state.deck
    cards: list[Int] = [guest for guest in range(box.GUESTS) if deck[guest] > 0]
    if deck[box.TWINS] > 1:
        cards.insert(cards.index(box.TWINS), box.TWINS)
    return cards


def add_sorted(cards: list[Int], card: Int) -> None:
    """Put `card` into an ascending list."""
    at: Int = 0
    while at < len(cards) and cards[at] < card:
        at += 1
    cards.insert(at, card)


# The chance step that is owed now.


def weights(state: MasquesFields) -> Row:
    """Return the weight of each outcome of the step, by outcome: a seat, family, guild or guest."""
    if state.phase == box.DEAL:
        return state.deck
    if state.phase == box.FAVOURS:
        return state.supply
    if state.cursor == 0:
        return vec[Int]([1] * state.seats)
    return vec[Int]([1 if state.owner[family] == box.NOBODY else 0 for family in range(box.FAMILIES)])


def total(row: Row) -> Int:
    """Return the sum of a row."""
    number: Int = 0
    for weight in row:
        number += weight
    return number


def random_outcome(state: MasquesFields) -> Int:
    """Return an outcome of the step, drawn in proportion to its weight by the state's own generator."""
    row = weights(state)
    number = state.randbelow(total(row))
    outcome: Int = 0
    for weight in row:
        if number < weight:
            break
        number -= weight
        outcome += 1
    return outcome


def place(state: MasquesFields) -> tuple[str, tuple[int, ...]]:
    """Return the purpose and the structural index of the step."""
    if state.phase == box.DEAL:
        return "deal", (state.round, state.cursor // box.HAND, state.cursor % box.HAND)
    if state.phase == box.FAVOURS:
        return "favour", (state.round, state.cursor)
    assert state.phase == box.SETUP
    if state.cursor == 0:
        return "first", ()
    return "family", (state.cursor - 1,)
