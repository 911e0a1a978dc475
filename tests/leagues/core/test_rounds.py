"""Rounds in which everybody plays."""

import random
from collections import Counter

import pytest

from leagues.core import annealing
from leagues.core.annealing import Shape, annealed_rounds, least_cost, unevenness
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Schedule
from leagues.core.quality import ScheduleQuality, schedule_quality
from leagues.core.rounds import round_sizes, schedule_rounds

BEST_KNOWN = [
    # players, seats, sizes, rounds, fewest and most meetings of a pair
    (6, 4, (3, 3), 5, (1, 3)),
    (7, 4, (4, 3), 4, (1, 3)),
    (8, 4, (4, 4), 3, (0, 2)),
    (8, 4, (4, 4), 6, (2, 3)),
    (8, 4, (4, 4), 7, (3, 3)),
    (9, 3, (3,) * 3, 4, (1, 1)),
    (9, 4, (3,) * 3, 4, (1, 1)),
    (9, 3, (3,) * 3, 5, (1, 2)),
    (9, 3, (3,) * 3, 8, (2, 2)),
    (10, 4, (4, 3, 3), 3, (0, 2)),
    (10, 4, (4, 3, 3), 5, (1, 2)),
    (11, 4, (4, 4, 3), 5, (1, 2)),
    (12, 3, (3,) * 4, 4, (0, 1)),
    (12, 4, (4,) * 3, 4, (0, 2)),
    (12, 4, (4,) * 3, 11, (3, 3)),
    (13, 4, (4, 3, 3, 3), 4, (0, 1)),
    (15, 3, (3,) * 5, 5, (0, 1)),
    (15, 3, (3,) * 5, 7, (1, 1)),
    (16, 4, (4,) * 4, 4, (0, 1)),
    (16, 4, (4,) * 4, 5, (1, 1)),
    (16, 4, (4,) * 4, 6, (1, 2)),
    (20, 4, (4,) * 5, 5, (0, 1)),
]
UNEVEN_TURNS = {(7, 4): 2, (10, 5): 3, (11, 5): 4, (13, 4): 3}
"""By players and rounds: how much the places in smaller pods differ where the best meetings allow no better."""


@pytest.fixture
def quick_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search too short for the best meetings. What it promises besides must hold all the same."""
    monkeypatch.setattr(annealing, "STEPS", 10_000)


def quality_of(players: int, seats: int, schedule: Schedule) -> ScheduleQuality:
    return schedule_quality(players, seats, schedule.fixtures, schedule.byes)


def difference(counts: tuple[int, ...]) -> int:
    return max(counts) - min(counts)


def assert_everybody_once_a_round(players: int, rounds: int, schedule: Schedule) -> None:
    busy = [(fixture.round, player) for fixture in schedule.fixtures for player in fixture.players]
    busy += [(bye.round, bye.player) for bye in schedule.byes]
    assert sorted(busy) == [(number, player) for number in range(rounds) for player in range(players)]


@pytest.mark.parametrize(("players", "seats", "sizes", "rounds", "meetings"), BEST_KNOWN)
def test_the_best_known_meetings_are_reached(
    players: int, seats: int, sizes: tuple[int, ...], rounds: int, meetings: tuple[int, int]
) -> None:
    schedule = schedule_rounds(players, seats, rounds, seed=3)
    assert_everybody_once_a_round(players, rounds, schedule)
    for number in range(rounds):
        pods = [len(fixture.players) for fixture in schedule.fixtures if fixture.round == number]
        assert tuple(sorted(pods, reverse=True)) == sizes
    quality = quality_of(players, seats, schedule)
    assert (quality.fewest_meetings, quality.most_meetings) == meetings
    assert max(quality.seat_spreads) <= 1
    assert difference(quality.smaller_pods) <= UNEVEN_TURNS.get((players, rounds), 1)


@pytest.mark.parametrize(("players", "seats", "rounds"), [(21, 3, 7), (28, 4, 7), (32, 4, 8), (27, 3, 9), (25, 5, 6)])
def test_nobody_meets_twice_where_the_pods_are_lines_of_a_plane(players: int, seats: int, rounds: int) -> None:
    quality = quality_of(players, seats, schedule_rounds(players, seats, rounds, seed=0))
    assert quality.most_meetings == 1
    assert quality.early_repeats == 0


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (3, 4, (3,)),
        (4, 4, (4,)),
        (5, 4, (4,)),
        (6, 4, (3, 3)),
        (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (12, 4, (4, 4, 4)),
        (13, 4, (4, 3, 3, 3)),
        (28, 4, (4,) * 7),
        (29, 4, (4,) * 5 + (3,) * 3),
        (4, 3, (2, 2)),
        (5, 3, (3, 2)),
        (9, 6, (6,)),
        (13, 6, (6, 6)),
        (16, 6, (6, 5, 5)),
    ],
)
def test_full_pods_are_preferred_and_byes_given_only_where_smaller_pods_cannot_help(
    players: int, seats: int, sizes: tuple[int, ...]
) -> None:
    assert round_sizes(players, seats) == sizes


@pytest.mark.usefixtures("quick_search")
def test_without_smaller_pods_those_who_do_not_fit_rest() -> None:
    assert round_sizes(11, 4, smaller_pods=False) == (4, 4)
    schedule = schedule_rounds(11, 4, 4, seed=1, smaller_pods=False)
    assert_everybody_once_a_round(11, 4, schedule)
    quality = quality_of(11, 4, schedule)
    assert sum(quality.byes) == 12
    assert difference(quality.byes) == 1
    assert set(quality.smaller_pods) == {0}
    assert max(quality.seat_spreads) <= 1


@pytest.mark.usefixtures("quick_search")
def test_byes_take_turns_where_no_division_fits() -> None:
    quality = quality_of(5, 4, schedule_rounds(5, 4, 5, seed=1))
    assert quality.byes == (1,) * 5
    assert quality.seat_spreads == (0,) * 5


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize(("players", "rounds"), UNEVEN_TURNS)
def test_turns_in_smaller_pods_are_even_if_this_is_wanted_more_than_meetings(players: int, rounds: int) -> None:
    quality = quality_of(players, 4, schedule_rounds(players, 4, rounds, seed=2, even_turns=True))
    assert difference(quality.smaller_pods) <= 1
    assert quality.most_meetings <= 3


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize(("players", "seats", "rounds"), [(14, 4, 4), (23, 4, 3), (128, 4, 3)])
def test_a_searched_schedule_takes_turns_and_balances_seats(players: int, seats: int, rounds: int) -> None:
    schedule = schedule_rounds(players, seats, rounds, seed=5)
    assert_everybody_once_a_round(players, rounds, schedule)
    quality = quality_of(players, seats, schedule)
    assert difference(quality.smaller_pods) <= 1
    assert max(quality.seat_spreads) <= 1
    assert quality.most_meetings <= 3


def test_more_rounds_than_a_design_has_repeat_it_with_other_pods() -> None:
    schedule = schedule_rounds(9, 3, 16, seed=0)
    quality = quality_of(9, 3, schedule)
    assert quality.meetings == ((4, 36),)
    pods = Counter(frozenset(fixture.players) for fixture in schedule.fixtures)
    assert len(pods) > 24


@pytest.mark.usefixtures("quick_search")
def test_the_same_seed_gives_the_same_schedule_and_another_seed_another() -> None:
    for players in (7, 12, 14):
        assert schedule_rounds(players, 4, 4, seed=8) == schedule_rounds(players, 4, 4, seed=8)
    assert schedule_rounds(12, 4, 4, seed=8) != schedule_rounds(12, 4, 4, seed=9)


def test_annealing_finds_a_kirkman_like_schedule_without_help() -> None:
    shape = Shape(9, 3, (3, 3, 3))
    found = annealed_rounds(shape, 4, random.Random(1))
    assert unevenness(9, found) == (least_cost(shape, 4), 0, 1)


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize(("players", "seats", "rounds"), [(31, 5, 6), (14, 4, 5), (23, 4, 7), (29, 4, 6), (50, 6, 5)])
def test_annealing_keeps_meetings_even_though_turns_must_be_even_too(players: int, seats: int, rounds: int) -> None:
    shape = Shape(players, seats, round_sizes(players, seats))
    cost, _spread, most = unevenness(players, annealed_rounds(shape, rounds, random.Random(3)))
    assert most <= 2
    assert cost < 1.3 * least_cost(shape, rounds)


@pytest.mark.parametrize(
    ("players", "seats", "rounds", "smaller_pods", "reason"),
    [
        (2, 4, 3, True, "Rounds of pods of 4 seats: 3 to 128 players, not 2."),
        (3, 4, 3, False, "Rounds of pods of 4 seats: 4 to 128 players, not 3."),
        (129, 4, 3, True, "Rounds of pods of 4 seats: 3 to 128 players, not 129."),
        (8, 2, 3, True, "Rounds of pods: 3 to 13 seats, not 2."),
        (20, 14, 3, True, "Rounds of pods: 3 to 13 seats, not 14."),
        (8, 4, 0, True, "1 to 30 rounds, not 0."),
        (8, 4, 10**9, True, "1 to 30 rounds, not 1000000000."),
    ],
)
def test_impossible_rounds_are_refused_with_what_is_possible(
    players: int, seats: int, rounds: int, smaller_pods: bool, reason: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        schedule_rounds(players, seats, rounds, seed=0, smaller_pods=smaller_pods)
    assert str(refused.value.reason) == reason
