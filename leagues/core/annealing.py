"""Rounds in which players meet as evenly as a search can make it."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from leagues.core.meetings import meeting_table, pair_counts

RESTARTS = 2
STEPS = 200_000
HOTTEST, COLDEST = 1.5, 0.2
"""Temperatures, in units of half the cost below."""

SHORTS_WEIGHT = 4
"""What uneven turns cost in these units. Too low, and searches end with uneven turns, which cannot be used."""

Groups = tuple[tuple[int, ...], ...]
"""The pods of one round."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a round looks like: `players` sit in pods of these `sizes`, the largest first; those without a place rest.

    A pod of `seats` players is full; all others are smaller.
    """

    players: int
    seats: int
    sizes: tuple[int, ...]

    @property
    def short(self) -> int:
        """How many players of a round rest or sit in a smaller pod. They are the last of an order."""
        return self.players - sum(size for size in self.sizes if size == self.seats)

    def cut(self, order: Sequence[int]) -> Groups:
        """The pods of a round, if players sit down in this `order`."""
        starts = [sum(self.sizes[:number]) for number in range(len(self.sizes))]
        return tuple(tuple(order[start : start + size]) for start, size in zip(starts, self.sizes, strict=True))


def cost(players: int, rounds: Sequence[Groups]) -> int:
    """The sum over all pairs of their squared meetings."""
    return unevenness(players, rounds)[0]


def unevenness(players: int, rounds: Sequence[Groups]) -> tuple[int, int, int]:
    """What is compared to find the better of two schedules: `cost`, then the spread of meetings, then their maximum."""
    counts = pair_counts(meeting_table(players, (pod for pods in rounds for pod in pods)))
    return sum(count * count for count in counts), max(counts) - min(counts), max(counts)


def least_cost(shape: Shape, rounds: int) -> int:
    """A cost that cannot be undercut: all pairs meet equally often, or some once more than the others."""
    pairs = shape.players * (shape.players - 1) // 2
    meetings = rounds * sum(size * (size - 1) // 2 for size in shape.sizes)
    often, more = divmod(meetings, pairs)
    return (pairs - more) * often**2 + more * (often + 1) ** 2


def annealed_rounds(shape: Shape, rounds: int, rng: random.Random) -> list[Groups]:
    """Rounds of a low `cost`, found by simulated annealing with `RESTARTS` starts of `STEPS` exchanges each.

    The numbers of times that two players rest or sit in a smaller pod differ by at most one. The search ends early
    if the cost is the least possible. The number of steps bounds it, so the result depends on nothing but `rng`.
    """
    best: list[Groups] = []
    for _restart in range(RESTARTS):
        search = _Search(shape, rounds, rng)
        search.run()
        found = [shape.cut(order) for order in search.best]
        if not best or unevenness(shape.players, found) < unevenness(shape.players, best):
            best = found
        if cost(shape.players, best) == least_cost(shape, rounds):
            break
    return best


class _Search:
    """One run of simulated annealing. A step exchanges two players of one round.

    Orders, not pods, are what is changed: `shape` says which places of an order belong together. What the search lowers
    has a second part, the sum over players of the squared `shorts`: how often each rests or sits in a smaller pod. A
    result is kept only where this part is as low as possible, as it is at the start.
    """

    def __init__(self, shape: Shape, rounds: int, rng: random.Random) -> None:
        self.shape = shape
        self.rng = rng
        self.orders = self._balanced_start(rounds)
        self.full = shape.players - shape.short
        self.met = meeting_table(shape.players, (pod for order in self.orders for pod in shape.cut(order)))
        self.shorts = [0] * shape.players
        for order in self.orders:
            for player in order[self.full :]:
                self.shorts[player] += 1
        self.excess = 0  # by how much the halved sum of squared shorts is above the least possible
        self.halved = 0  # by how much the halved cost of meetings has changed since the start
        self.lowest = 0
        self.best = [list(order) for order in self.orders]
        self.goal = (least_cost(shape, rounds) - cost(shape.players, [shape.cut(order) for order in self.orders])) // 2
        self.pods = self._pods()

    def _balanced_start(self, rounds: int) -> list[list[int]]:
        """Random rounds in which everybody in turn is short."""
        turns = list(range(self.shape.players))
        self.rng.shuffle(turns)
        orders = []
        for number in range(rounds):
            first = number * self.shape.short
            short = [turns[(first + index) % len(turns)] for index in range(self.shape.short)]
            full = [player for player in turns if player not in short]
            self.rng.shuffle(full)
            self.rng.shuffle(short)
            orders.append(full + short)
        return orders

    def _pods(self) -> list[tuple[int, int]]:
        """For each place of an order, where its pod begins and ends; nothing in between for those who rest."""
        pods, start = [], 0
        for size in self.shape.sizes:
            pods += [(start, start + size)] * size
            start += size
        return pods + [(start, start)] * (self.shape.players - start)

    def run(self) -> None:
        """Exchange players, at first also for the worse, later only for the better; stop at the least cost possible."""
        if self.lowest == self.goal:
            return
        cooling = (COLDEST / HOTTEST) ** (1 / STEPS)
        heat = HOTTEST
        draw, exp, places, rounds = self.rng.random, math.exp, self.shape.players, len(self.orders)
        for _step in range(STEPS):
            heat *= cooling
            order = self.orders[int(draw() * rounds)]
            one, other = int(draw() * places), int(draw() * places)
            if self.pods[one] == self.pods[other]:
                continue
            more_meetings = self._more_meetings(order, one, other)
            more_shorts = self._more_shorts(order, one, other)
            change = more_meetings + SHORTS_WEIGHT * more_shorts
            if change <= 0 or draw() < exp(-change / heat):
                self._exchange(order, one, other)
                self.halved += more_meetings
                self.excess += more_shorts
                if self.halved < self.lowest and not self.excess:
                    self.lowest = self.halved
                    self.best = [list(kept) for kept in self.orders]
                    if self.lowest == self.goal:
                        return

    def _more_meetings(self, order: list[int], one: int, other: int) -> int:
        """Half of what an exchange adds to the cost of meetings: the leaver's pairs end, the comer's pairs begin."""
        first, second = self.met[order[one]], self.met[order[other]]
        already = first[order[other]] + 1
        change = 0
        start, end = self.pods[one]
        if start < end:
            for player in order[start:end]:
                change += second[player] - first[player] + 1
            change -= already  # the loop has counted the leaver among those who stay
        start, end = self.pods[other]
        if start < end:
            for player in order[start:end]:
                change += first[player] - second[player] + 1
            change -= already
        return change

    def _more_shorts(self, order: list[int], one: int, other: int) -> int:
        """Half of what an exchange adds to the sum of squared shorts."""
        if (one < self.full) == (other < self.full):
            return 0
        if one >= self.full:
            one, other = other, one
        return self.shorts[order[one]] - self.shorts[order[other]] + 1

    def _exchange(self, order: list[int], one: int, other: int) -> None:
        """Let two players of a round change places."""
        if one >= self.full:
            one, other = other, one
        first, second = order[one], order[other]
        if one < self.full <= other:
            self.shorts[first] += 1
            self.shorts[second] -= 1
        self._count_pod(order, one, -1)
        self._count_pod(order, other, -1)
        order[one], order[other] = second, first
        self._count_pod(order, one, 1)
        self._count_pod(order, other, 1)

    def _count_pod(self, order: list[int], place: int, more: int) -> None:
        """Add `more` to the meetings of the player at `place` with the others of the pod."""
        start, end = self.pods[place]
        player = order[place]
        row = self.met[player]
        for other in order[start:end]:
            if other != player:
                row[other] += more
                self.met[other][player] += more
