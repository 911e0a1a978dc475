"""What a seat knows for certain of the other hand, and dealing anew what it cannot know.

`known[seat * MASKS + mask]` is the number of cards of a mask that the other hand holds for certain, in `seat`'s
eyes. It is exact after a spy's look, and whenever the draw pile runs out: then every card that the seat does not
see lies in the other hand. A card that leaves the hand face-up takes a certain one with it; unknown cards that
come in add none. All of this follows from what the seat has seen.

One case is kept apart: the pile runs out in the middle of a recruiter's draw. Then the seat knows the hand and the
cards drawn so far as one heap, `pooled`, but not which is which.
"""

from typing import TYPE_CHECKING

from games.core.rows import Int, Row, vec
from games.titles.maskera.bots import opponent_model
from games.titles.maskera.rules.components import ANSWER, MASKS, RECRUITER, SEATS
from games.titles.maskera.rules.counts import nth_card, total

if TYPE_CHECKING:
    from games.titles.maskera.rules.state import MaskeraState


def shown(state: "MaskeraState", seat: Int, mask: Int) -> None:
    """A card of `seat`'s hand was revealed and is in the hand no more."""
    if state.remembering:
        opponent_model.left_hand(state, seat, mask)
    place = (1 - seat) * MASKS + mask
    if state.known[place] > 0:
        state.known[place] -= 1


def look(state: "MaskeraState") -> None:
    """The spy's user sees the other hand, and remembers it as it was."""
    seat = state.user
    _know_hand(state, seat)
    state.seen_turn[seat] = state.turns
    for mask in range(MASKS):
        state.seen[seat * MASKS + mask] = state.hand[(1 - seat) * MASKS + mask]


def pile_ran_out(state: "MaskeraState") -> None:
    """With an empty pile each seat can count what the other holds."""
    for seat in range(SEATS):
        if state.user == 1 - seat and state.aside_size > 0:
            state.mixed = True
            for mask in range(MASKS):
                state.pooled[mask] = state.hand[(1 - seat) * MASKS + mask] + state.aside[mask]
        else:
            _know_hand(state, seat)


def recruited(state: "MaskeraState") -> None:
    """The rejects, still in `aside`, are shown: of a heap known before, what is not among them is in the hand."""
    if state.remembering:
        opponent_model.kept(state)
    if not state.mixed:
        return
    first = (1 - state.user) * MASKS
    for mask in range(MASKS):
        rest = state.pooled[mask] - state.aside[mask]
        if rest > state.known[first + mask]:
            state.known[first + mask] = rest
        state.pooled[mask] = 0
    state.mixed = False


def _know_hand(state: "MaskeraState", seat: Int) -> None:
    """`seat` knows the other hand as it is, whatever it may have been before."""
    state.past[seat] = []
    for mask in range(MASKS):
        state.known[seat * MASKS + mask] = state.hand[(1 - seat) * MASKS + mask]


# Dealing anew.


def redeal(world: "MaskeraState", seat: Int) -> None:
    """Deal everything that `seat` cannot know anew, in place, by the world's own generator.

    From then on the world is played on in somebody's head, and nobody remembers more.
    """
    world.remembering = False
    other = 1 - seat
    first = other * MASKS
    hidden_trial = world.phase == ANSWER and world.active == other
    pool = world.pile
    hand: Row = vec[Int]([0] * MASKS)
    if world.mixed and world.user == other:
        _redeal_heap(world, seat, hand)
    else:
        drawn = world.aside_size if world.user == other else 0
        for mask in range(MASKS):
            pool[mask] += world.hand[first + mask]
            if world.user == other:
                pool[mask] += world.aside[mask]
                world.aside[mask] = 0
        size = world.hand_size[other]
        if hidden_trial:
            pool[world.trial] += 1
            size += 1
        _fill_hand(world, seat, hand, pool, size)
        if hidden_trial:
            world.trial = nth_card(hand, 0, world.randbelow(size))
            hand[world.trial] -= 1
        _move(world, pool, world.aside, drawn)
    for mask in range(MASKS):
        world.hand[first + mask] = hand[mask]
    if world.user == other:
        _redeal_drawn(world, seat)


def _redeal_heap(world: "MaskeraState", seat: Int, hand: Row) -> None:
    """The other seat recruits, and the pile ran out meanwhile: hand and early cards come from the known heap."""
    for mask in range(MASKS):
        world.pile[mask] += world.hand[(1 - seat) * MASKS + mask] + world.aside[mask] - world.pooled[mask]
        world.aside[mask] = world.pooled[mask]
    late = world.aside_size + world.hand_size[1 - seat] - total(world.pooled, 0)
    _fill_hand(world, seat, hand, world.aside, world.hand_size[1 - seat])
    _move(world, world.pile, world.aside, late)


def _redeal_drawn(world: "MaskeraState", seat: Int) -> None:
    """Cards drawn since the last note are hidden too: any that the seat is not certain of."""
    cards = total(world.at_one_go, 0)
    if cards == 0:
        return
    source: Row = vec[Int]([0] * MASKS)
    for mask in range(MASKS):
        world.at_one_go[mask] = 0
        if world.drawing_for == RECRUITER:
            source[mask] = world.aside[mask]
        else:
            source[mask] = world.hand[(1 - seat) * MASKS + mask] - world.known[seat * MASKS + mask]
    _move(world, source, world.at_one_go, cards)


def _fill_hand(world: "MaskeraState", seat: Int, hand: Row, pool: Row, size: Int) -> None:
    """Take `size` cards from `pool` into `hand`: those that `seat` is certain of, then any."""
    for mask in range(MASKS):
        certain = world.known[seat * MASKS + mask]
        hand[mask] += certain
        pool[mask] -= certain
        size -= certain
    _move(world, pool, hand, size)


def _move(world: "MaskeraState", source: Row, target: Row, cards: Int) -> None:
    """Move `cards` random cards; `source` holds that many."""
    left = total(source, 0)
    while cards > 0:
        mask = nth_card(source, 0, world.randbelow(left))
        source[mask] -= 1
        target[mask] += 1
        left -= 1
        cards -= 1
