"""The features behind the evaluation of a position: by seat, their numbers.

Most features mean “at least this many”: a seat with three favours of a guild has the features of one and of two as
well. So each weight is the value of one more. The weights are in fitted.py.
"""

from typing import Final

from games.core.engine.rows import Int
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS
from games.titles.masques.rules.fields import MasquesFields

BEST: Final = 0  # favours of the best guild, up to three
SPREAD: Final = 3  # guilds with a favour, up to four
THREES: Final = 7  # guilds with three favours, up to two
TWOS: Final = 9  # guilds with two favours, up to four
BOTH_WAYS: Final = 13  # one step from a win in both ways: one token may serve for either of them
DUCATS: Final = 14  # up to nine
COUNT: Final = 23


def features(state: MasquesFields, seat: Int) -> list[Int]:
    """Return the features of `seat`, ascending."""
    best: Int = 0
    guilds: Int = 0
    threes: Int = 0
    twos: Int = 0
    for at in range(seat * GUILDS, seat * GUILDS + GUILDS):
        count = state.favour[at]
        if count > 0:
            guilds += 1
        if count > best:
            best = count
        if count == FAVOURS_TO_WIN - 1:
            threes += 1
        elif count == FAVOURS_TO_WIN - 2:
            twos += 1
    found: list[Int] = []
    at_least(found, BEST, best, SPREAD)
    at_least(found, SPREAD, guilds, THREES)
    at_least(found, THREES, threes, TWOS)
    at_least(found, TWOS, twos, BOTH_WAYS)
    if threes > 0 and guilds == GUILDS - 1:
        found.append(BOTH_WAYS)
    at_least(found, DUCATS, state.ducats[seat], COUNT)
    return found


def at_least(found: list[Int], first: Int, many: Int, end: Int) -> None:
    """Append to `found` the features that a count of `many` has: those from `first` on, up to but without `end`."""
    for step in range(many):
        if first + step < end:
            found.append(first + step)
