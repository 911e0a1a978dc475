"""The Swiss system for titles of three and more seats: pods of entrants with similar points.

The standings are cut into pods from the top; then entrants of different pods swap places while that makes the round
better. A round is better, the most important first, if it has

1. fewer in a smaller pod who had one before, so that no player has a second one while another had none; 2. fewer
repeated meetings (a pair's third meeting counts more than its second); 3. less difference in points within its pods.

The search is a hill climb with some restarts, bounded in steps and drawn from a seed. The first point is always met;
for the others it finds good rounds, not provably the best.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.sizes import byes_needed, pod_sizes

Had = dict[tuple[int, int], int]
"""How often a player (first) has had a seat (second); seats not had are left out."""
Assign = Callable[[Sequence[tuple[int, ...]], Had], Sequence[tuple[int, ...]]]
"""Seats pods: `assign(pods, had)` returns each of the pods in seat order, such that `had` gets as even as it can."""

RESTARTS = 12
SWEEPS = 400
KICKS = 3  # swaps at random before a restart climbs again
Cost = tuple[int, int, int]
Pods = list[list["PodEntrant"]]


@dataclass(frozen=True, slots=True)
class PodEntrant:
    """A player in the next round; players who withdrew are not in it.

    `points` are integers of any one unit, such as thousandths. `opponents` are all players met so far, each as often as
    they were met. `seats` are the seats that the player has had, in any order. `byes` and `smaller` are the numbers of
    rounds sat out with a bye and played in a pod with an empty seat. `seed` is the rank before round one; the lowest is
    the best.
    """

    player: int
    points: int = 0
    opponents: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    byes: int = 0
    smaller: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PodRound:
    """The pods of a round in seat order, best first, the players who sit out, and the pairs that meet again."""

    pods: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    repeats: tuple[tuple[int, int], ...]


def pair_pods(
    entrants: Sequence[PodEntrant], seats: int, seed: int | str, assign: Assign, *, smaller: bool = True
) -> PodRound:
    """Return the next round: pods of `seats`, the others of one seat less (`smaller=False` forbids these).

    Byes are given only where no such sizes add up: to those with the fewest byes, of them the lowest-placed. Equal
    points are ordered by lot, so that round one is drawn. The order of `entrants` does not matter, and the same `seed`
    gives the same round if `assign` keeps to that too. Raises LeagueError for too few entrants, for less than three
    seats, and for a player who is entered twice.
    """
    if len({entrant.player for entrant in entrants}) < len(entrants):
        raise LeagueError(_("The same player is signed up twice."))
    rng = random.Random(f"swiss pods {seed}")
    byes = choose_byes(entrants, byes_needed(len(entrants), seats, smaller=smaller))
    playing = [entrant for entrant in sorted(entrants, key=lambda entrant: entrant.player) if entrant not in byes]
    rng.shuffle(playing)
    playing.sort(key=lambda entrant: -entrant.points)
    sizes = pod_sizes(len(playing), seats, smaller=smaller)
    assert sizes, "byes_needed found a number that can be cut"
    prices = Prices(seats, {entrant.player: Counter(entrant.opponents) for entrant in playing})
    pods = search(cut(playing, sizes, prices), prices, rng)
    seated = assign(
        [tuple(entrant.player for entrant in pod) for pod in pods],
        dict(Counter((entrant.player, seat) for entrant in playing for seat in entrant.seats)),
    )
    return PodRound(
        pods=tuple(tuple(pod) for pod in seated),
        byes=tuple(entrant.player for entrant in byes),
        repeats=tuple(
            (one.player, other.player)
            for pod in pods
            for one, other in combinations(pod, 2)
            if prices.meetings(one, other)
        ),
    )


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of a round's pods, given its full size and how often `met[player][opponent]` played together."""

    seats: int
    met: Mapping[int, Mapping[int, int]]

    def meetings(self, one: PodEntrant, other: PodEntrant) -> int:
        """Return how often the two met."""
        return self.met[one.player].get(other.player, 0)

    def pod(self, pod: Sequence[PodEntrant]) -> Cost:
        """Return the cost of a pod: how often its players have been in a smaller pod, if it is one; repeated meetings;
        squared differences in points."""
        again = sum(entrant.smaller for entrant in pod) if len(pod) < self.seats else 0
        repeats = sum(self.meetings(one, other) ** 2 for one, other in combinations(pod, 2))
        points = sum((one.points - other.points) ** 2 for one, other in combinations(pod, 2))
        return again, repeats, points

    def round(self, pods: Iterable[Sequence[PodEntrant]]) -> Cost:
        """Return the cost of several pods: theirs added, layer by layer."""
        again, repeats, points = zip(*map(self.pod, pods), strict=True)
        return sum(again), sum(repeats), sum(points)


def choose_byes(entrants: Sequence[PodEntrant], number: int) -> list[PodEntrant]:
    """Return the `number` entrants who sit out: the fewest byes first, then the lowest-placed."""
    order = sorted(entrants, key=lambda entrant: (entrant.byes, entrant.points, -entrant.seed, -entrant.player))
    return order[:number]


def cut(playing: Sequence[PodEntrant], sizes: Sequence[int], prices: Prices) -> Pods:
    """Return the standings cut into pods of these sizes, the smaller ones where the round costs least.

    `best[full, short]` is the cheapest way to cut this many full and smaller pods from the top.
    """
    wanted = sizes.count(prices.seats), sizes.count(prices.seats - 1)
    best: dict[tuple[int, int], Pods] = {(0, 0): []}
    for full in range(wanted[0] + 1):
        for short in range(wanted[1] + 1):
            end = full * prices.seats + short * (prices.seats - 1)
            ways = [
                [*best[before], list(playing[end - size : end])]
                for before, size in [((full - 1, short), prices.seats), ((full, short - 1), prices.seats - 1)]
                if before in best
            ]
            if ways:
                best[full, short] = min(ways, key=prices.round)
    return best[wanted]


def search(pods: Pods, prices: Prices, rng: random.Random) -> Pods:
    """Return the best round found from `pods`; the climb restarts from a disturbed copy while a pair meets again."""
    best = climb(pods, prices)
    for _restart in range(RESTARTS if len(pods) > 1 else 0):
        cost = prices.round(best)
        if cost[1] == 0:
            break
        disturbed = [list(pod) for pod in best]
        for _kick in range(KICKS):
            one, other = rng.sample(disturbed, 2)
            place, at = rng.randrange(len(one)), rng.randrange(len(other))
            one[place], other[at] = other[at], one[place]
        disturbed = climb(disturbed, prices)
        if prices.round(disturbed) < cost:
            best = disturbed
    return best


def climb(pods: Pods, prices: Prices) -> Pods:
    """Return the round after swaps between two pods, each of which makes it better, until none does; nearer pods first.

    Pods that are not neighbours swap only to repair what is repeated. Every swap lowers the cost, so the climb ends;
    `SWEEPS` bounds it too.
    """
    pods = [list(pod) for pod in pods]
    reach = 1
    for _sweep in range(SWEEPS):
        improved = False
        for upper in range(len(pods) - reach):
            one, other = pods[upper], pods[upper + reach]
            before = prices.round((one, other))
            if reach > 1 and before[:2] == (0, 0):
                continue
            cost, better = min(
                ((prices.round(swapped), swapped) for swapped in swaps(one, other)), key=lambda way: way[0]
            )
            if cost < before:
                pods[upper], pods[upper + reach] = better
                improved = True
        reach = 1 if improved else reach + 1
        if reach >= len(pods):
            break
    return pods


def swaps(one: list[PodEntrant], other: list[PodEntrant]) -> Iterator[tuple[list[PodEntrant], list[PodEntrant]]]:
    """Yield both pods after each swap of one entrant for another."""
    for place, at in product(range(len(one)), range(len(other))):
        left, right = list(one), list(other)
        left[place], right[at] = right[at], left[place]
        yield left, right
