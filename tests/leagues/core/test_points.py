"""Points by place, exact as integers."""

from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.engine.outcome import places_by_key
from leagues.core.errors import LeagueError
from leagues.core.points import HALF_POINTS, THOUSANDTHS, Scale
from leagues.core.results import (
    Result,
    ResultKind,
    SeatResult,
    annulled,
    bye,
    finished_match,
    forfeited_match,
    unplayed,
)

tables = st.lists(st.integers(0, 5), min_size=3, max_size=13).map(lambda keys: places_by_key([(key,) for key in keys]))


def points(places, scale=THOUSANDTHS, forfeited=()):
    return scale.points(finished_match("m", 0, range(len(places)), places, forfeited=forfeited))


def test_two_seats_get_half_points():
    assert points([1, 2], HALF_POINTS) == (2, 0)
    assert points([1, 1], HALF_POINTS) == (1, 1)
    assert Scale.of_seats(2) == HALF_POINTS


def test_three_and_four_seats():
    assert points([3, 1, 2]) == (1_000, 10_000, 5_000)
    assert points([1, 2, 3, 4]) == (10_000, 6_000, 3_000, 1_000)
    assert Scale.of_seats(13) == THOUSANDTHS
    assert Scale.of_seats(4).worths == ((10_000, 0), (10_000, 5_000, 1_000), (10_000, 6_000, 3_000, 1_000))


def test_a_stored_scale_is_read_as_it_was_written():
    assert Scale.of_seats(3).written() == {"unit": 1000, "win": 10_000, "worths": [[10_000, 0], [10_000, 5_000, 1_000]]}
    for scale in (HALF_POINTS, THOUSANDTHS):
        assert Scale.read(scale.written()) == scale
    for wrong in ({}, [], {"unit": 0, "win": 1, "worths": []}, {"unit": 2, "win": 2, "worths": [[2, -1]]}):
        with pytest.raises((ValueError, KeyError, TypeError)):
            Scale.read(wrong)


@pytest.mark.parametrize("seats", range(5, 14))
def test_five_and_more_seats_by_the_formula(seats):
    getcontext().prec = 50
    for place, worth in enumerate(THOUSANDTHS.places(seats), start=1):
        exact = 10_000 * (Decimal(seats - place) / (seats - 1)) ** Decimal("1.5")
        assert abs(worth - exact) <= Decimal("0.5")


def test_a_pod_of_two_in_a_league_of_more_seats_is_worth_a_win_or_nothing():
    assert points([2, 1]) == (0, 10_000)


def test_ties_share_the_mean():
    assert points([1, 1, 3, 4]) == (8_000, 8_000, 3_000, 1_000)
    assert points([1, 2, 2, 2]) == (10_000, 3_333, 3_333, 3_333)
    assert points([1, 1, 1]) == (5_333, 5_333, 5_333)


@given(tables)
def test_ties_are_equal_and_the_sum_is_kept_within_the_rounding(places):
    got = points(places)
    assert len(set(zip(places, got, strict=True))) == len(set(places))
    assert abs(sum(got) - sum(THOUSANDTHS.places(len(places)))) < len(places)


@given(tables)
def test_a_better_place_is_never_worth_less(places):
    got = points(places)
    assert all(a >= b for p, a in zip(places, got, strict=True) for q, b in zip(places, got, strict=True) if p < q)


def test_a_forfeited_seat_gets_nothing_and_the_others_play_for_the_places_of_the_whole_table():
    assert points([1, 2, 3, 4], forfeited={0}) == (0, 10_000, 6_000, 3_000)
    assert points([1, 2, 3, 4], forfeited={0, 3}) == (0, 10_000, 6_000, 0)


def test_byes_and_wins_by_forfeit_are_worth_a_win():
    assert HALF_POINTS.points(bye("b", 0, 5)) == (2,)
    assert THOUSANDTHS.points(bye("b", 0, 5)) == (10_000,)
    assert HALF_POINTS.points(forfeited_match("m", 0, [1, 2], {1})) == (0, 2)
    assert HALF_POINTS.points(forfeited_match("m", 0, [1, 2], {1, 2})) == (0, 0)


def test_a_half_point_bye_is_worth_half_a_win():
    half = Result("h", 0, (SeatResult(5, None, ResultKind.HALF_BYE),))
    assert HALF_POINTS.points(half) == (1,)
    assert THOUSANDTHS.points(half) == (5_000,)


def test_matches_that_do_not_count_bring_nothing():
    assert HALF_POINTS.points(unplayed("m", 0, [1, 2])) == (0, 0)
    assert THOUSANDTHS.points(annulled(finished_match("m", 0, [1, 2, 3], [1, 2, 3]))) == (0, 0, 0)


def test_points_are_shown_as_people_write_them():
    assert [HALF_POINTS.show(value) for value in (0, 1, 2, 15)] == ["0", "0.5", "1", "7.5"]
    assert [THOUSANDTHS.show(value) for value in (0, 10_000, 3_333, 8_500)] == ["0", "10", "3.333", "8.5"]
    assert HALF_POINTS.show(Fraction(1, 3)) == "0.167"
    assert THOUSANDTHS.show(-1_500) == "-1.5"


def test_too_few_or_too_many_seats_are_refused():
    with pytest.raises(LeagueError, match="2 to 13 seats, not 1"):
        Scale.of_seats(1)
    with pytest.raises(LeagueError, match="tables of 3"):
        HALF_POINTS.places(3)
