"""The network of a duel: it scores moves by the numbers of `duel_view.py`. `bench/school` trains it."""

from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from math import exp
from struct import calcsize, unpack
from typing import Final

from games.titles.mascarade.bots.duel_view import AT_CLAIMS, CHALLENGES, CLAIMS, DuelView, Numbers
from games.titles.mascarade.bots.duel_weights import ACTIONS, ANSWERS, HIDDEN, POSITION

HALF: Final = "e"
"""The format of a stored weight: two bytes are precise enough."""
SURENESS: Final = 0.65
"""The factor of all scores before a move is drawn. With 1 it plays as it learned to, but is easier to read."""
ALL_ACTIONS: Final = AT_CLAIMS + CLAIMS
ALL_ANSWERS: Final = 1 + CHALLENGES


class Network:
    """One hidden layer, to which the numbers of the position and those of the move are added."""

    def __init__(self, text: str, moves: int) -> None:
        """Read weights from their text; `moves` is how many numbers there are for moves of all kinds."""
        data = b64decode(text)
        floats = unpack(f"<{len(data) // calcsize(HALF)}{HALF}", data)
        rows: list[list[float]] = [list(floats[first : first + HIDDEN]) for first in range(0, len(floats), HIDDEN)]
        self.position, self.start = rows[:POSITION], rows[POSITION]
        self.moves = rows[POSITION + 1 : POSITION + 1 + moves]
        self.out = rows[-1]

    def chances(self, view: DuelView, moves: Sequence[Sequence[int]]) -> list[float]:
        """Return how often to make each move, up to a constant."""
        base = added(self.start, self.position, view.position())
        scores = [[self.score(base, *each) for each in view.move(move)] for move in moves]
        best = max([max(each) for each in scores])
        return [sum([exp(SURENESS * (score - best)) for score in each]) for each in scores]

    def score(self, base: list[float], at: int, numbers: Numbers) -> float:
        """Return the score of a move, whose numbers begin at row `at`, on the `base` of its position."""
        hidden = added(base, self.moves[at : at + len(numbers)], numbers)
        return sum([a * b for a, b in zip(hidden, self.out, strict=True) if a > 0.0])


def added(start: list[float], rows: list[list[float]], numbers: Numbers) -> list[float]:
    """Return the start plus each row times its number."""
    found = start
    for row, number in zip(rows, numbers, strict=True):
        if number:
            found = [a + number * b for a, b in zip(found, row, strict=True)]
    return found


@cache
def network(acting: bool) -> Network:
    """Return the network that chooses actions, or the one that answers announcements."""
    return Network(ACTIONS, ALL_ACTIONS) if acting else Network(ANSWERS, ALL_ANSWERS)
