"""How near each seat is to a win, from what it has collected (rules page, “The end”).

A seat's standing is a number: the chance to win grows with its exponential. The tables were fitted to the outcomes of
matches between bots with two, three and four seats, and smoothed; they came out alike.
"""

from math import exp
from typing import TYPE_CHECKING, Final

from games.core.rows import Int
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, NOBODY

if TYPE_CHECKING:
    from games.titles.masques.rules.state import MasquesState

BEST: Final = [0.0, 0.5, 0.75, 1.75]  # by favours of the best guild
KINDS: Final = [0.0, -0.1, 0.4, 0.95, 1.85]  # by guilds with a favour
ANOTHER_THREE: Final = 0.7  # for each further guild with three favours
BOTH_ROADS: Final = -0.7  # one step from a win on either road: the same token may not count twice
DUCATS: Final = [0.0, 0.25, 0.5, 0.8, 1.1, 1.4, 1.5, 1.6, 1.7, 1.8]  # by ducats, then no more


def standing(state: "MasquesState", seat: Int) -> float:
    """How well `seat` stands, on a scale of its own."""
    best: Int = 0
    kinds: Int = 0
    threes: Int = 0
    for at in range(seat * GUILDS, seat * GUILDS + GUILDS):
        count = state.favour[at]
        if count > 0:
            kinds += 1
        if count > best:
            best = count
        if count == FAVOURS_TO_WIN - 1:
            threes += 1
    if best > FAVOURS_TO_WIN - 1:
        best = FAVOURS_TO_WIN - 1
    if kinds > GUILDS - 1:
        kinds = GUILDS - 1
    value = BEST[best] + KINDS[kinds] + DUCATS[min(state.ducats[seat], len(DUCATS) - 1)]
    if threes > 1:
        value += ANOTHER_THREE
    if threes > 0 and kinds == GUILDS - 1:
        value += BOTH_ROADS
    return value


def shares(standings: list[float]) -> list[float]:
    """Chances to win from standings; they add up to one."""
    weights: list[float] = []
    total = 0.0
    for value in standings:
        weight = exp(value)
        weights.append(weight)
        total += weight
    for at in range(len(weights)):
        weights[at] = weights[at] / total
    return weights


def chances(state: "MasquesState") -> list[float]:
    """How likely each seat is to win, as far as what it has collected tells; certain when somebody has won."""
    if state.winner != NOBODY:
        return [1.0 if seat == state.winner else 0.0 for seat in range(state.seats)]
    return shares([standing(state, seat) for seat in range(state.seats)])


def wins_with(state: "MasquesState", seat: Int, guild: Int) -> bool:
    """Whether a favour of `guild` more would win the match for `seat`."""
    if state.favour[seat * GUILDS + guild] >= FAVOURS_TO_WIN - 1:
        return True
    for other in range(GUILDS):
        if other != guild and state.favour[seat * GUILDS + other] == 0:
            return False
    return True
