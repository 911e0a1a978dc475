"""Round-free pods: a division in which everybody plays as many matches as there are seats, once on each seat."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.core.text import Text, _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Fixture

FEWEST_SEATS, MOST_SEATS = 3, 13
MOST_PLAYERS = 14
ORDERS = 300
PLACEMENTS = 10_000
"""How many orders `waves` tries, and how many matches it places in all of them together."""


def pod_fixtures(players: int, seats: int) -> list[Fixture]:
    """Return the matches of a division, all in round 0: match `i` seats player `(block[seat] + i) % players` on each
    seat.

    There are as many matches as players. Each player plays exactly `seats` matches, one on each seat. The meetings of
    two pairs differ by at most one, except for 14 players at seven seats, where they differ by two.

    Raises `LeagueError` as `base_block` does.
    """
    block = base_block(players, seats)
    return [Fixture(0, tuple((start + shift) % players for start in block)) for shift in range(players)]


@cache
def base_block(players: int, seats: int) -> tuple[int, ...]:
    """Return the players of the first match of a division: the first block whose differences are spread most evenly.

    Two players at distance d on the circle of players meet as often as the block holds the difference d. A block in
    which all differences occur equally often is called a cyclic difference set.

    Raises `LeagueError` unless there are 3 to 13 seats, and at least as many players as seats, at most `MOST_PLAYERS`.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise LeagueError(_refused_seats(seats))
    if not seats <= players <= MOST_PLAYERS:
        raise LeagueError(
            _(
                "Pods with %(seats)s seats need %(fewest)s to %(most)s players, not %(players)s.",
                seats=seats,
                fewest=seats,
                most=MOST_PLAYERS,
                players=players,
            )
        )
    blocks = ((0, *others) for others in combinations(range(1, players), seats - 1))
    return min(blocks, key=lambda block: _unevenness(block, players))


def waves(fixtures: Sequence[Fixture], at_most: int) -> list[Fixture]:
    """Return the same matches in rounds in which nobody has more than `at_most` of them, in few rounds.

    The rounds that the matches have are forgotten; matches that may be in one wave keep their order. The result is
    the best of a bounded number of orders in which each match goes to the first wave that has room for it.

    Raises `LeagueError` if `at_most` is less than one.
    """
    if at_most < 1:
        raise LeagueError(_("Each player needs at least 1 match at a time, not %(matches)s.", matches=at_most))
    fewest = _fewest_waves(fixtures, at_most)
    order = list(range(len(fixtures)))
    best = _first_fit(fixtures, order, at_most)
    rng = random.Random(0)
    for _order in range(min(ORDERS, PLACEMENTS // max(1, len(fixtures)))):
        if len(set(best)) <= fewest:
            break
        rng.shuffle(order)
        best = min(best, _first_fit(fixtures, order, at_most), key=lambda numbers: len(set(numbers)))
    placed = [Fixture(number, fixture.players) for number, fixture in zip(best, fixtures, strict=True)]
    return sorted(placed, key=lambda fixture: fixture.round)


def _refused_seats(seats: int) -> Text:
    if seats == 2:
        return _("Pods have at least %(fewest)s seats; for two players, use a round robin.", fewest=FEWEST_SEATS)
    return _(
        "Pods: choose from %(fewest)s to %(most)s seats, not %(seats)s.",
        fewest=FEWEST_SEATS,
        most=MOST_SEATS,
        seats=seats,
    )


def _unevenness(block: tuple[int, ...], players: int) -> int:
    """Return how much the numbers of meetings differ over the distances between two players."""
    counts = Counter((b - a) % players for a in block for b in block if a != b)
    meetings = [counts[distance] for distance in range(1, players)]
    return max(meetings) - min(meetings)


def _fewest_waves(fixtures: Sequence[Fixture], at_most: int) -> int:
    """Return a lower bound of the number of waves, from the busiest player and from all matches together."""
    matches = Counter(player for fixture in fixtures for player in fixture.players)
    if not matches:
        return 0
    smallest = min(len(fixture.players) for fixture in fixtures)
    room = max(1, len(matches) * at_most // smallest)
    return max(-(-max(matches.values()) // at_most), -(-len(fixtures) // room))


def _first_fit(fixtures: Sequence[Fixture], order: Sequence[int], at_most: int) -> list[int]:
    """Return the wave of each of the `fixtures` if they are placed in `order`, each into the first wave with room for
    it."""
    placed: list[Counter[int]] = []
    numbers = [0] * len(fixtures)
    for index in order:
        players = fixtures[index].players
        wave = next(
            (number for number, taken in enumerate(placed) if all(taken[player] < at_most for player in players)),
            len(placed),
        )
        if wave == len(placed):
            placed.append(Counter())
        placed[wave].update(players)
        numbers[index] = wave
    return numbers
