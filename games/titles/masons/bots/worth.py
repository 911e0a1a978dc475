"""The value of cards, now and later, and of a position for every seat. Written to be compiled.

Points are counted in tenths. A card that is kept will be played at a better moment or not at all: its value is its
average score, with a share of what it would score now, as far as there will be towns to score.
"""

from math import exp
from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules.components import CARD_ROWS, FACES, FINISHED, FIRST_OUTSIDE
from games.titles.masons.rules.endings import ranking
from games.titles.masons.rules.fields import MasonsFields
from games.titles.masons.rules.values import card_values

TENTHS: Final = 10
NOW: Final = 40
"""The share of its present value in the worth of a kept card that counts what lies outside of towns, in per cent."""
WALLS_PER_SCORING: Final = 2
FULL: Final = 4
"""With this many scorings to come, a kept card is worth all it will score."""
POINT: Final = 0.03
"""A tenth of a point in tenths of a win."""


def mean_values() -> Row:
    """Return, by face, its average score in 1,100 scorings of 120 matches played by the guide. Similar faces
    are taken together."""
    return vec[Int]([card.mean for card in CARD_ROWS])


def scorings_left(state: MasonsFields) -> Int:
    """Return about how many towns will still be scored: two in those matches, while the supply allows three."""
    if state.phase == FINISHED or state.ending >= 0:
        return 0
    towers: Int = state.tower_left[0] + state.tower_left[1] + state.tower_left[2]
    left = (min(towers + 6, state.walls_left)) + WALLS_PER_SCORING - 1
    return left // WALLS_PER_SCORING * 2 // 3


def kept_worth(mean: Row, values: Row, face: Int, left: Int) -> Int:
    """Return the value of a card in hand if it is not played now and `left` scorings are to come."""
    if left <= 0:
        return 0
    worth = mean[face]
    if face >= FIRST_OUTSIDE:
        worth = (worth * (100 - NOW) + values[face] * TENTHS * NOW) // 100
    return worth if left >= FULL else worth * (left + 1) // (FULL + 1)


def average_worth(mean: Row, values: Row, left: Int) -> Int:
    """Return the average value of a card that is drawn."""
    total: Int = 0
    for face in range(FACES):
        total += kept_worth(mean, values, face, left)
    return total // FACES


def hand_worth(state: MasonsFields, mean: Row, values: Row, seat: Int, left: Int) -> Int:
    """Return the value of a hand for the scorings to come: of a hand too large to play out, as many cards as
    possible."""
    total: Int = 0
    for face in range(FACES):
        copies = state.hand[seat * FACES + face]
        if copies > 0:
            total += copies * kept_worth(mean, values, face, left)
    most = 2 * left
    size = state.hand_size[seat]
    return total if size <= most else total * most // size


def best_play(state: MasonsFields, mean: Row, values: Row, seat: Int, left: Int) -> Int:
    """Return what the best play of a seat adds to score and hand while cards have these values; at least 0."""
    drawn = average_worth(mean, values, left)
    first: Int = 0
    second: Int = 0
    for face in range(FACES):
        copies = state.hand[seat * FACES + face]
        if copies == 0:
            continue
        gain = values[face] * TENTHS - kept_worth(mean, values, face, left)
        for _copy in range(min(2, copies)):
            if gain > first or first == 0:
                second = first
                first = gain
            elif gain > second:
                second = gain
    best = first + drawn
    if second > 0:
        best += second
    return max(0, best)


def totals(state: MasonsFields, mean: Row) -> list[Int]:
    """Return, by seat, points plus the value of the hand."""
    left = scorings_left(state)
    values = card_values(state, 0)
    return [state.scores[seat] * TENTHS + hand_worth(state, mean, values, seat, left) for seat in range(state.seats)]


def chances(state: MasonsFields, mean: Row) -> list[float]:
    """Return, by seat, the probability of winning from what each has and how much is still to come."""
    if state.phase == FINISHED:
        places = ranking(state)
        first: Int = 0
        for place in places:
            if place == 1:
                first += 1
        return [1.0 / float(first) if place == 1 else 0.0 for place in places]
    spread = 25.0 + 6.0 * float(scorings_left(state))
    have = totals(state, mean)
    most = max(have)
    shares = [exp(float(each - most) / spread) for each in have]
    whole = sum(shares)
    return [share / whole for share in shares]
