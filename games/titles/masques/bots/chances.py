"""How near each seat is to a win, from what it has collected (rules page, #end).

A seat's strength is a number: the chance to win grows with its exponential. With two seats it is a sum of weights that
`manage.py train masques` has fitted. With three and four seats such weights foretold winners better and played worse
(docs/bots.md): there the weights were fitted to other matches and smoothed by hand.
"""

from math import exp
from typing import Final

from games.core.engine.rows import Int
from games.titles.masques.bots.features import features
from games.titles.masques.bots.fitted import WEIGHTS
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, NOBODY
from games.titles.masques.rules.fields import MasquesFields

# fmt: off
SMOOTHED: Final = [
    0.5, 0.25, 1.0,  # favours of the best guild
    -0.1, 0.5, 0.55, 0.9,  # guilds with a favour
    0.0, 0.7,  # guilds with three favours
    0.0, 0.0, 0.0, 0.0,  # guilds with two
    -0.7,  # one step from a win in both ways
    0.25, 0.25, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1, 0.1,  # ducats
]
# fmt: on
"""The weights of `features.py` at tables of three and four."""


def strength(state: MasquesFields, seat: Int) -> float:
    """Return how near `seat` is to a win, on an arbitrary scale."""
    weights = WEIGHTS if state.seats == 2 else SMOOTHED
    value = 0.0
    for feature in features(state, seat):
        value += weights[feature]
    return value


def softmax(strengths: list[float]) -> list[float]:
    """Return chances to win from strengths; they add up to one."""
    weights: list[float] = []
    total = 0.0
    for value in strengths:
        weight = exp(value)
        weights.append(weight)
        total += weight
    for at in range(len(weights)):
        weights[at] = weights[at] / total
    return weights


def chances(state: MasquesFields) -> list[float]:
    """Return how likely each seat is to win, judging by what it has collected; certain when a seat has won."""
    if state.winner != NOBODY:
        return [1.0 if seat == state.winner else 0.0 for seat in range(state.seats)]
    return softmax([strength(state, seat) for seat in range(state.seats)])


def wins_with(state: MasquesFields, seat: Int, guild: Int) -> bool:
    """Return whether one more favour of `guild` would win the match for `seat`."""
    if state.favour[seat * GUILDS + guild] >= FAVOURS_TO_WIN - 1:
        return True
    for other in range(GUILDS):
        if other != guild and state.favour[seat * GUILDS + other] == 0:
            return False
    return True
