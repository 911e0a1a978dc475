"""Ratings against the model's published figures, and the rules about who is moved."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import isclose

import pytest

from leagues.core.anchors import anchor
from leagues.core.rating import SIGMA, Leaving, RatedMatch, RatedSeat, Rating, rate

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def match(*places, left=(), length=40, usual=40, **more):
    """A match of accounts 1, 2, ... with these places, of whom some resigned."""
    seats = tuple(
        RatedSeat(player, place, *((Leaving.RESIGNED, NOW) if player in left else ()))
        for player, place in enumerate(places, 1)
    )
    return RatedMatch("m", "lantern", "people", NOW, seats, length, usual, **more)


def test_four_seats_give_the_figures_of_the_model():
    found = rate(match(1, 2, 3, 4), {})
    assert [found[player].mu for player in (1, 2, 3, 4)] == [
        27.795252672501135,
        26.55291815138952,
        24.689416369722096,
        20.962412806387245,
    ]


def test_a_shared_second_place_is_between_second_and_third_and_changes_nobody_elses_number():
    found = rate(match(1, 2, 2, 4), {})
    assert (found[1].mu, found[4].mu) == (27.795252672501135, 20.962412806387245)
    assert found[2] == found[3]
    assert found[2].mu == pytest.approx(25.6211672605558, abs=1e-12)  # the mean of 26.5529 and 24.6894


def test_two_seats_give_the_figures_of_the_model():
    found = rate(match(1, 2), {})
    assert (found[1].mu, found[2].mu) == (27.635389493140497, 22.364610506859503)
    assert found[1].sigma == found[2].sigma == 8.06590141354368


def test_the_order_of_the_seats_does_not_matter():
    there, back = rate(match(1, 2, 3), {}), rate(match(3, 2, 1), {})
    assert [there[player].mu for player in (1, 2, 3)] == [back[player].mu for player in (3, 2, 1)]


def test_a_shared_victory_moves_both_winners_alike_and_less_than_a_victory():
    shared, alone = rate(match(1, 1, 3), {}), rate(match(1, 2, 3), {})
    assert shared[1] == shared[2]
    assert 25 < shared[1].mu < alone[1].mu


def test_thirteen_seats_move_nobody_further_than_a_new_players_uncertainty():
    """The "full pair" models do so at such tables."""
    found = rate(match(*range(1, 14)), {})
    means = [found[player].mu for player in range(1, 14)]
    assert means == sorted(means, reverse=True)
    assert all(abs(mean - 25) < SIGMA for mean in means)
    assert all(rating.sigma > SIGMA / 2 for rating in found.values())


def test_a_player_who_left_is_last_of_the_table_and_the_others_gain_what_that_justifies():
    found = rate(match(1, 2, 3, left=(1,)), {})
    as_if_last = rate(match(3, 1, 2), {})
    assert found == as_if_last
    assert sum(rating.mu for rating in found.values()) == pytest.approx(75, abs=1e-9)


def test_with_two_seats_who_stayed_is_rated_against_who_left():
    assert rate(match(1, 2, left=(1,)), {}) == rate(match(2, 1), {})


def test_two_who_left_share_the_last_place():
    assert rate(match(1, 2, 3, 4, left=(1, 3)), {}) == rate(match(3, 1, 3, 2), {})


def test_leaving_together_saves_nobody_and_who_stayed_alone_is_first():
    assert rate(match(1, 2, 3, left=(1, 2)), {}) == rate(match(2, 2, 1), {})


def test_leaving_counts_however_early():
    assert rate(match(1, 2, 3, left=(1,), length=0), {}) == rate(match(3, 1, 2), {})
    assert rate(match(1, 2, left=(1,), length=1), {}) == rate(match(2, 1), {})


def test_a_match_that_ends_by_agreement_before_a_quarter_of_its_usual_length_moves_nobody():
    assert rate(match(1, 1, 1, agreed=True, length=9), {}) == {}
    assert rate(match(1, 1, 1, agreed=True, length=10), {}) == rate(match(1, 1, 1), {})
    assert set(rate(match(1, 2, 3, length=3), {})) == {1, 2, 3}


def test_a_player_who_left_before_the_others_agreed_to_end_it_is_last_however_early():
    assert rate(match(1, 1, 1, agreed=True, left=(2,), length=1), {}) == rate(match(1, 3, 1), {})


def test_an_annulled_match_moves_nobody():
    assert rate(match(1, 2, counts=False), {}) == {}


def test_a_repeated_absence_moves_neither_who_was_absent_nor_who_stayed():
    assert rate(match(1, 2, 3, left=(1,)), {}, again=frozenset({1})) == {}


def test_a_repeated_absence_does_not_save_another_who_left_and_what_they_lose_the_others_gain():
    found = rate(match(1, 2, 3, 4, left=(1, 2)), {}, again=frozenset({1}))
    assert set(found) == {2, 3, 4}
    assert found == rate(replace(match(1, 2, 3, 4), seats=match(9, 3, 1, 2).seats[1:]), {})


def test_a_repeated_absence_alone_with_another_who_left_moves_nobody():
    assert rate(match(1, 2, left=(1, 2)), {}, again=frozenset({1})) == {}


def test_bots_are_anchors_and_never_move():
    seats = (RatedSeat(7, 1), RatedSeat(None, 2, anchor=35.0))
    found = rate(replace(match(1, 2), seats=seats), {})
    assert set(found) == {7}
    assert found[7].mu > rate(match(1, 2), {})[1].mu


def test_a_player_alone_is_not_rated():
    assert rate(replace(match(1), seats=(RatedSeat(7, 1),)), {}) == {}


def test_the_numbers_of_matches_and_the_last_moment_follow():
    before = {1: Rating(mu=28.0, sigma=4.0, matches=9, last=NOW - timedelta(days=1))}
    found = rate(match(1, 2), before)
    assert (found[1].matches, found[1].last, found[2].matches) == (10, NOW, 1)


def test_doubt_grows_while_a_player_does_not_play_to_that_of_a_new_player_at_most():
    rating = Rating(mu=30.0, sigma=2.0, matches=20, last=NOW)
    assert rating.sigma_at(NOW) == 2.0
    assert isclose(rating.sigma_at(NOW + timedelta(weeks=10)), (4 + 2.3) ** 0.5)
    assert rating.sigma_at(NOW + timedelta(days=36500)) == SIGMA
    assert rating.shown(NOW + timedelta(weeks=10)) < rating.shown() == 1960


def test_idleness_does_not_change_what_the_next_match_makes_of_a_rating():
    """It is computed when it is read, and never written."""
    before = Rating(mu=30.0, sigma=2.0, matches=20, last=NOW - timedelta(weeks=100))
    recent = replace(before, last=NOW)
    assert rate(match(1, 2), {1: before}) == rate(match(1, 2), {1: recent})


@pytest.mark.parametrize(
    ("matches", "sigma", "weeks", "provisional"),
    [(10, 5.0, 0, False), (9, 2.0, 0, True), (50, 5.1, 0, True), (50, 4.9, 10, True)],
)
def test_a_rating_is_provisional_while_little_is_known(matches, sigma, weeks, provisional):
    rating = Rating(mu=30.0, sigma=sigma, matches=matches, last=NOW)
    assert rating.is_provisional(NOW + timedelta(weeks=weeks)) is provisional


def test_a_leaderboard_lists_who_is_known_and_active():
    known = Rating(mu=30.0, sigma=2.0, matches=10, last=NOW)
    assert known.is_listed(NOW + timedelta(days=90))
    assert not known.is_listed(NOW + timedelta(days=90, seconds=1))
    assert not replace(known, matches=9).is_listed(NOW)
    assert not Rating().is_listed(NOW)


def test_an_anchor_wins_as_often_as_its_elo_says():
    """400 points are ten wins to one, in Elo as in the model."""
    ladder = {2: {"easy": 440, "medium": 840}, 4: {"easy": 740, "medium": 840}}
    easy, medium = anchor(ladder, 2, "easy"), anchor(ladder, 2, "medium")
    assert medium == 25.0
    beta, spread = 25 / 6, 2**0.5
    assert isclose(1 / (1 + 2.718281828459045 ** ((medium - easy) / (beta * spread))), 1 / 11)


def test_an_anchor_is_that_of_exactly_as_many_seats():
    ladder = {2: {"easy": 440, "medium": 840}, 4: {"easy": 740, "medium": 840}}
    assert anchor(ladder, 2, "easy") != anchor(ladder, 4, "easy")
    assert anchor(ladder, 3, "easy") is None
    assert anchor(ladder, 13, "medium") is None


def test_a_level_that_was_never_measured_has_no_anchor():
    assert anchor({}, 2, "easy") is None
    assert anchor({2: {"medium": 840}}, 2, "easy") is None
