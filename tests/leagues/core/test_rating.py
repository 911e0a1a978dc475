"""Ratings against the model's published figures, and the rules about who is moved."""

from datetime import UTC, datetime, timedelta
from math import isclose

from leagues.core.rating import SIGMA, RatedMatch, RatedSeat, Rating, rate

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def match(*places, left=(), length=40, usual=40, **more):
    """A match of players 0, 1, ... with these places."""
    seats = tuple(RatedSeat(player, place, has_left=player in left) for player, place in enumerate(places))
    return RatedMatch(NOW, seats, length, usual, **more)


def test_four_seats_with_a_tie_give_the_figures_of_the_model():
    found = rate(match(1, 2, 2, 4), {})
    assert [found[player].mu for player in range(4)] == [
        27.795252672501135,
        24.689416369722096,
        24.689416369722096,
        22.825914588054673,
    ]


def test_two_seats_give_the_figures_of_the_model():
    found = rate(match(1, 2), {})
    assert (found[0].mu, found[1].mu) == (27.635389493140497, 22.364610506859503)
    assert found[0].sigma == found[1].sigma == 8.06590141354368


def test_who_left_is_last_and_the_others_are_rated_among_themselves():
    found = rate(match(1, 2, 3, left=(0,)), {})
    assert found[0].mu < 25
    alone = rate(RatedMatch(NOW, (RatedSeat(1, 2), RatedSeat(2, 3)), 40, 40), {})
    assert (found[1], found[2]) == (alone[1], alone[2])


def test_with_two_seats_who_stayed_is_rated_against_who_left():
    found = rate(match(1, 2, left=(0,)), {})
    assert found[1].mu > 25 > found[0].mu


def test_a_match_left_before_a_quarter_of_its_usual_length_moves_nobody():
    assert rate(match(1, 2, 3, left=(0,), length=9), {}) == {}
    assert rate(match(1, 2, 3, left=(0,), length=10), {}) != {}
    assert rate(match(1, 2, 3, length=3), {}) != {}


def test_a_second_absence_within_its_episode_moves_nobody():
    assert rate(match(1, 2, 3, left=(0,), repeats_absence=True), {}) == {}


def test_bots_are_anchors_and_never_move():
    strong = Rating(mu=35.0, sigma=1.0)
    seats = (RatedSeat(7, 1), RatedSeat(None, 2, anchor=strong))
    found = rate(RatedMatch(NOW, seats, 40, 40), {})
    assert set(found) == {7}
    assert found[7].mu > rate(match(1, 2), {})[0].mu


def test_doubt_grows_while_somebody_does_not_play_to_that_of_a_new_player_at_most():
    rating = Rating(mu=30.0, sigma=2.0, matches=20, last=NOW)
    assert rating.sigma_at(NOW) == 2.0
    assert isclose(rating.sigma_at(NOW + timedelta(weeks=10)), (4 + 2.3) ** 0.5)
    assert rating.sigma_at(NOW + timedelta(days=36500)) == SIGMA
    assert rating.shown(NOW + timedelta(weeks=10)) < rating.shown()


def test_a_leaderboard_lists_who_is_known_and_active():
    known = Rating(mu=30.0, sigma=2.0, matches=10, last=NOW)
    assert known.is_listed(NOW + timedelta(days=90))
    assert not known.is_listed(NOW + timedelta(days=91))
    assert not Rating(mu=30.0, sigma=2.0, matches=9, last=NOW).is_listed(NOW)
    assert not Rating(mu=30.0, sigma=5.1, matches=50, last=NOW).is_listed(NOW)
