"""The possible ends of a division, by a simulation of its remaining matches. It estimates; `prospects` says what is
certain."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture
from leagues.core.results import Result
from leagues.core.standings import Ranking, Rules
from leagues.core.tally import Tally

MOST_SAMPLES = 5_000


@dataclass(frozen=True, slots=True)
class Projection:
    """The number of times that each player ended on each rank: `counts[player][rank - 1]` of `samples`."""

    samples: int
    counts: dict[int, tuple[int, ...]]

    def probability(self, player: int, best: int, worst: int) -> Fraction:
        """Return the estimated probability that `player` ends on a rank from `best` to `worst`, both included.

        >>> Projection(4, {7: (1, 3, 0), 8: (3, 1, 0), 9: (0, 0, 4)}).probability(7, 1, 1)
        Fraction(1, 4)
        """
        return Fraction(sum(self.counts[player][best - 1 : worst]), self.samples)


def project(
    players: Sequence[int],
    results: Iterable[Result],
    remaining: Sequence[Fixture | Bye],
    rules: Rules,
    seed: str,
    *,
    samples: int = 500,
    strengths: Mapping[int, float] | None = None,
) -> Projection:
    """Return how often each player ends on each rank if `remaining` matches are played `samples` times at random.

    A match ends with a strict order of its players: any order is as probable as another, or, with positive `strengths`,
    each next place falls to a player with a probability proportional to strength (Plackett-Luce). Simulated matches
    have no scores and no time-outs. The same arguments give the same counts; `seed` is the one of the standings. Raises
    LeagueError as `standings` does, for a player in `remaining` who is not in `players`, for samples below 1 or above
    5000, or if `strengths` is incomplete or has a number that is not positive.
    """
    if not 1 <= samples <= MOST_SAMPLES:
        raise LeagueError(_("A projection uses 1 to %(most)s samples, not %(n)s.", most=MOST_SAMPLES, n=samples))
    tally = Tally.of(sorted(players), results, rules.scale)
    matches = tally.indices(remaining)
    weights = _weights(tally, strengths) if strengths is not None else None
    rng = Random(f"projection:{seed}")
    for match in matches:
        tally.add_meeting(match)
    played = [match for match in matches if len(match) > 1]
    worths = [rules.scale.places(len(match)) for match in played]
    counts = [[0] * len(tally.players) for _player in tally.players]
    for _sample in range(samples):
        orders = [_random_order(match, weights, rng) for match in played]
        for rank, i in enumerate(Ranking(tally.with_rankings(orders, worths), rules, seed).order):
            counts[i][rank] += 1
    return Projection(samples, {player: tuple(row) for player, row in zip(tally.players, counts, strict=True)})


def _weights(tally: Tally, strengths: Mapping[int, float]) -> list[float]:
    weights = [strengths.get(player, 0.0) for player in tally.players]
    if not all(0 < weight < inf for weight in weights):
        raise LeagueError(_("Every player’s strength must be positive."))
    return weights


def _random_order(match: tuple[int, ...], weights: list[float] | None, rng: Random) -> list[int]:
    """Return the players of a match from the winner to the last."""
    if weights is None:
        return sorted(match, key=lambda _i: rng.random())
    # The order of exponential arrival times with these rates is a Plackett-Luce order.
    return sorted(match, key=lambda i: rng.expovariate(weights[i]))
