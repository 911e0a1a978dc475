"""The draw pile and the discard pile, and each seat's conclusions about them (rules page, #scoring and #secrets).

The order of the draw pile is unknown, so it is stored as counts, and each card drawn is a chance step.

A seat's knowledge of hidden cards: at a shuffle it knows a part of the new draw pile, namely the played cards and its
own discards. `at_large[seat * FACES + face]` counts those of them that it has not located since: they are in the pile,
or another seat has drawn them. `can_hold[seat * seats + other]` is how many cards `other` can have of them: those drawn
since the shuffle, without those that `other` has certainly played.
"""

from games.core.engine.rows import Int
from games.core.engine.state import ChanceStep
from games.titles.masons.rules.components import (
    COPIES,
    DRAWING,
    EFFECT_CARD_DRAWN,
    EFFECT_DRAWN,
    EFFECT_SHUFFLED,
    FACES,
)
from games.titles.masons.rules.fields import MasonsFields


def draw_step(state: MasonsFields, purpose: str, index: tuple[int, ...]) -> ChanceStep:
    """Return the chance step that draws one card from the pile."""
    faces = [face for face in range(FACES) if state.pile[face] > 0]
    return ChanceStep(purpose, index, tuple(faces), tuple([int(state.pile[face]) for face in faces]))


def random_face(state: MasonsFields) -> Int:
    """Return a card of the pile, all copies equally likely."""
    number = state.randbelow(state.pile_size)
    face: Int = 0
    while number >= state.pile[face]:
        number -= state.pile[face]
        face += 1
    return face


def can_draw(state: MasonsFields) -> bool:
    """Refill an empty draw pile from the discard pile; return whether a card can be drawn."""
    if state.pile_size == 0:
        shuffle(state)
    return state.pile_size > 0


def draw(state: MasonsFields, seat: Int, face: Int) -> None:
    """Draw one of the cards that `seat` is owed. The discard pile is shuffled as soon as the last card leaves the draw
    pile."""
    state.draws[seat] -= 1
    state.pile[face] -= 1
    state.pile_size -= 1
    place = seat * FACES + face
    state.hand[place] += 1
    state.hand_size[seat] += 1
    if state.at_large[place] > 0:
        state.at_large[place] -= 1
    for other in range(state.seats):
        state.can_hold[other * state.seats + seat] += 1
    state.record(EFFECT_CARD_DRAWN, face)
    if state.draws[seat] == 0 or state.pile_size + state.thrown_size == 0:
        record_drawn(state, seat)
    if state.pile_size == 0:
        shuffle(state)


def record_drawn(state: MasonsFields, seat: Int) -> None:
    """Record that `seat` has drawn what it can."""
    state.record(EFFECT_DRAWN, seat, 0 if state.phase == DRAWING else 1)


def play(state: MasonsFields, seat: Int, face: Int) -> None:
    """Play a card of `seat` openly."""
    state.hand[seat * FACES + face] -= 1
    state.hand_size[seat] -= 1
    state.played[face] += 1
    state.thrown_size += 1
    for other in range(state.seats):
        if other != seat and state.at_large[other * FACES + face] > unlocated(state, other, face):
            state.at_large[other * FACES + face] -= 1
            state.can_hold[other * state.seats + seat] -= 1


def toss(state: MasonsFields, seat: Int, face: Int) -> None:
    """Discard a card of `seat` unseen by others."""
    state.hand[seat * FACES + face] -= 1
    state.hand_size[seat] -= 1
    state.tossed[seat * FACES + face] += 1
    state.thrown_size += 1


def unlocated(state: MasonsFields, seat: Int, face: Int) -> Int:
    """Return how many copies of a card lie in places that `seat` does not know."""
    place = seat * FACES + face
    return COPIES - state.hand[place] - state.played[face] - state.tossed[place]


def tossed_by(state: MasonsFields, seat: Int) -> Int:
    """Return how many cards in the discard pile only `seat` has seen: everybody has counted them."""
    found: Int = 0
    for face in range(FACES):
        found += state.tossed[seat * FACES + face]
    return found


def shuffle(state: MasonsFields) -> None:
    """Turn the discard pile into the draw pile, which is empty; do nothing if it is empty too."""
    if state.thrown_size == 0:
        return
    state.record(EFFECT_SHUFFLED, state.thrown_size)
    for face in range(FACES):
        state.pile[face] = state.played[face]
        for seat in range(state.seats):
            place = seat * FACES + face
            state.at_large[place] = state.played[face] + state.tossed[place]
            state.pile[face] += state.tossed[place]
            state.tossed[place] = 0
        state.played[face] = 0
    state.pile_size = state.thrown_size
    state.thrown_size = 0
    for place in range(state.seats * state.seats):
        state.can_hold[place] = 0
