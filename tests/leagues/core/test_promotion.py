"""Promotion and relegation: who is in which tier next season, and why."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.divisions import Sizes, make_divisions
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


def placed(previous, **changes):
    """The players of each tier's divisions, in the order of strength."""
    found = {}
    for line in moved(previous, **changes).values():
        found.setdefault((line.tier, line.division), []).append(line.player)
    return found


# By hand: players of the top tier have one digit, those of division 2.1 begin with 1, of 2.2 with 2, of 3.1 with 3.
TOP = tuple(range(7))
TWENTY_FIVE = ((TOP,), ((10, 11, 12, 13, 14, 15), (20, 21, 22, 23, 24, 25)), ((30, 31, 32, 33, 34, 35),))
TWENTY_EIGHT = ((TOP,), (tuple(range(10, 17)), tuple(range(20, 27))), (tuple(range(30, 37)),))


def test_when_a_tier_closes_runners_up_of_the_second_fill_the_top_tier():
    """25 players, of whom the champion leaves: two divisions of eight are left below the top tier."""
    assert placed(TWENTY_FIVE, leaving={0}) == {
        (0, 0): [1, 2, 3, 4, 10, 20, 11, 21],
        (1, 0): [5, 22, 13, 24, 15, 31, 32, 35],
        (1, 1): [6, 12, 23, 14, 25, 30, 33, 34],
    }
    lines = moved(TWENTY_FIVE, leaving={0})
    assert by_movement(lines, Movement.PROMOTED) == {10, 20, 30}
    assert by_movement(lines, Movement.FILLED_VACANCY) == {11, 21}
    assert by_movement(lines, Movement.RELEGATED) == {5, 6}
    assert by_movement(lines, Movement.TIER_CLOSED) == {31, 32, 33, 34, 35}
    assert by_movement(lines, Movement.STAYED) == {1, 2, 3, 4, 12, 13, 14, 15, 22, 23, 24, 25}


def test_divisions_of_a_tier_move_alike_and_share_who_comes():
    assert placed(TWENTY_EIGHT) == {
        (0, 0): [0, 1, 2, 3, 4, 10, 20],
        (1, 0): [5, 21, 12, 23, 14, 31, 32],
        (1, 1): [6, 11, 22, 13, 24, 30, 33],
        (2, 0): [15, 25, 16, 26, 34, 35, 36],
    }


def test_one_free_place_goes_to_the_runner_up_of_the_first_division():
    assert placed(TWENTY_EIGHT, leaving={2})[0, 0] == [0, 1, 3, 4, 10, 20, 11]


def test_the_displaced_fall_one_tier_and_stay_above_the_relegated():
    """Divisions of eight become divisions of four. The winner of 3.1 rises all the same."""
    previous = ((tuple(range(8)),), (tuple(range(10, 18)), tuple(range(20, 28))), (tuple(range(30, 38)),))
    lines = moved(previous, sizes=Sizes(4))
    tiers = [{player for player, line in lines.items() if line.tier == tier} for tier in range(4)]
    assert tiers == [
        {0, 1, 10, 20},
        {2, 3, 4, 5, 6, 7, 11, 30},
        {12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 31, 32, 33},
        {34, 35, 36, 37},
    ]
    assert by_movement(lines, Movement.DISPLACED) == {2, 3, 4, 5, 12, 13, 14, 15, 21, 22, 23, 24, 25, 34, 35, 36, 37}
    assert by_movement(lines, Movement.RELEGATED) == {6, 7, 16, 17, 26, 27}
    assert by_movement(lines, Movement.PROMOTED) == {10, 20, 30}
    assert by_movement(lines, Movement.STAYED) == {0, 1, 11, 31, 32, 33}


def test_two_tiers_that_become_one_keep_their_order():
    previous = ((tuple(range(6)),), (tuple(range(10, 16)),))
    lines = moved(previous, sizes=Sizes(6), leaving={3, 4, 5, 12, 13, 14, 15})
    assert {player: line.movement for player, line in lines.items()} == {
        0: Movement.STAYED,
        1: Movement.STAYED,
        2: Movement.STAYED,
        10: Movement.PROMOTED,
        11: Movement.TIER_CLOSED,
    }
    assert list(lines) == [0, 1, 2, 10, 11]


def test_a_league_that_grows_puts_newcomers_below_everybody_else():
    previous = ((TOP,), (tuple(range(10, 17)),))
    assert placed(previous, newcomers=range(100, 107)) == {
        (0, 0): [0, 1, 2, 3, 4, 10, 11],
        (1, 0): [5, 13, 14, 100, 101, 104, 105],
        (1, 1): [6, 12, 15, 16, 102, 103, 106],
    }
    assert placed(previous[:1], newcomers=range(100, 105)) == {
        (0, 0): [0, 1, 2, 3, 4, 5],
        (1, 0): [6, 100, 101, 102, 103, 104],
    }


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


def test_a_player_who_leaves_is_replaced_by_extra_promotion_and_saves_nobody_from_relegation():
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


def test_a_player_who_comes_back_starts_in_the_tier_that_is_due():
    later = moved(PYRAMID, leaving=[PYRAMID[2][0][6]], rejoining={200: 1})
    assert (later[200].tier, later[200].movement, later[200].former_tier) == (1, Movement.REJOINED, None)


def test_a_player_who_comes_back_is_seeded_as_relegated_in_the_order_given():
    previous = (((0, 1, 2, 3),), ((10, 11, 12, 13),))
    assert placed(previous, sizes=Sizes(4), leaving={12, 13}, rejoining={201: 1, 200: 1}) == {
        (0, 0): [0, 1, 2, 10],
        (1, 0): [3, 201, 200, 11],
    }


def test_absences_are_the_reason_only_if_a_player_is_lower_for_them():
    """12 stays in the last tier and 6 is relegated as without absences; the winner 10 would have risen."""
    lines = moved(((TOP,), (tuple(range(10, 17)),)), inactive={6, 10, 12})
    assert {player for player in lines if lines[player].tier == 0} == {0, 1, 2, 3, 4, 11, 13}
    assert by_movement(lines, Movement.RELEGATED) == {5, 6}
    assert by_movement(lines, Movement.INACTIVE) == {10}
    assert by_movement(lines, Movement.STAYED) == {0, 1, 2, 3, 4, 12, 14, 15, 16}


def test_the_inactive_are_the_first_to_fall_from_a_tier_that_is_too_full():
    """Divisions of eight become divisions of four. 1 to 5 are due in the second tier like 6 and 7, who were active."""
    previous = ((tuple(range(8)),), (tuple(range(10, 18)),))
    lines = moved(previous, sizes=Sizes(4), inactive={1, 2, 3, 4, 5})
    tiers = [{player for player, line in lines.items() if line.tier == tier} for tier in range(3)]
    assert tiers == [{0, 10, 11, 12}, {6, 7, 13, 14, 15, 16, 17, 1}, {2, 3, 4, 5}]
    assert by_movement(lines, Movement.INACTIVE) == {1}
    assert by_movement(lines, Movement.DISPLACED) == {2, 3, 4, 5}
    assert by_movement(lines, Movement.RELEGATED) == {6, 7}


def test_promotion_places_beyond_the_size_of_the_tier_above_go_to_winners_first():
    """Four of each division shall be in a top tier of seven."""
    lines = moved(TWENTY_EIGHT[:2], promoted=4)
    assert {player for player in lines if lines[player].tier == 0} == {0, 1, 2, 10, 11, 20, 21}
    assert by_movement(lines, Movement.DISPLACED) == {3, 4, 12, 13, 22, 23}


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


def test_a_player_is_relegated_although_only_newcomers_are_below():
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
    with pytest.raises(LeagueError, match="3 players can’t"):
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
    leaving, inactive = draw(some), draw(some)
    return (
        previous,
        leaving,
        {"sizes": sizes, "newcomers": newcomers, "rejoining": rejoining, "inactive": inactive},
    )


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_the_same_season_is_assigned_the_same_way(season):
    previous, leaving, changes = season
    returning = [player for player in everybody(previous) if player not in leaving]
    assert next_season(previous, returning=returning, **changes) == next_season(
        previous, returning=set(returning), **changes
    )


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
