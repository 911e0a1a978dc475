"""Round-free pods and waves."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.errors import LeagueError
from leagues.core.fixtures import Fixture
from leagues.core.pods import base_block, pod_fixtures, waves
from leagues.core.quality import schedule_quality
from leagues.core.round_robin import round_robin

BASE_BLOCKS = [
    *((3, players, (0, 1, 2), spread) for players, spread in ((3, (3, 3)), (4, (2, 2)), (5, (1, 2)))),
    *((3, players, (0, 1, 3), spread) for players, spread in ((6, (1, 2)), (7, (1, 1)))),
    *((3, players, (0, 1, 3), (0, 1)) for players in range(8, 15)),
    *((4, players, (0, 1, 2, 3), spread) for players, spread in ((4, (4, 4)), (5, (3, 3)), (6, (2, 3)))),
    *((4, players, (0, 1, 2, 4), spread) for players, spread in ((7, (2, 2)), (8, (1, 2)), (9, (1, 2)))),
    *((4, players, (0, 1, 2, 5), (1, 2)) for players in (10, 11)),
    (4, 12, (0, 1, 3, 7), (1, 2)),
    (4, 13, (0, 1, 3, 9), (1, 1)),
    *((5, players, (0, 1, 2, 3, 4), spread) for players, spread in ((5, (5, 5)), (6, (4, 4)), (7, (3, 4)))),
    *((5, players, (0, 1, 2, 3, 5), (2, 3)) for players in (8, 9)),
    (5, 10, (0, 1, 2, 3, 6), (2, 3)),
    *((5, players, (0, 1, 2, 4, 7), spread) for players, spread in ((11, (2, 2)), (12, (1, 2)), (13, (1, 2)))),
    (5, 14, (0, 1, 2, 4, 7), (1, 2)),
    *((6, players, (0, 1, 2, 3, 4, 5), spread) for players, spread in ((6, (6, 6)), (7, (5, 5)), (8, (4, 5)))),
    (6, 9, (0, 1, 2, 3, 4, 6), (3, 4)),
    (6, 10, (0, 1, 2, 3, 5, 6), (3, 4)),
    (6, 11, (0, 1, 2, 4, 5, 7), (3, 3)),
    (6, 12, (0, 1, 2, 3, 5, 8), (2, 3)),
    (6, 13, (0, 1, 2, 3, 5, 9), (2, 3)),
]
ALL_PODS = [(players, seats) for seats in range(3, 14) for players in range(seats, 15)]


@pytest.mark.parametrize(("seats", "players", "block", "meetings"), BASE_BLOCKS)
def test_base_blocks_up_to_six_seats_are_those_of_the_exhaustive_search(
    seats: int, players: int, block: tuple[int, ...], meetings: tuple[int, int]
) -> None:
    assert base_block(players, seats) == block
    quality = schedule_quality(players, seats, pod_fixtures(players, seats))
    assert (quality.fewest_meetings, quality.most_meetings) == meetings


@pytest.mark.parametrize(("players", "seats"), ALL_PODS)
def test_everybody_has_each_seat_of_a_pod_exactly_once(players: int, seats: int) -> None:
    fixtures = pod_fixtures(players, seats)
    assert len(fixtures) == players
    assert all(len(set(fixture.players)) == seats for fixture in fixtures)
    for seat in range(seats):
        assert sorted(fixture.players[seat] for fixture in fixtures) == list(range(players))


@pytest.mark.parametrize(("players", "seats"), ALL_PODS)
def test_meetings_in_a_pod_differ_by_at_most_one(players: int, seats: int) -> None:
    quality = schedule_quality(players, seats, pod_fixtures(players, seats))
    exception = (players, seats) == (14, 7)
    assert quality.most_meetings - quality.fewest_meetings <= 1 + exception


@pytest.mark.parametrize(
    ("players", "seats", "reason"),
    [
        (3, 4, "Pods with 4 seats need 4 to 14 players, not 3."),
        (15, 4, "Pods with 4 seats need 4 to 14 players, not 15."),
        (-1, 13, "Pods with 13 seats need 13 to 14 players, not -1."),
        (6, 2, "Pods have at least 3 seats; for two players, use a round robin."),
        (20, 14, "Pods: choose from 3 to 13 seats, not 14."),
        (20, 0, "Pods: choose from 3 to 13 seats, not 0."),
    ],
)
def test_an_impossible_pod_is_refused_with_what_is_possible(players: int, seats: int, reason: str) -> None:
    with pytest.raises(LeagueError) as refused:
        pod_fixtures(players, seats)
    assert str(refused.value.reason) == reason


@pytest.mark.parametrize(
    ("players", "seats", "at_most", "expected"),
    [
        (7, 4, 4, 1),
        (7, 4, 3, 2),
        (7, 4, 2, 3),
        (7, 4, 1, 7),  # any two matches share two players
        (9, 3, 1, 5),
        (12, 3, 1, 4),
        (13, 4, 2, 4),
    ],
)
def test_waves_of_a_pod_are_as_few_as_possible(players: int, seats: int, at_most: int, expected: int) -> None:
    assert max(fixture.round for fixture in waves(pod_fixtures(players, seats), at_most)) + 1 == expected


@settings(deadline=None, max_examples=50)
@given(
    matches=st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=5, unique=True), max_size=25),
    at_most=st.integers(1, 4),
)
def test_nobody_has_more_matches_in_a_wave_than_allowed(matches: list[list[int]], at_most: int) -> None:
    fixtures = [Fixture(0, tuple(players)) for players in matches]
    placed = waves(fixtures, at_most)
    assert Counter(fixture.players for fixture in placed) == Counter(fixture.players for fixture in fixtures)
    busy = Counter((fixture.round, player) for fixture in placed for player in fixture.players)
    assert all(count <= at_most for count in busy.values())
    numbers = [fixture.round for fixture in placed]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(len(set(numbers))))


def test_waves_of_a_round_robin_put_consecutive_rounds_together() -> None:
    schedule = round_robin(6, double=True)
    assert len({fixture.round for fixture in waves(schedule.fixtures, 2)}) == 5


def test_waves_are_the_same_every_time() -> None:
    assert waves(pod_fixtures(14, 5), 2) == waves(pod_fixtures(14, 5), 2)


def test_waves_without_any_match_at_a_time_are_refused() -> None:
    with pytest.raises(LeagueError) as refused:
        waves(pod_fixtures(7, 4), 0)
    assert str(refused.value.reason) == "Each player needs at least 1 match at a time, not 0."
