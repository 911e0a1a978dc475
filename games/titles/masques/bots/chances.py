"""How near each seat is to a win, from what it has collected (rules page, “The end”).

A seat's strength is a number: the chance to win grows with its exponential. With two seats it is a sum of weights that
`manage.py train masques` has fitted. With three and four seats such weights foretold winners better and played worse
(docs/bots.md): there it is read from tables that were fitted to other matches and smoothed.
"""

from math import exp
from typing import Final

from games.core.rows import Int
from games.titles.masques.bots.features import features
from games.titles.masques.bots.fitted import WEIGHTS
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, NOBODY
from games.titles.masques.rules.fields import MasquesFields

BY_BEST_GUILD: Final = [0.0, 0.5, 0.75, 1.75]  # by favours of the best guild
BY_GUILDS: Final = [0.0, -0.1, 0.4, 0.95, 1.85]  # by guilds with a favour
ANOTHER_THREE: Final = 0.7  # for each further guild with three favours
BOTH_WAYS: Final = -0.7  # one step from a win in both ways: one token may serve for either of them
BY_DUCATS: Final = [0.0, 0.25, 0.5, 0.8, 1.1, 1.4, 1.5, 1.6, 1.7, 1.8]  # by ducats; more add nothing


def strength(state: MasquesFields, seat: Int) -> float:
    """How near `seat` is to a win, on a scale of its own."""
    if state.seats > 2:
        return table_strength(state, seat)
    value = 0.0
    for feature in features(state, seat):
        value += WEIGHTS[feature]
    return value


def table_strength(state: MasquesFields, seat: Int) -> float:
    """How near `seat` is to a win at a table of three or four."""
    best: Int = 0
    guilds: Int = 0
    threes: Int = 0
    for at in range(seat * GUILDS, seat * GUILDS + GUILDS):
        count = state.favour[at]
        if count > 0:
            guilds += 1
        if count > best:
            best = count
        if count == FAVOURS_TO_WIN - 1:
            threes += 1
    if best > FAVOURS_TO_WIN - 1:
        best = FAVOURS_TO_WIN - 1
    if guilds > GUILDS - 1:
        guilds = GUILDS - 1
    value = BY_BEST_GUILD[best] + BY_GUILDS[guilds] + BY_DUCATS[min(state.ducats[seat], len(BY_DUCATS) - 1)]
    if threes > 1:
        value += ANOTHER_THREE
    if threes > 0 and guilds == GUILDS - 1:
        value += BOTH_WAYS
    return value


def softmax(strengths: list[float]) -> list[float]:
    """Chances to win from strengths; they add up to one."""
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
    """How likely each seat is to win, as far as what it has collected tells; certain when somebody has won."""
    if state.winner != NOBODY:
        return [1.0 if seat == state.winner else 0.0 for seat in range(state.seats)]
    return softmax([strength(state, seat) for seat in range(state.seats)])


def wins_with(state: MasquesFields, seat: Int, guild: Int) -> bool:
    """Whether a favour of `guild` more would win the match for `seat`."""
    if state.favour[seat * GUILDS + guild] >= FAVOURS_TO_WIN - 1:
        return True
    for other in range(GUILDS):
        if other != guild and state.favour[seat * GUILDS + other] == 0:
            return False
    return True
