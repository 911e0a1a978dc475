"""The pyramid: how many divisions, how large, who is where in the first season."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.core.divisions import Sizes, deal, division_sizes, make_divisions
from leagues.core.errors import LeagueError

wanted = st.integers(4, 13).map(Sizes)


@pytest.mark.parametrize(
    ("players", "size", "shape"),
    [
        (28, 7, ((7,), (7, 7), (7,))),
        (49, 7, ((7,), (7, 7), (7, 7, 7, 7))),
        (6, 6, ((6,),)),
        (4, 7, ((4,),)),
        (8, 6, ((8,),)),  # two of four are as far from six as one of eight: the fewer
        (9, 6, ((5,), (4,))),
        (13, 13, ((13,),)),
        (14, 13, ((14 // 2,), (7,))),
        (24, 6, ((6,), (6, 6), (6,))),
        (25, 6, ((7,), (6, 6), (6,))),
    ],
)
def test_divisions_come_as_near_to_the_wanted_size_as_they_can(players, size, shape):
    assert division_sizes(players, Sizes(size)) == shape


@given(st.integers(4, 300), wanted)
def test_sizes_stay_within_the_limits_and_differ_by_one_at_most(players, sizes):
    tiers = division_sizes(players, sizes)
    flat = [size for tier in tiers for size in tier]
    assert sum(flat) == players
    assert 4 <= min(flat) <= max(flat) <= min(13, min(flat) + 1)
    assert [len(tier) for tier in tiers[:-1]] == [2**tier for tier in range(len(tiers) - 1)]
    assert 1 <= len(tiers[-1]) <= 2 ** (len(tiers) - 1)


@given(st.integers(4, 100), wanted)
def test_everybody_is_seeded_above_the_tiers_below(players, sizes):
    tiers = make_divisions(range(players), sizes)
    assert sorted(player for tier in tiers for division in tier for player in division) == list(range(players))
    assert tuple(tuple(map(len, tier)) for tier in tiers) == division_sizes(players, sizes)
    last = -1
    for tier in tiers:
        members = [player for division in tier for player in division]
        assert min(members) == last + 1
        last = max(members)


def test_divisions_of_a_tier_are_equally_strong():
    assert deal(range(8), 2) == ((0, 3, 4, 7), (1, 2, 5, 6))
    assert make_divisions(range(12), Sizes(4)) == (((0, 1, 2, 3),), ((4, 7, 8, 11), (5, 6, 9, 10)))


@pytest.mark.parametrize("size", [3, 14, 0, -1, 10**9])
def test_other_sizes_are_refused(size):
    with pytest.raises(LeagueError, match=f"Divisions: enter a size from 4 to 13 players, not {size}"):
        Sizes(size)


def test_too_few_players_get_the_needed_number():
    with pytest.raises(LeagueError, match="3 players can’t be split into divisions of 4 to 13; 4 can"):
        division_sizes(3, Sizes(6))
    with pytest.raises(LeagueError, match="0 players"):
        division_sizes(0, Sizes(6))


def test_narrow_limits_name_the_nearest_number_of_players():
    with pytest.raises(LeagueError, match="9 players can’t be split into divisions of 7 to 7; 7 can"):
        division_sizes(9, Sizes(7, smallest=7, largest=7))
    with pytest.raises(LeagueError, match="aren’t allowed"):
        Sizes(7, smallest=8)


def test_nobody_is_seeded_twice():
    with pytest.raises(LeagueError, match="twice"):
        make_divisions([1, 2, 3, 4, 4], Sizes(6))
