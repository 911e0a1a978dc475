"""Re-deals what a seat cannot know: the other hand, a facedown card on trial, cards set aside, the pile.

Only what the seat is certain of (information_state.py) and the sizes of hands and piles are kept, so that the same
seed gives the same world from every position that the seat cannot tell apart.
"""

from games.core.engine.rows import Int, Row, vec
from games.titles.maskera.rules.components import ANSWER, MASKS, RECRUITER
from games.titles.maskera.rules.counts import nth_card, total
from games.titles.maskera.rules.fields import MaskeraFields


def redeal(world: MaskeraFields, seat: Int) -> None:
    """Re-deal everything that `seat` cannot know, in place, with the generator of `world`."""
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
        _redeal_draw_batch(world, seat)


def _redeal_heap(world: MaskeraFields, seat: Int, hand: Row) -> None:
    """Re-deal a heap: the other seat recruits, and the pile ran out meanwhile, so its hand and the cards drawn before
    come from the heap that `seat` knows."""
    for mask in range(MASKS):
        world.pile[mask] += world.hand[(1 - seat) * MASKS + mask] + world.aside[mask] - world.pooled[mask]
        world.aside[mask] = world.pooled[mask]
    late = world.aside_size + world.hand_size[1 - seat] - total(world.pooled, 0)
    _fill_hand(world, seat, hand, world.aside, world.hand_size[1 - seat])
    _move(world, world.pile, world.aside, late)


def _redeal_draw_batch(world: MaskeraFields, seat: Int) -> None:
    """Re-deal the hidden cards of the draw in progress too: any of those that the seat is not certain of."""
    cards = total(world.draw_batch, 0)
    if cards == 0:
        return
    source: Row = vec[Int]([0] * MASKS)
    for mask in range(MASKS):
        world.draw_batch[mask] = 0
        if world.drawing_for == RECRUITER:
            source[mask] = world.aside[mask]
        else:
            source[mask] = world.hand[(1 - seat) * MASKS + mask] - world.known[seat * MASKS + mask]
    _move(world, source, world.draw_batch, cards)


def _fill_hand(world: MaskeraFields, seat: Int, hand: Row, pool: Row, size: Int) -> None:
    """Take `size` cards from `pool` into `hand`: those that `seat` is certain of, then any."""
    for mask in range(MASKS):
        certain = world.known[seat * MASKS + mask]
        hand[mask] += certain
        pool[mask] -= certain
        size -= certain
    _move(world, pool, hand, size)


def _move(world: MaskeraFields, source: Row, target: Row, cards: Int) -> None:
    """Move `cards` random cards; `source` holds that many."""
    left = total(source, 0)
    while cards > 0:
        mask = nth_card(source, 0, world.randbelow(left))
        source[mask] -= 1
        target[mask] += 1
        left -= 1
        cards -= 1
