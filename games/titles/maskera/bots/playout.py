"""Playing on quickly: one option at a time, by what looks good and a little chance.

A seat judges by what it may know: its own hand, the areas, what it is certain of in the other hand. How often a card
is played, let pass or named was set to be about what strong bots do. Written to be compiled.
"""

from typing import TYPE_CHECKING, Final

from games.core.rows import Int, Row, vec
from games.core.state import CHANCE, OVER
from games.titles.maskera.bots.evaluation import WIN, ability, draw_gain, fall, gain, growth, liking, loss, wins
from games.titles.maskera.rules.components import (
    ANSWER,
    COUNTER,
    DISCARD,
    DISCARDED,
    DRAW,
    KEEP,
    KEEPING,
    MASKS,
    NONE,
    PASS,
    PLAY,
    REMOVE,
    TURN_CHOICE,
    TURN_DRAW,
)
from games.titles.maskera.rules.piles import can_draw

if TYPE_CHECKING:
    from games.titles.maskera.rules.state import MaskeraState

NOISE: Final = 350  # of likings, in the unit of worth; a quarter of it where nobody looks for a bluff
BOLDNESS: Final = 4  # a lone winning card, which is likely to be named, is thought of every so many turns
DRAW_BONUS: Final = 100
PASS_BONUS: Final = 60
SAVED: Final = 1400  # what naming a winning card is worth
CAUGHT: Final = 400  # naming any other, beside what it would have added
MISSED: Final = 150  # what a wrong guess costs
LEAST: Final = -1000000

SURE: Final = 1000


def pick(state: "MaskeraState", seat: Int) -> Int:
    """The option that `seat`, which decides, takes."""
    phase = state.phase
    if phase == TURN_CHOICE:
        return pick_turn(state, seat)
    if phase == ANSWER:
        return pick_answer(state, seat)
    if phase == DISCARD:
        return pick_discard(state, seat)
    if phase == KEEPING:
        return pick_keep(state, seat)
    return pick_remove(state, seat)


def pick_turn(state: "MaskeraState", seat: Int) -> Int:
    """Draw, or the mask that adds most."""
    threats: Int = 0
    for mask in range(MASKS):
        if state.hand[seat * MASKS + mask] > 0 and wins(state, seat, mask):
            threats += 1
    bold = threats > 1 or state.hand_size[1 - seat] == 0 or state.randbelow(BOLDNESS) == 0
    best: Int = NONE
    most: Int = LEAST
    if can_draw(state):
        best = DRAW
        most = TURN_DRAW * draw_gain(state, seat) + DRAW_BONUS + state.randbelow(NOISE)
    for mask in range(MASKS):
        if state.hand[seat * MASKS + mask] == 0:
            continue
        more = growth(state, seat, mask, False)
        if more < WIN:
            more += ability(state, seat, mask) - loss(state, seat, mask)
        elif not bold and best != NONE:
            continue
        more += state.randbelow(NOISE)
        if more > most:
            most = more
            best = PLAY + mask
    return best


def pick_answer(state: "MaskeraState", seat: Int) -> Int:
    """Let it pass, or name a mask."""
    expected: Row = vec[Int]([0] * MASKS)
    whole: Int = 0
    for mask in range(MASKS):
        held = chance_held(state, seat, mask)
        if held > 0:
            expected[mask] = held * liking(state, 1 - seat, mask) // SURE
            whole += expected[mask]
    best: Int = PASS
    most = PASS_BONUS + state.randbelow(NOISE)
    for mask in range(MASKS):
        if expected[mask] > 0:
            more = growth(state, 1 - seat, mask, True)
            right: Int = SAVED if more == WIN else CAUGHT + more
            value = (expected[mask] * right - (whole - expected[mask]) * MISSED) // whole + state.randbelow(NOISE)
            if value > most:
                most = value
                best = COUNTER + mask
    return best


def chance_held(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """How likely, in thousandths, the other seat held a `mask` before it put a card on trial, in `seat`'s eyes."""
    first = seat * MASKS
    if state.known[first + mask] > 0:
        return SURE
    other = 1 - seat
    unseen = state.pile[mask] + state.hand[other * MASKS + mask] + (1 if state.trial == mask else 0)
    if unseen == 0:
        return 0
    free = state.hand_size[other] + 1
    pool = state.pile_size + free
    for one in range(MASKS):
        free -= state.known[first + one]
        pool -= state.known[first + one]
    absent: Int = SURE - SURE * unseen // pool
    without: Int = SURE
    while free > 0:
        without = without * absent // SURE
        free -= 1
    return SURE - without


def pick_discard(state: "MaskeraState", seat: Int) -> Int:
    """The card that is missed least; after a hit, for what its ability does."""
    best: Int = NONE
    most: Int = LEAST
    for mask in range(MASKS):
        if state.hand[seat * MASKS + mask] > 0:
            value = state.randbelow(NOISE // 4) - loss(state, seat, mask)
            if state.hit:
                value += ability(state, seat, mask)
            if value > most:
                most = value
                best = DISCARDED + mask
    return best


def pick_keep(state: "MaskeraState", seat: Int) -> Int:
    """The card that adds most."""
    best: Int = NONE
    most: Int = LEAST
    for mask in range(MASKS):
        if state.aside[mask] > 0:
            value = gain(state, seat, mask) + state.randbelow(NOISE // 4)
            if value > most:
                most = value
                best = KEEP + mask
    return best


def pick_remove(state: "MaskeraState", seat: Int) -> Int:
    """The card whose loss hurts most."""
    best: Int = NONE
    most: Int = LEAST
    other = 1 - seat
    for mask in range(MASKS):
        if state.area[other * MASKS + mask] > 0:
            value = fall(state, other, mask, True) + state.randbelow(NOISE // 4)
            if value > most:
                most = value
                best = REMOVE + mask
    return best


def play_until(state: "MaskeraState", turn: Int) -> None:
    """Play until the turn with the number `turn` begins, or the match is over."""
    while state.turns < turn:
        seat = state.to_move()
        if seat == OVER:
            return
        if seat == CHANCE:
            state.random_chance()
        else:
            state.choose(seat, pick(state, seat))
