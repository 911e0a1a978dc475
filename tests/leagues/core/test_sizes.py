"""Sizes of pods: as many full ones as possible, the others one seat short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.core.errors import LeagueError
from leagues.core.sizes import byes_needed, pod_sizes


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (6, 3, (3, 3)),
        (7, 4, (4, 3)),
        (8, 4, (4, 4)),
        (9, 3, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (12, 4, (4, 4, 4)),
        (13, 4, (4, 3, 3, 3)),
        (15, 3, (3,) * 5),
        (16, 4, (4,) * 4),
        (20, 4, (4,) * 5),
        (3, 4, (3,)),
        (6, 4, (3, 3)),
        (9, 5, (5, 4)),
        (16, 5, (4,) * 4),
        (4, 3, (2, 2)),
        (5, 4, None),
        (2, 4, None),
        (11, 5, None),
        (7, 6, None),
    ],
)
def test_as_many_full_pods_as_possible(players, seats, sizes):
    assert pod_sizes(players, seats) == sizes


@given(st.integers(1, 200), st.integers(3, 13))
def test_sizes_are_the_best_that_add_up(players, seats):
    possible = [full for full in range(players // seats, -1, -1) if (players - full * seats) % (seats - 1) == 0]
    sizes = pod_sizes(players, seats)
    if not possible:
        assert sizes is None
    else:
        assert sum(sizes) == players
        assert sizes.count(seats) == possible[0]
        assert set(sizes) <= {seats, seats - 1}


def test_a_title_without_smaller_tables_has_full_pods_or_none():
    assert pod_sizes(8, 4, smaller=False) == (4, 4)
    assert pod_sizes(7, 4, smaller=False) is None


@pytest.mark.parametrize(
    ("players", "seats", "byes"), [(5, 4, 1), (7, 6, 1), (8, 6, 2), (9, 6, 3), (11, 5, 1), (10, 4, 0)]
)
def test_only_where_no_sizes_work_a_player_sits_out(players, seats, byes):
    assert byes_needed(players, seats) == byes


@pytest.mark.parametrize(("players", "seats"), [(3, 2), (0, 4), (-1, 4)])
def test_impossible_sizes_are_refused(players, seats):
    with pytest.raises(LeagueError):
        pod_sizes(players, seats)


def test_too_few_for_one_pod_get_the_needed_number():
    with pytest.raises(LeagueError, match="at least 3 players, not 2"):
        byes_needed(2, 4)
    with pytest.raises(LeagueError, match="at least 4 players, not 3"):
        byes_needed(3, 4, smaller=False)
    with pytest.raises(LeagueError, match="at least 3 players, not 0"):
        byes_needed(0, 4)
