"""The knowledge of a player of a duel: a weight for each way in which the six masks may lie.

Three sets of weights are followed, all from the log of one seat: what the rules let it know; the same, with some trust
in what the other says; and what a spectator knows, who saw the deal and nothing secret.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final

from games.titles.mascarade.bots.acts import SILENT
from games.titles.mascarade.bots.reading import Turn
from games.titles.mascarade.rules.components import MASKS_OF_FEW, MAYBE_SWAPPED, NONE, SEEN

LIES: Final = 0.3
"""The weight of the ways in which an announcement is a bluff, against 1 for those in which it is true."""
OVERSEES: Final = 0.5
"""The weight of the ways in which a player who did not challenge holds the mask that was announced."""

Weights = list[float]
Rows = list[list[float]]
"""By slot, the chance of each mask."""

PLACES: Final = range(MASKS_OF_FEW)
WAYS: Final = list(permutations(PLACES))
"""All ways in which the masks, by their rank, may lie in the slots."""
HOLDING: Final = [
    [[number for number, way in enumerate(WAYS) if way[slot] == rank] for rank in PLACES] for slot in PLACES
]
"""By slot and rank of a mask: the ways in which it lies there."""


@cache
def swapped_ways(first: int, second: int) -> list[int]:
    """Return, by way, the number of the way with the masks of two slots swapped."""
    numbers = {way: number for number, way in enumerate(WAYS)}
    found = []
    for way in WAYS:
        masks = list(way)
        masks[first], masks[second] = masks[second], masks[first]
        found.append(numbers[tuple(masks)])
    return found


def swapped(weights: Weights, first: int, second: int) -> Weights:
    """Return the weights after an exchange that was real."""
    return [weights[way] for way in swapped_ways(first, second)]


def blurred(weights: Weights, first: int, second: int) -> Weights:
    """Return the weights after an exchange that may have been pretended."""
    return [(weight + weights[way]) / 2 for weight, way in zip(weights, swapped_ways(first, second), strict=True)]


def only(weights: Weights, slot: int, rank: int) -> Weights:
    """Return the weights after a mask was seen in a slot."""
    found = [0.0] * len(WAYS)
    for way in HOLDING[slot][rank]:
        found[way] = weights[way]
    return normalised(found)


def normalised(weights: Weights) -> Weights:
    """Return weights that add up to one."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0.0 else [1 / len(WAYS)] * len(WAYS)


def rows(weights: Weights) -> Rows:
    """Return the chance of each mask in each slot."""
    return [[sum([weights[way] for way in HOLDING[slot][rank]]) for rank in PLACES] for slot in PLACES]


class DuelWorlds:
    """The weights of all ways for `seat`: by what it knows, by what it trusts, and for a spectator."""

    def __init__(self, seat: int, dealt: Sequence[int]) -> None:
        """Begin with the deal; `dealt` holds the rank of the mask in each slot."""
        self.seat = seat
        start = [0.0] * len(WAYS)
        start[WAYS.index(tuple(dealt))] = 1.0
        self.known = start
        """By the rules alone."""
        self.trusted = start
        """By the rules, and with some trust in the other seat's announcements and silences."""
        self.public = start
        """As a spectator sees it."""
        self.doubts = [0.0] * MASKS_OF_FEW
        """By slot: roughly how unsure the other seat is of the mask."""

    def take(self, turn: Turn, ranks: Sequence[int]) -> None:
        """Follow one turn; `ranks` holds the rank of each kind of mask."""
        if turn.kind != NONE:
            self.hear(turn, ranks[turn.kind])
        for kind, first, second, who, value in turn.records:
            if kind == MAYBE_SWAPPED:
                self.exchange(first, second, who == self.seat, value == 1)
            elif kind == SEEN:
                self.look(first, who, ranks[value] if value != NONE else NONE)
            else:
                self.show(first, ranks[value])

    def hear(self, turn: Turn, rank: int) -> None:
        """Trust an announcement of the other seat, or its silence after an own one, to a degree."""
        trusted = self.trusted[:]
        if turn.actor != self.seat:
            bluffs = set(range(len(WAYS))).difference(HOLDING[turn.pointed][rank])
            for way in bluffs:
                trusted[way] *= LIES
        elif turn.answers[1 - self.seat] == SILENT:
            hand = MASKS_OF_FEW // 2
            for slot in range((1 - self.seat) * hand, (2 - self.seat) * hand):
                for way in HOLDING[slot][rank]:
                    trusted[way] *= OVERSEES
        self.trusted = normalised(trusted)

    def exchange(self, first: int, second: int, own: bool, real: bool) -> None:
        """Follow an exchange; only the seat's `own` is known to be `real` or not."""
        between = (self.doubts[first] + self.doubts[second]) / 2
        if own:
            if real:
                self.known = swapped(self.known, first, second)
                self.trusted = swapped(self.trusted, first, second)
            between = (1.0 + between) / 2
        else:
            self.known = blurred(self.known, first, second)
            self.trusted = blurred(self.trusted, first, second)
        self.public = blurred(self.public, first, second)
        self.doubts[first] = self.doubts[second] = between

    def look(self, slot: int, who: int, rank: int) -> None:
        """Follow a look of one seat at its own mask."""
        if who == self.seat:
            self.known = only(self.known, slot, rank)
            self.trusted = only(self.trusted, slot, rank)
        else:
            self.doubts[slot] = 0.0

    def show(self, slot: int, rank: int) -> None:
        """Follow a mask that was shown to all."""
        self.known = only(self.known, slot, rank)
        self.trusted = only(self.trusted, slot, rank)
        self.public = only(self.public, slot, rank)
        self.doubts[slot] = 0.0
