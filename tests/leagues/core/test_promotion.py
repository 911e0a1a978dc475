"""Promotion and relegation: who is in which tier next season, and why."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.divisions import Sizes, division_sizes, make_divisions
from leagues.core.errors import LeagueError
from leagues.core.promotion import Movement, next_season, relegation_places

SEVEN = Sizes(7)
PYRAMID = make_divisions(range(49), SEVEN)
"""Three full tiers of seven: 1, 2 and 4 divisions."""


def everybody(previous):
    return [player for tier in previous for division in tier for player in division]


def moved(previous, *, sizes=SEVEN, leaving=(), **changes):
    """The assignments by player, if everybody but `leaving` returns."""
    returning = set(everybody(previous)) - set(leaving)
    return {line.player: line for line in next_season(previous, returning=returning, sizes=sizes, **changes)}


def by_movement(lines, movement):
    return {player for player, line in lines.items() if line.movement is movement}


def test_winners_go_up_and_the_last_two_of_each_division_down():
    lines = moved(PYRAMID)
    winners = {division[0] for tier in PYRAMID[1:] for division in tier}
    last_two = {player for tier in PYRAMID[:2] for division in tier for player in division[-2:]}
    assert by_movement(lines, Movement.PROMOTED) == winners
    assert by_movement(lines, Movement.RELEGATED) == last_two
    assert all(lines[player].tier == lines[player].former_tier - 1 for player in winners)
    assert all(lines[player].tier == lines[player].former_tier + 1 for player in last_two)
    assert len(by_movement(lines, Movement.STAYED)) == 49 - 6 - 6


def test_a_last_tier_with_fewer_divisions_fills_vacancies_by_its_next_best():
    previous = make_divisions(range(28), SEVEN)  # 1, 2, 1 divisions
    lines = moved(previous)
    last = previous[2][0]
    # Two divisions of the second tier send four down and the last tier's winner takes one of their places.
    assert lines[last[0]].movement is Movement.PROMOTED
    assert by_movement(lines, Movement.FILLED_VACANCY) == set(last[1:4])
    assert {lines[player].tier for player in last[:4]} == {1}
    assert {lines[player].tier for player in last[4:]} == {2}


def test_who_leaves_is_replaced_by_extra_promotion_and_saves_nobody_from_relegation():
    top = PYRAMID[0][0]
    lines = moved(PYRAMID, leaving=top[1:3], newcomers=(100, 101))
    assert {player for player in top if player in lines and lines[player].tier == 1} == set(top[-2:])
    risen = [line for line in lines.values() if line.movement is Movement.FILLED_VACANCY]
    second_places = {division[1] for division in PYRAMID[1]}
    assert {line.player for line in risen if line.tier == 0} == second_places


def test_newcomers_start_at_the_bottom():
    lines = moved(PYRAMID, newcomers=range(100, 107))
    assert {lines[player].tier for player in range(100, 107)} == {3}  # 56 players: an eighth division opens a tier
    assert by_movement(lines, Movement.NEWCOMER) == set(range(100, 107))


def test_a_tier_that_opens_takes_newcomers_and_then_the_lowest_of_the_tier_above():
    lines = moved(PYRAMID, newcomers=range(100, 105))  # 54 players: an eighth division of six
    assert {player for player, line in lines.items() if line.tier == 3} >= set(range(100, 105))
    (displaced,) = [line.former_tier for line in lines.values() if line.tier == 3 and line.player < 100]
    assert displaced == 2


def test_inactive_players_go_down_one_more():
    top, middle = PYRAMID[0][0], PYRAMID[1][0]
    lines = moved(PYRAMID, inactive={top[0], top[6], top[3], middle[0], middle[1]})
    assert {player: lines[player].tier for player in (top[0], top[3], top[6])} == {top[0]: 1, top[3]: 1, top[6]: 2}
    assert lines[middle[0]].tier == 1  # promoted, and one down again
    assert lines[middle[1]].tier == 2
    assert by_movement(lines, Movement.INACTIVE) == {top[0], top[3], top[6], middle[0], middle[1]}


def test_the_banned_are_not_there_and_come_back_in_the_tier_that_is_due():
    top = PYRAMID[0][0]
    lines = moved(PYRAMID, banned={top[2]}, newcomers=[100])
    assert top[2] not in lines
    later = moved(PYRAMID, leaving=[PYRAMID[2][0][6]], rejoining={200: 1})
    assert (later[200].tier, later[200].movement, later[200].former_tier) == (1, Movement.REJOINED, None)


def test_small_divisions_send_only_the_last_down():
    assert [relegation_places(size) for size in (4, 5, 6, 7, 13)] == [1, 1, 2, 2, 2]
    previous = (((0, 1, 2, 3),), ((4, 5, 6, 7),))
    lines = moved(previous, sizes=Sizes(4))
    assert {player for player in range(4) if lines[player].tier == 1} == {3}
    assert {player for player in range(4, 8) if lines[player].tier == 0} == {4}


def test_at_least_one_is_relegated_even_if_those_in_the_last_places_leave():
    top = PYRAMID[0][0]
    lines = moved(PYRAMID, leaving=top[-2:])
    assert lines[top[-3]].movement is Movement.RELEGATED
    assert lines[top[-4]].tier == 0


def test_somebody_is_relegated_although_only_newcomers_are_below():
    previous = (tuple(range(7)),), (tuple(range(7, 14)),)
    lines = moved(previous, leaving=range(7, 14), newcomers=range(100, 107))
    assert [player for player in range(7) if lines[player].tier == 1] == [6]
    assert lines[5].movement is Movement.REPRIEVED
    assert lines[100].tier == 0  # the best newcomer rises before the last is spared


def test_nobody_is_relegated_where_there_is_no_tier_below():
    previous = ((tuple(range(7)),),)
    assert {line.movement for line in moved(previous).values()} == {Movement.STAYED}


def test_a_pyramid_that_loses_a_tier_closes_it():
    lines = moved(PYRAMID, leaving=range(21, 44))
    closed = [line for line in lines.values() if line.former_tier == 2]
    assert len(lines) == 26
    assert {line.tier for line in lines.values()} == {0, 1, 2}
    assert all(line.tier <= 2 for line in closed)
    fewer = moved(PYRAMID, leaving=range(14, 44))
    assert {line.tier for line in fewer.values()} == {0, 1}
    assert by_movement(fewer, Movement.TIER_CLOSED)


def test_a_tier_that_shrinks_displaces_the_lowest_of_those_who_stay():
    previous = ((tuple(range(9)),), (tuple(range(9, 18)),))
    lines = moved(previous, sizes=Sizes(6))  # three divisions of six: 6 and 12 players
    assert [player for player in range(9) if lines[player].tier == 1] == [5, 6, 7, 8]
    assert [lines[player].movement for player in (5, 6, 7, 8)] == [
        Movement.DISPLACED,
        Movement.DISPLACED,
        Movement.RELEGATED,
        Movement.RELEGATED,
    ]
    assert lines[9].movement is Movement.PROMOTED


def test_impossible_seasons_are_refused():
    with pytest.raises(LeagueError, match="3 players cannot"):
        next_season(PYRAMID, returning=[0, 1, 2], sizes=SEVEN)
    with pytest.raises(LeagueError, match="twice"):
        moved(PYRAMID, newcomers=[3])
    with pytest.raises(LeagueError, match="twice"):
        moved(PYRAMID, newcomers=[100], rejoining={100: 0})
    with pytest.raises(LeagueError, match="newcomers"):
        next_season(PYRAMID, returning=range(60), sizes=SEVEN)


@st.composite
def seasons(draw):
    """A pyramid that was played in some order, and what its players do next."""
    sizes = Sizes(draw(st.integers(4, 9)))
    count = draw(st.integers(4, 60))
    previous = make_divisions(draw(st.permutations(range(count))), sizes)
    some = st.sets(st.integers(0, count - 1), max_size=count // 2)
    newcomers = list(range(100, 100 + draw(st.integers(4, 20))))
    rejoining = {200 + number: draw(st.integers(0, 5)) for number in range(draw(st.integers(0, 3)))}
    leaving, inactive, banned = draw(some), draw(some), draw(st.sets(st.integers(0, 110), max_size=3))
    return (
        previous,
        leaving,
        {
            "sizes": sizes,
            "newcomers": newcomers,
            "rejoining": rejoining,
            "inactive": inactive,
            "banned": banned,
        },
    )


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_nobody_is_lost_or_twice_and_sizes_are_those_of_the_pyramid(season):
    previous, leaving, changes = season
    lines = next_season(previous, returning=set(everybody(previous)) - leaving, **changes)
    expected = {*everybody(previous), *changes["newcomers"], *changes["rejoining"]} - leaving - changes["banned"]
    assert len(lines) == len(expected)
    assert {line.player for line in lines} == expected
    shape = division_sizes(len(lines), changes["sizes"])
    counted = tuple(
        tuple(sum((line.tier, line.division) == (tier, division) for line in lines) for division in range(len(sizes)))
        for tier, sizes in enumerate(shape)
    )
    assert counted == shape


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_movements_say_where_somebody_went(season):
    previous, leaving, changes = season
    for line in moved(previous, leaving=leaving, **changes).values():
        if line.former_tier is None:
            assert line.movement in (Movement.NEWCOMER, Movement.REJOINED, Movement.DISPLACED)
            continue
        step = line.tier - line.former_tier
        assert {
            Movement.PROMOTED: step < 0,
            Movement.FILLED_VACANCY: step < 0,
            Movement.STAYED: step == 0,
            Movement.REPRIEVED: step == 0,
            Movement.TIER_CLOSED: step < 0,
            Movement.RELEGATED: step == 1,
            Movement.DISPLACED: step >= 0,
            Movement.INACTIVE: line.player in changes["inactive"],
        }[line.movement], line


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_the_same_season_is_assigned_the_same_way(season):
    previous, leaving, changes = season
    returning = [player for player in everybody(previous) if player not in leaving]
    assert next_season(previous, returning=returning, **changes) == next_season(
        previous, returning=set(returning), **changes
    )


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_every_division_above_another_tier_relegates_somebody(season):
    """Unless only its winner is left, or the divisions below have nobody else to fill a vacancy with."""
    previous, leaving, changes = season
    lines = moved(previous, leaving=leaving, **changes)
    last_tier = max(line.tier for line in lines.values())
    for tier, divisions in enumerate(previous[: min(last_tier, len(previous) - 1)]):
        for division in divisions:
            back = [player for player in division[1:] if player in lines]
            fell = any(lines[player].tier > tier for player in back)
            below = {line.movement for line in lines.values() if line.tier > tier}
            assert fell or not back or below <= {Movement.RELEGATED, Movement.INACTIVE, Movement.REPRIEVED}


def test_a_season_may_promote_and_relegate_other_numbers():
    lines = moved(PYRAMID, promoted=2, relegated=1)
    assert by_movement(lines, Movement.PROMOTED) >= {division[0] for tier in PYRAMID[1:] for division in tier}
    for division in (division for tier in PYRAMID[:2] for division in tier):
        assert lines[division[-1]].tier == lines[division[-1]].former_tier + 1
    second_tier = {player for division in PYRAMID[1] for player in division[:2]}
    assert {player for player in second_tier if lines[player].tier == 0} == second_tier
    assert sorted(lines) == sorted(everybody(PYRAMID))


def test_without_promotion_and_relegation_everybody_stays():
    lines = moved(PYRAMID, promoted=0, relegated=0)
    assert by_movement(lines, Movement.STAYED) == set(everybody(PYRAMID))


def test_small_divisions_send_down_nobody_whom_they_send_up():
    assert relegation_places(4, 3, 1) == 1
    assert relegation_places(6, 4, 3) == 3
    assert relegation_places(7, 0, 1) == 0
    assert relegation_places(4, 1, 4) == 0
    with pytest.raises(LeagueError):
        moved(PYRAMID, relegated=-1)
