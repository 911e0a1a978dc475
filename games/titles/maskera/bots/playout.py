"""The policy of playouts: one option at a time, by its value and some noise.

A seat judges by what it may know: its own hand, the areas, what it is certain of in the other hand. The weights were
set so that cards are played, passed and named about as often as strong bots do it. Written to be compiled.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import CHANCE, OVER
from games.titles.maskera.bots.evaluation import (
    WIN,
    ability_value,
    area_gain,
    draw_gain,
    hand_gain,
    hand_loss,
    play_weight,
    public_area_gain,
    public_area_loss,
    wins,
)
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState

NOISE: Final = 350  # in the unit of the evaluation; a quarter of it where no bluff is considered
BOLD_TURNS: Final = 4  # a lone winning card, which is likely to be named, is considered in one of this many turns
DRAW_BONUS: Final = 100
PASS_BONUS: Final = 60
COUNTERED_WIN: Final = 1400  # the value of naming a winning card
COUNTERED: Final = 400  # of naming any other, apart from what it would have added
MISS_COST: Final = 150
LEAST: Final = -1000000

CERTAIN: Final = 1000  # chances are in thousandths


def pick(state: MaskeraState, seat: Int) -> Int:
    """Return the option that `seat`, which decides, takes."""
    phase = state.phase
    if phase == box.TURN_CHOICE:
        return pick_turn(state, seat)
    if phase == box.ANSWER:
        return pick_answer(state, seat)
    if phase == box.DISCARD:
        return pick_discard(state, seat)
    if phase == box.KEEPING:
        return pick_keep(state, seat)
    return pick_remove(state, seat)


def pick_turn(state: MaskeraState, seat: Int) -> Int:
    """Return the better part: to draw, or the mask that adds most."""
    threats: Int = 0
    for mask in range(box.MASKS):
        if state.hand[seat * box.MASKS + mask] > 0 and wins(state.area, seat, mask):
            threats += 1
    bold = threats > 1 or state.hand_size[1 - seat] == 0 or state.randbelow(BOLD_TURNS) == 0
    best: Int = box.NONE
    most: Int = LEAST
    if can_draw(state):
        best = box.DRAW
        most = box.TURN_DRAW * draw_gain(state, seat) + DRAW_BONUS + state.randbelow(NOISE)
    for mask in range(box.MASKS):
        if state.hand[seat * box.MASKS + mask] == 0:
            continue
        more = area_gain(state, seat, mask)
        if more < WIN:
            more += ability_value(state, seat, mask) - hand_loss(state, seat, mask)
        elif not bold and best != box.NONE:
            continue
        more += state.randbelow(NOISE)
        if more > most:
            most = more
            best = box.PLAY + mask
    return best


def pick_answer(state: MaskeraState, seat: Int) -> Int:
    """Return the better part: to let the card pass, or the mask to name."""
    expected: Row = vec[Int]([0] * box.MASKS)
    whole: Int = 0
    for mask in range(box.MASKS):
        held = chance_held(state, seat, mask)
        if held > 0:
            expected[mask] = held * play_weight(state.area, 1 - seat, mask) // CERTAIN
            whole += expected[mask]
    best: Int = box.PASS
    most = PASS_BONUS + state.randbelow(NOISE)
    for mask in range(box.MASKS):
        if expected[mask] > 0:
            more = public_area_gain(state.area, 1 - seat, mask)
            right: Int = COUNTERED_WIN if more == WIN else COUNTERED + more
            value = (expected[mask] * right - (whole - expected[mask]) * MISS_COST) // whole + state.randbelow(NOISE)
            if value > most:
                most = value
                best = box.COUNTER + mask
    return best


def chance_held(state: MaskeraState, seat: Int, mask: Int) -> Int:
    """Return how likely, in thousandths, the other seat held a `mask` before it put a card on trial, as `seat` sees
    it."""
    first = seat * box.MASKS
    if state.known[first + mask] > 0:
        return CERTAIN
    other = 1 - seat
    unseen = state.pile[mask] + state.hand[other * box.MASKS + mask] + (1 if state.trial == mask else 0)
    if unseen == 0:
        return 0
    free = state.hand_size[other] + 1
    pool = state.pile_size + free
    for one in range(box.MASKS):
        free -= state.known[first + one]
        pool -= state.known[first + one]
    absent: Int = CERTAIN - CERTAIN * unseen // pool
    without: Int = CERTAIN
    while free > 0:
        without = without * absent // CERTAIN
        free -= 1
    return CERTAIN - without


def pick_discard(state: MaskeraState, seat: Int) -> Int:
    """Return the card that can best be spared; after a hit, its ability counts too."""
    best: Int = box.NONE
    most: Int = LEAST
    for mask in range(box.MASKS):
        if state.hand[seat * box.MASKS + mask] > 0:
            value = state.randbelow(NOISE // 4) - hand_loss(state, seat, mask)
            if state.hit:
                value += ability_value(state, seat, mask)
            if value > most:
                most = value
                best = box.DISCARDED + mask
    return best


def pick_keep(state: MaskeraState, seat: Int) -> Int:
    """Return the card that adds most."""
    best: Int = box.NONE
    most: Int = LEAST
    for mask in range(box.MASKS):
        if state.aside[mask] > 0:
            value = hand_gain(state, seat, mask) + state.randbelow(NOISE // 4)
            if value > most:
                most = value
                best = box.KEEP + mask
    return best


def pick_remove(state: MaskeraState, seat: Int) -> Int:
    """Return the card whose loss costs the other seat most."""
    best: Int = box.NONE
    most: Int = LEAST
    other = 1 - seat
    for mask in range(box.MASKS):
        if state.area[other * box.MASKS + mask] > 0:
            value = public_area_loss(state.area, other, mask) + state.randbelow(NOISE // 4)
            if value > most:
                most = value
                best = box.REMOVE + mask
    return best


def play_until(state: MaskeraState, turn: Int) -> None:
    """Play until the turn with the number `turn` begins, or the match is over."""
    while state.turns < turn:
        seat = state.to_move()
        if seat == OVER:
            return
        if seat == CHANCE:
            state.random_chance()
        else:
            state.choose(seat, pick(state, seat))
