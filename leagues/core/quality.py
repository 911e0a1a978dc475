"""The quality of a schedule: figures to be published with it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from leagues.core.fixtures import Bye, Fixture
from leagues.core.meetings import meeting_counts, pair_counts


@dataclass(frozen=True, slots=True)
class ScheduleQuality:
    """Figures of one schedule. Tuples have one entry for each player.

    - `meetings`: how many pairs (second) meet this many times (first), the fewest meetings first.
    - `early_repeats`: how often a pair met again before it was necessary. In a round, a pair's meetings after its first
      in the schedule are repeats. They are early if another match of this round holds a player whom one of the two has
      not met in an earlier round and does not meet in this one. Such a partner does not prove that the repeat could
      have been avoided, as the places of all others must fit together; so this is an upper bound.
    - `matches`, `byes`, `smaller_pods`: how many matches a player has, how many byes, and how many matches with fewer
      players than a full pod.
    - `seat_spreads`: how often a player has the most frequent seat minus how often the least frequent one. The largest
      such difference counts, among matches of one size and among all matches for the seats that all of them have.
    """

    meetings: tuple[tuple[int, int], ...]
    early_repeats: int
    matches: tuple[int, ...]
    byes: tuple[int, ...]
    smaller_pods: tuple[int, ...]
    seat_spreads: tuple[int, ...]

    @property
    def fewest_meetings(self) -> int:
        """How often the pair meets that meets least."""
        return self.meetings[0][0] if self.meetings else 0

    @property
    def most_meetings(self) -> int:
        """How often the pair meets that meets most."""
        return self.meetings[-1][0] if self.meetings else 0


def schedule_quality(
    players: int, seats: int, fixtures: Sequence[Fixture], byes: Iterable[Bye] = ()
) -> ScheduleQuality:
    """Return the figures of `fixtures` and `byes` of players 0..`players`-1, where a full pod has `seats` players."""
    pairs = Counter(pair_counts(meeting_counts(players, (fixture.players for fixture in fixtures))))
    resting = Counter(bye.player for bye in byes)
    playing = Counter(player for fixture in fixtures for player in fixture.players)
    smaller = Counter(player for fixture in fixtures if len(fixture.players) < seats for player in fixture.players)
    return ScheduleQuality(
        meetings=tuple(sorted(pairs.items())),
        early_repeats=_early_repeats(players, fixtures),
        matches=tuple(playing[player] for player in range(players)),
        byes=tuple(resting[player] for player in range(players)),
        smaller_pods=tuple(smaller[player] for player in range(players)),
        seat_spreads=_seat_spreads(players, fixtures),
    )


def _early_repeats(players: int, fixtures: Sequence[Fixture]) -> int:
    """Return how often a pair met again while one of the two had a possible partner not yet met."""
    met: list[set[int]] = [{player} for player in range(players)]
    rounds: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        rounds[fixture.round].append(fixture)
    early = 0
    for number in sorted(rounds):
        pairs = Counter(pair for fixture in rounds[number] for pair in combinations(sorted(fixture.players), 2))
        present = {player for fixture in rounds[number] for player in fixture.players}
        repeats = {pair: count - (pair[1] not in met[pair[0]]) for pair, count in pairs.items()}
        for one, other in pairs:
            met[one].add(other)
            met[other].add(one)
        early += sum(count for (one, other), count in repeats.items() if present - met[one] or present - met[other])
    return early


def _seat_spreads(players: int, fixtures: Sequence[Fixture]) -> tuple[int, ...]:
    """Return the largest difference between a player's numbers of times on two seats."""
    common = min((len(fixture.players) for fixture in fixtures), default=0)
    totals = [[0] * common for _player in range(players)]
    by_size: dict[tuple[int, int], list[int]] = {}
    for fixture in fixtures:
        for seat, player in enumerate(fixture.players):
            by_size.setdefault((player, len(fixture.players)), [0] * len(fixture.players))[seat] += 1
            if seat < common:
                totals[player][seat] += 1
    spreads = [max(counts) - min(counts) if counts else 0 for counts in totals]
    for (player, _size), counts in by_size.items():
        spreads[player] = max(spreads[player], max(counts) - min(counts))
    return tuple(spreads)
