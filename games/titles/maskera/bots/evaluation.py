"""What areas and hands are worth, and what a card or an ability adds.

Worth is measured in thousandths of log-odds of a win: 1,000 more make the odds 2.7 times as good. The tables were
fitted to the outcomes of matches between strong bots, and smoothed. All of this is asked thousands of times within
a decision: small ints, written to be compiled.
"""

from math import exp
from typing import TYPE_CHECKING, Final

from games.core.rows import Int, Row, vec
from games.titles.maskera.rules.components import (
    ASSASSIN,
    BRUTE,
    FOUR,
    MASKS,
    POLITICIAN,
    POLITICIAN_DRAW,
    RECRUITER,
)

if TYPE_CHECKING:
    from games.titles.maskera.rules.state import MaskeraState

HELD: Final = 4  # columns of LINE: none, one, two, three or more in the hand
READY: Final = 6  # columns of SET
FULL_HAND: Final = 12  # more cards than this count as this many

# LINE[in the area * HELD + in the hand]: towards four of one mask, summed over the masks.
LINE: Final[Row] = vec[Int]([
    0, 0, 20, 30,
    180, 220, 240, 270,
    340, 490, 560, 570,
    1090, 1440, 1480, 1560,
])  # fmt: skip
# SET[masks missing in the area * READY + of these, in the hand]: towards one of each mask.
SET: Final[Row] = vec[Int]([
    0, 0, 0, 0, 0, 0,
    200, 580, 580, 580, 580, 580,
    0, 200, 290, 290, 290, 290,
    0, 50, 60, 170, 170, 170,
    -100, -70, -60, -20, 110, 110,
    -300, -300, -200, -120, 50, 50,
])  # fmt: skip
# CARDS[cards in hand], whatever they are.
CARDS: Final[Row] = vec[Int]([-800, -500, -300, -150, 0, 80, 200, 350, 530, 700, 850, 950, 1000])
TEMPO: Final = 200  # being on move
INSIGHT: Final = 150  # a spy's look
PROTECTION: Final = 180  # what the loss of an unknown card costs, beside its being one card fewer
RECRUITED: Final = 2  # the best of five cards is worth about as much as so many
WIN: Final = 6000  # a card that ends the match: more than anything else

WHOLE: Final = 10000  # chances are told in ten-thousandths
STEP: Final = 50  # of a lead, between two entries of ODDS
REACH: Final = 120  # entries on each side of even
ODDS: Final[Row] = vec[Int]([round(WHOLE / (1.0 + exp(-at * STEP / 1000))) for at in range(-REACH, REACH + 1)])

# How much likelier a card is played the more it adds, in the eyes of somebody who does not see the hand.
LIKED: Final = 300
LIKED_WINNING: Final = 900


def odds(lead: Int) -> Int:
    """The chance to win, in ten-thousandths, of a side that is better by `lead`."""
    at = lead // STEP
    if at < -REACH:
        return ODDS[0]
    return ODDS[min(REACH, at) + REACH]


# Positions.


def line(lying: Int, held: Int) -> Int:
    """What one mask promises towards four."""
    return LINE[lying * HELD + (held if held < HELD else HELD - 1)]


def cards(size: Int) -> Int:
    """What a hand of `size` cards promises, whatever they are."""
    return CARDS[min(FULL_HAND, size)]


def missing(state: "MaskeraState", seat: Int) -> Int:
    """How many masks the area of `seat` lacks."""
    count: Int = 0
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        if state.area[place] == 0:
            count += 1
    return count


def ready(state: "MaskeraState", seat: Int) -> Int:
    """How many of the masks that the area of `seat` lacks are in its hand."""
    count: Int = 0
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        if state.area[place] == 0 and state.hand[place] > 0:
            count += 1
    return count


def worth(state: "MaskeraState", seat: Int) -> Int:
    """What the area and the hand of `seat` promise."""
    total = SET[missing(state, seat) * READY + ready(state, seat)] + cards(state.hand_size[seat])
    for place in range(seat * MASKS, seat * MASKS + MASKS):
        total += line(state.area[place], state.hand[place])
    return total


def lead(state: "MaskeraState", seat: Int) -> Int:
    """By how much `seat` is better."""
    tempo: Int = TEMPO if state.active == seat else -TEMPO
    return worth(state, seat) - worth(state, 1 - seat) + tempo


def wins(state: "MaskeraState", seat: Int, mask: Int) -> bool:
    """Whether one more `mask` in the area of `seat` ends the match."""
    lying = state.area[seat * MASKS + mask]
    return lying == FOUR - 1 or (lying == 0 and missing(state, seat) == 1)


# Single cards.


def gain(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """What one more `mask` in the hand of `seat` adds."""
    place = seat * MASKS + mask
    held = state.hand[place]
    size = state.hand_size[seat]
    more = line(state.area[place], held + 1) - line(state.area[place], held) + cards(size + 1) - cards(size)
    if held == 0 and state.area[place] == 0:
        row = missing(state, seat) * READY + ready(state, seat)
        more += SET[row + 1] - SET[row]
    return more


def loss(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """What one `mask` fewer in the hand of `seat`, which holds one, costs."""
    place = seat * MASKS + mask
    held = state.hand[place]
    size = state.hand_size[seat]
    less = line(state.area[place], held) - line(state.area[place], held - 1) + cards(size) - cards(size - 1)
    if held == 1 and state.area[place] == 0:
        row = missing(state, seat) * READY + ready(state, seat)
        less += SET[row] - SET[row - 1]
    return less


def least_loss(state: "MaskeraState", seat: Int) -> Int:
    """What the card that `seat` misses least costs; 0 for an empty hand."""
    least: Int = -1
    for mask in range(MASKS):
        if state.hand[seat * MASKS + mask] > 0:
            less = loss(state, seat, mask)
            if least < 0 or less < least:
                least = max(0, less)
    return max(0, least)


def growth(state: "MaskeraState", seat: Int, mask: Int, hidden: bool) -> Int:
    """What one more `mask` in the area of `seat` adds, WIN if it ends the match; the hand stays as it is, and is
    left out if it is `hidden` from who asks."""
    if wins(state, seat, mask):
        return WIN
    place = seat * MASKS + mask
    lying = state.area[place]
    held: Int = 0 if hidden else state.hand[place]
    more = line(lying + 1, held) - line(lying, held)
    if lying == 0:
        lacks = missing(state, seat)
        have: Int = 0 if hidden else ready(state, seat)
        left = have - 1 if held > 0 else have
        more += SET[(lacks - 1) * READY + left] - SET[lacks * READY + have]
    return more


def fall(state: "MaskeraState", seat: Int, mask: Int, hidden: bool) -> Int:
    """What the loss of a `mask` from its area costs `seat`; the hand is left out if it is `hidden`."""
    place = seat * MASKS + mask
    lying = state.area[place]
    held: Int = 0 if hidden else state.hand[place]
    less = line(lying, held) - line(lying - 1, held)
    if lying == 1:
        lacks = missing(state, seat)
        have: Int = 0 if hidden else ready(state, seat)
        more = have + 1 if held > 0 else have
        less += SET[lacks * READY + have] - SET[(lacks + 1) * READY + more]
    return less


def liking(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """How readily `seat` would play `mask`, if it has one, in the eyes of the other."""
    more = growth(state, seat, mask, True)
    if more == WIN:
        return LIKED_WINNING
    return LIKED + max(0, more)


# Draws and abilities.


def draw_gain(state: "MaskeraState", seat: Int) -> Int:
    """What a card from the pile adds on average."""
    if state.pile_size == 0:
        return 0
    total: Int = 0
    for mask in range(MASKS):
        if state.pile[mask] > 0:
            total += state.pile[mask] * gain(state, seat, mask)
    return total // state.pile_size


def ability(state: "MaskeraState", user: Int, mask: Int) -> Int:
    """What the ability of `mask` promises its user, who does not see the other hand."""
    other = 1 - user
    size = state.hand_size[other]
    if mask == POLITICIAN:
        return POLITICIAN_DRAW * draw_gain(state, user)
    if mask == RECRUITER:
        return RECRUITED * draw_gain(state, user)
    if mask == BRUTE:
        return 0 if size == 0 else PROTECTION + cards(size) - cards(size - 1)
    if mask == ASSASSIN:
        most: Int = 0
        for one in range(MASKS):
            if state.area[other * MASKS + one] > 0:
                less = fall(state, other, one, True)
                if less > most:
                    most = less
        return most
    return draw_gain(state, user) + (INSIGHT if size > 0 else 0)
