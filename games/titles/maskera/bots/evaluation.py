"""The static evaluation: values of areas and hands, and what a card or an ability adds to them.

Values are thousandths of the log-odds of a win: 1,000 more make the odds 2.7 times as good. The tables were fitted to
the outcomes of matches between strong bots, and smoothed. These functions are called thousands of times within a
decision: small ints, written to be compiled.
"""

from math import exp
from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.maskera.rules.components import (
    ASSASSIN,
    BRUTE,
    FOUR,
    MASKS,
    POLITICIAN,
    POLITICIAN_DRAW,
    RECRUITER,
)
from games.titles.maskera.rules.fields import MaskeraFields

HELD: Final = 4  # columns of LINE_VALUES: none, one, two, three or more in the hand
READY: Final = 6  # columns of SET_VALUES
FULL_HAND: Final = 12  # more cards than this count as this many

# LINE_VALUES[in the area * HELD + in the hand]: towards four of one mask, summed over the masks.
LINE_VALUES: Final[Row] = vec[Int]([
    0, 0, 20, 30,
    180, 220, 240, 270,
    340, 490, 560, 570,
    1090, 1440, 1480, 1560,
])  # fmt: skip
# SET_VALUES[masks missing in the area * READY + of these, in the hand]: towards one of each mask.
SET_VALUES: Final[Row] = vec[Int]([
    0, 0, 0, 0, 0, 0,
    200, 580, 580, 580, 580, 580,
    0, 200, 290, 290, 290, 290,
    0, 50, 60, 170, 170, 170,
    -100, -70, -60, -20, 110, 110,
    -300, -300, -200, -120, 50, 50,
])  # fmt: skip
# SIZE_VALUES[cards in hand], whatever they are.
SIZE_VALUES: Final[Row] = vec[Int]([-800, -500, -300, -150, 0, 80, 200, 350, 530, 700, 850, 950, 1000])
TEMPO: Final = 200  # being on move
LOOK: Final = 150  # seeing the other hand
RANDOM_LOSS: Final = 180  # the cost of losing a random card, apart from having one card fewer
RECRUITED: Final = 2  # the best of five cards counts as about this many average ones
WIN: Final = 6000  # a card that ends the match: more than anything else

WHOLE: Final = 10000  # chances are in ten-thousandths
STEP: Final = 50  # of an advantage, between two entries of WIN_CHANCES
REACH: Final = 120  # entries on each side of even
WIN_CHANCES: Final[Row] = vec[Int]([
    round(WHOLE / (1.0 + exp(-at * STEP / 1000))) for at in range(-REACH, REACH + 1)
])  # fmt: skip

# The weight of a card among those that may be played, in the eyes of a seat that does not see the hand.
PLAY_WEIGHT: Final = 300
WINNING_PLAY_WEIGHT: Final = 900


def win_chance(advantage: Int) -> Int:
    """Return the chance to win, in ten-thousandths, of a side with this advantage."""
    at = advantage // STEP
    if at < -REACH:
        return WIN_CHANCES[0]
    return WIN_CHANCES[min(REACH, at) + REACH]


# Positions.


def line_value(lying: Int, held: Int) -> Int:
    """Return the value of one mask towards four, with `lying` cards in the area and `held` in the hand."""
    return LINE_VALUES[lying * HELD + (held if held < HELD else HELD - 1)]


def size_value(cards: Int) -> Int:
    """Return the value of a hand of this many cards, whatever they are."""
    return SIZE_VALUES[min(FULL_HAND, cards)]


def missing(area: Row, seat: Int) -> Int:
    """Return how many masks the area of `seat` lacks."""
    count: Int = 0
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        if area[place] == 0:
            count += 1
    return count


def ready(state: MaskeraFields, seat: Int) -> Int:
    """Return how many of the masks that the area of `seat` lacks are in its hand."""
    count: Int = 0
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        if state.area[place] == 0 and state.hand[place] > 0:
            count += 1
    return count


def side_value(state: MaskeraFields, seat: Int) -> Int:
    """Return the value of the area and the hand of `seat`."""
    total = SET_VALUES[missing(state.area, seat) * READY + ready(state, seat)] + size_value(state.hand_size[seat])
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        total += line_value(state.area[place], state.hand[place])
    return total


def advantage(state: MaskeraFields, seat: Int) -> Int:
    """Return by how much the side of `seat` is ahead of the other."""
    tempo: Int = TEMPO if state.active == seat else -TEMPO
    return side_value(state, seat) - side_value(state, 1 - seat) + tempo


def wins(area: Row, seat: Int, mask: Int) -> bool:
    """Return whether one more `mask` in the area of `seat` ends the match."""
    lying = area[seat * MASKS + mask]
    return lying == FOUR - 1 or (lying == 0 and missing(area, seat) == 1)


# Single cards.


def hand_gain(state: MaskeraFields, seat: Int, mask: Int) -> Int:
    """Return the value of one more `mask` in the hand of `seat`."""
    place = seat * MASKS + mask
    held = state.hand[place]
    size = state.hand_size[seat]
    lying = state.area[place]
    more = line_value(lying, held + 1) - line_value(lying, held) + size_value(size + 1) - size_value(size)
    if held == 0 and lying == 0:
        row = missing(state.area, seat) * READY + ready(state, seat)
        more += SET_VALUES[row + 1] - SET_VALUES[row]
    return more


def hand_loss(state: MaskeraFields, seat: Int, mask: Int) -> Int:
    """Return the cost of one `mask` fewer in the hand of `seat`, which holds one."""
    place = seat * MASKS + mask
    held = state.hand[place]
    size = state.hand_size[seat]
    lying = state.area[place]
    less = line_value(lying, held) - line_value(lying, held - 1) + size_value(size) - size_value(size - 1)
    if held == 1 and lying == 0:
        row = missing(state.area, seat) * READY + ready(state, seat)
        less += SET_VALUES[row] - SET_VALUES[row - 1]
    return less


def least_loss(state: MaskeraFields, seat: Int) -> Int:
    """Return the cost of the card that `seat` can spare best; 0 for an empty hand."""
    least: Int = -1
    for mask in range(MASKS):
        if state.hand[seat * MASKS + mask] > 0:
            less = hand_loss(state, seat, mask)
            if least < 0 or less < least:
                least = max(0, less)
    return max(0, least)


def area_gain(state: MaskeraFields, seat: Int, mask: Int) -> Int:
    """Return the value of one more `mask` in the area of `seat`, whose hand stays as it is; WIN if it ends the
    match."""
    if wins(state.area, seat, mask):
        return WIN
    place = seat * MASKS + mask
    lying = state.area[place]
    held = state.hand[place]
    more = line_value(lying + 1, held) - line_value(lying, held)
    if lying == 0:
        lacks = missing(state.area, seat)
        have = ready(state, seat)
        left = have - 1 if held > 0 else have
        more += SET_VALUES[(lacks - 1) * READY + left] - SET_VALUES[lacks * READY + have]
    return more


def public_area_gain(area: Row, seat: Int, mask: Int) -> Int:
    """Return `area_gain` in the eyes of a seat that sees the areas only."""
    if wins(area, seat, mask):
        return WIN
    lying = area[seat * MASKS + mask]
    more = line_value(lying + 1, 0) - line_value(lying, 0)
    if lying == 0:
        lacks = missing(area, seat)
        more += SET_VALUES[(lacks - 1) * READY] - SET_VALUES[lacks * READY]
    return more


def area_loss(state: MaskeraFields, seat: Int, mask: Int) -> Int:
    """Return the cost for `seat` of a `mask` that its area loses."""
    place = seat * MASKS + mask
    lying = state.area[place]
    held = state.hand[place]
    less = line_value(lying, held) - line_value(lying - 1, held)
    if lying == 1:
        lacks = missing(state.area, seat)
        have = ready(state, seat)
        more = have + 1 if held > 0 else have
        less += SET_VALUES[lacks * READY + have] - SET_VALUES[(lacks + 1) * READY + more]
    return less


def public_area_loss(area: Row, seat: Int, mask: Int) -> Int:
    """Return `area_loss` in the eyes of a seat that sees the areas only."""
    lying = area[seat * MASKS + mask]
    less = line_value(lying, 0) - line_value(lying - 1, 0)
    if lying == 1:
        lacks = missing(area, seat)
        less += SET_VALUES[lacks * READY] - SET_VALUES[(lacks + 1) * READY]
    return less


def play_weight(area: Row, seat: Int, mask: Int) -> Int:
    """Return the weight of `mask` among the cards that `seat` may play, in the eyes of the other seat."""
    more = public_area_gain(area, seat, mask)
    if more == WIN:
        return WINNING_PLAY_WEIGHT
    return PLAY_WEIGHT + max(0, more)


# Draws and abilities.


def draw_gain(state: MaskeraFields, seat: Int) -> Int:
    """Return the average value of a card from the pile."""
    if state.pile_size == 0:
        return 0
    total: Int = 0
    for mask in range(MASKS):
        if state.pile[mask] > 0:
            total += state.pile[mask] * hand_gain(state, seat, mask)
    return total // state.pile_size


def ability_value(state: MaskeraFields, user: Int, mask: Int) -> Int:
    """Return the value of the ability of `mask` for its user, who does not see the other hand."""
    other = 1 - user
    size = state.hand_size[other]
    if mask == POLITICIAN:
        return POLITICIAN_DRAW * draw_gain(state, user)
    if mask == RECRUITER:
        return RECRUITED * draw_gain(state, user)
    if mask == BRUTE:
        return 0 if size == 0 else RANDOM_LOSS + size_value(size) - size_value(size - 1)
    if mask == ASSASSIN:
        most: Int = 0
        for one in range(MASKS):
            if state.area[other * MASKS + one] > 0:
                less = public_area_loss(state.area, other, one)
                if less > most:
                    most = less
        return most
    return draw_gain(state, user) + (LOOK if size > 0 else 0)
