"""Round robins for two seats."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from leagues.core.errors import LeagueError
from leagues.core.fixtures import Fixture, Schedule
from leagues.core.round_robin import round_robin

SIZES = [*range(2, 15), 31, 64]


def first_seats(players: int, schedule: Schedule) -> list[int]:
    """How often each player has the first seat."""
    counts = Counter(fixture.players[0] for fixture in schedule.fixtures)
    return [counts[player] for player in range(players)]


def test_the_berger_table_for_eight_is_the_published_one() -> None:
    published = """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """
    expected = {
        Fixture(number, (int(pair[0]) - 1, int(pair[2]) - 1))
        for number, line in enumerate(published.split("\n")[1:-1])
        for pair in line.split()
    }
    assert set(round_robin(8).fixtures) == expected


@pytest.mark.parametrize("players", SIZES)
def test_every_pair_meets_once(players: int) -> None:
    met = [tuple(sorted(fixture.players)) for fixture in round_robin(players).fixtures]
    assert sorted(met) == sorted(combinations(range(players), 2))


@pytest.mark.parametrize("players", SIZES)
def test_every_pair_meets_on_both_seats_of_a_double_round_robin(players: int) -> None:
    met = [fixture.players for fixture in round_robin(players, double=True).fixtures]
    assert sorted(met) == sorted(permutations(range(players), 2))


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("players", SIZES)
def test_everybody_plays_or_rests_once_in_each_round(players: int, double: bool) -> None:
    schedule = round_robin(players, double=double)
    busy = [(fixture.round, player) for fixture in schedule.fixtures for player in fixture.players]
    busy += [(bye.round, bye.player) for bye in schedule.byes]
    rounds = (players - 1 + players % 2) * (1 + double)
    assert sorted(busy) == [(number, player) for number in range(rounds) for player in range(players)]


@pytest.mark.parametrize("players", SIZES)
def test_rests_are_equally_many_and_only_for_odd_numbers(players: int) -> None:
    rests = Counter(bye.player for bye in round_robin(players, double=True).byes)
    assert [rests[player] for player in range(players)] == [2 * (players % 2)] * players


@pytest.mark.parametrize("players", SIZES)
def test_first_seats_differ_by_at_most_one(players: int) -> None:
    counts = first_seats(players, round_robin(players))
    assert max(counts) - min(counts) == (0 if players % 2 else 1)


@pytest.mark.parametrize("players", SIZES)
def test_first_seats_are_equal_in_a_double_round_robin(players: int) -> None:
    assert set(first_seats(players, round_robin(players, double=True))) == {players - 1}


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (1, "A round robin needs at least 2 players, not 1."),
        (65, "A round robin can have at most 64 players, not 65."),
    ],
)
def test_an_impossible_number_of_players_is_refused_with_the_nearest_possible(players: int, reason: str) -> None:
    with pytest.raises(LeagueError) as refused:
        round_robin(players)
    assert str(refused.value.reason) == reason
