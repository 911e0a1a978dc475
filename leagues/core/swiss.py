"""The Swiss system for titles of two seats: who plays whom in the next round, and who sits where.

A round is a matching of minimal cost among all entrants (`leagues.core.matching`). Costs are integers in layers; a
higher layer always outweighs all lower ones together:

1. earlier meetings of the pair: no pair meets twice while any complete pairing avoids it; 2. a seat difference above
`LARGEST_SEAT_DIFFERENCE` that the pair could not avoid; 3. the bye: of those with the fewest byes the lowest-placed
that layers 1 and 2 leave free; 4. the squared difference in points, which pairs within score groups first; 5. pairs who
both had the same seat more often than the other; 6. within a score group the top half plays the bottom half, the first
the first and so on, and players who must leave the group leave it at its lower end, as in the Dutch system; 7. a lot,
drawn from so wide a range that two matchings hardly ever cost the same: the round follows from the seed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.matching import heaviest_matching, widest_span

LARGEST_SEAT_DIFFERENCE = 2
"""How much more often a player may have had one seat than the other, unless a pair would meet twice for it."""

LOT_BITS = 48
"""A lot has this many bits, or fewer where a field of the largest size leaves no room for them."""

BYE = -1
Cost = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in the next round, without those who withdrew.

    `points` are integers of any one unit, such as half points. `opponents` are all met so far, as often as they were
    met, whether or not they still play. `seats` are the seats had in played matches, 0 or 1, oldest first. `byes` is
    the number of rounds sat out with a bye. `seed` is the rank before round one, the lowest the best; late entries
    come last.
    """

    player: int
    points: int = 0
    opponents: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    byes: int = 0
    seed: int = 0

    @property
    def seat_difference(self) -> int:
        """How much more often the first seat was had than the second."""
        return len(self.seats) - 2 * sum(self.seats)


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The pairs of a round, (first seat, second seat), best table first; the player with the bye; the pairs that met
    before."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    rematches: tuple[tuple[int, int], ...]


def pair(entrants: Sequence[Entrant], seed: int | str) -> SwissRound:
    """Return the next round. Everyone plays once; with an odd number one has a bye, which counts as a win.

    A bye goes to a player who had none while there is one, then to a player with one, and so on. The order of
    `entrants` does not matter, and the same `seed` gives the same round. Raises LeagueError for fewer than two entrants
    and for a player who is entered twice.

    The first seat goes to the one of a pair who had it less often (first seats less second seats, so that byes do not
    count); if equal, to the one who did not have it at the last match where their seats differed; then by lot.
    Seat differences stay at 2 or less where any pairing with as few rematches allows it.

    Time grows with the cube of the field: two seconds for 512 entrants.
    """
    placed = in_order(entrants)
    rng = random.Random(f"swiss {seed}")
    matched = {min(edge): max(edge) for edge in cheapest_matching(edge_costs(placed), rng)}
    bye = matched.pop(BYE, None)
    # Tables are listed by their better player, who comes first in the standings.
    tables = [(placed[one], placed[other]) for one, other in sorted(matched.items())]
    return SwissRound(
        pairs=tuple(seated(one, other, rng) for one, other in tables),
        bye=None if bye is None else placed[bye].player,
        rematches=tuple((one.player, other.player) for one, other in tables if other.player in one.opponents),
    )


def in_order(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants by points, then by seed rank. Raises LeagueError if they cannot be paired."""
    if len(entrants) < 2:
        raise LeagueError(_("A Swiss round needs at least 2 players, not %(players)s.", players=len(entrants)))
    if len({entrant.player for entrant in entrants}) < len(entrants):
        raise LeagueError(_("The same player is signed up twice."))
    return sorted(entrants, key=lambda entrant: (-entrant.points, entrant.seed, entrant.player))


def edge_costs(placed: Sequence[Entrant]) -> dict[tuple[int, int], Cost]:
    """Return the layered cost of every pair of places, and of the bye (as the pair of BYE and a place) if one is due;
    lots are not drawn yet."""
    groups = Counter(entrant.points for entrant in placed)
    starts = {points: place for place, points in reversed(list(enumerate(entrant.points for entrant in placed)))}
    differences = [entrant.seat_difference for entrant in placed]
    costs: dict[tuple[int, int], Cost] = {}
    for one, upper in enumerate(placed):
        met, first = Counter(upper.opponents), differences[one]
        for other in range(one + 1, len(placed)):
            lower, second = placed[other], differences[other]
            costs[one, other] = (
                met[lower.player],
                seat_excess(first, second),
                0,
                (upper.points - lower.points) ** 2,
                -abs(first - second),  # the sum of the squared seat differences after the round falls by twice that
                fold(one, other, starts, groups, placed),
            )
    if len(placed) % 2:
        fewest = min(entrant.byes for entrant in placed)
        for place, entrant in enumerate(placed):
            if entrant.byes == fewest:
                costs[BYE, place] = (0, 0, len(placed) - 1 - place, 0, 0, 0)
    return costs


def seat_excess(first: int, second: int) -> int:
    """Return by how much two seat differences exceed the largest allowed after the better of both seatings."""

    def excess(difference: int) -> int:
        return max(0, abs(difference) - LARGEST_SEAT_DIFFERENCE)

    return min(excess(first + 1) + excess(second - 1), excess(first - 1) + excess(second + 1))


def fold(one: int, other: int, starts: Mapping[int, int], groups: Mapping[int, int], placed: Sequence[Entrant]) -> int:
    """Return how far the pair is, squared, from the pairs that the Dutch system would make of their score groups."""
    upper, lower = placed[one].points, placed[other].points
    if upper == lower:
        return (other - one - groups[upper] // 2) ** 2
    last = starts[upper] + groups[upper] - 1
    return (last - one) ** 2 + (other - starts[lower]) ** 2


def cheapest_matching(costs: Mapping[tuple[int, int], Cost], rng: random.Random) -> set[tuple[int, int]]:
    """Return a matching of most pairs whose costs, added layer by layer, are lexicographically smallest; of equal ones
    the lot decides."""
    weights = with_lots(flattened(costs), rng)
    return heaviest_matching((one, other, -weight) for (one, other), weight in weights.items())


def flattened(costs: Mapping[tuple[int, int], Cost]) -> dict[tuple[int, int], int]:
    """Return each layered cost as one integer, such that a layer outweighs all lower ones together in any matching."""
    pairs = nodes_of(costs) // 2
    layers = list(zip(*costs.values(), strict=True))
    factors = [1]
    for layer in reversed(layers[1:]):
        lowest = min(layer)
        # Only an edge from one of these nodes costs more, so a matching has at most this many that do: one bye.
        dearer = {edge[0] for edge, value in zip(costs, layer, strict=True) if value != lowest}
        factors.append(factors[-1] * (min(pairs, len(dearer)) * (max(layer) - lowest) + 1))
    factors.reverse()
    return {edge: sum(map(mul, cost, factors)) for edge, cost in costs.items()}


def with_lots(weights: Mapping[tuple[int, int], int], rng: random.Random) -> dict[tuple[int, int], int]:
    """Return the weights with a lot for each edge below them, from as many bits as `heaviest_matching` has room for.

    With the 48 bits that there are unless a field of hundreds has the strangest history, fewer than one in a thousand
    million rounds has two matchings that cost the same (Mulmuley, Vazirani and Vazirani 1987: at most the number of
    edges by the number of lots).
    """
    nodes, span = nodes_of(weights), max(weights.values()) - min(weights.values()) + 1
    room = widest_span(nodes) // (span * nodes)
    bits = min(LOT_BITS, max(0, room.bit_length() - 1))
    return {edge: weight * (nodes << bits) + rng.getrandbits(bits) for edge, weight in weights.items()}


def nodes_of(edges: Iterable[tuple[int, int]]) -> int:
    """Return how many nodes the edges join."""
    return len({node for edge in edges for node in edge})


def seated(one: Entrant, other: Entrant, rng: random.Random) -> tuple[int, int]:
    """Return who of the pair has the first seat, and who the second."""
    if one.seat_difference != other.seat_difference:
        other_first = other.seat_difference < one.seat_difference
    else:
        histories = zip(reversed(one.seats), reversed(other.seats), strict=False)
        differing = next(((mine, theirs) for mine, theirs in histories if mine != theirs), None)
        other_first = differing == (0, 1) if differing else rng.random() < 0.5
    return (other.player, one.player) if other_first else (one.player, other.player)
