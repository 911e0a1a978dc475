"""Absences: one card for an episode of 72 hours, however many matches it touches."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.core.conduct import (
    ABSENCE_PENALTY,
    NO_PENALTY,
    Card,
    episodes,
    penalty,
    was_inactive,
)
from leagues.core.results import finished_match, forfeited_match

START = datetime(2030, 3, 30, 12, tzinfo=UTC)


def after(hours):
    return START + timedelta(hours=hours)


forfeits = st.lists(st.integers(0, 400).map(after), max_size=12)


def test_everything_within_72_hours_of_the_first_is_one_episode():
    found = episodes([after(0), after(10), after(71), after(72), after(72.1)])
    assert [len(episode.times) for episode in found] == [4, 1]
    assert [episode.start for episode in found] == [START, START + timedelta(hours=72.1)]


def test_the_72_hours_run_from_the_first_and_not_from_the_last():
    found = episodes([after(hours) for hours in (0, 50, 100, 150)])
    assert [len(episode.times) for episode in found] == [2, 2]


def test_warning_then_yellow_then_red():
    assert [episode.card for episode in episodes([after(100 * number) for number in range(5)])] == [
        Card.WARNING,
        Card.YELLOW,
        Card.RED,
        Card.RED,
        Card.RED,
    ]
    assert episodes([]) == ()


def test_ten_matches_forfeited_at_once_are_one_warning():
    (episode,) = episodes([after(number) for number in range(10)])
    assert episode.card is Card.WARNING


@given(forfeits, st.randoms(use_true_random=False))
def test_their_order_changes_nothing(found, rng):
    again = list(found)
    rng.shuffle(again)
    assert episodes(again) == episodes(found)


@given(forfeits)
def test_episodes_lie_apart_and_keep_every_forfeit(found):
    shown = episodes(found)
    for episode in shown:
        assert all(time - episode.start <= timedelta(hours=72) for time in episode.times)
    for earlier, later in pairwise(shown):
        assert later.start - earlier.start > timedelta(hours=72)
    assert sorted(found) == [time for episode in shown for time in episode.times]


@pytest.mark.parametrize(
    ("absences", "withdrew", "round_one", "expected"),
    [
        (2, None, START, NO_PENALTY),
        (3, None, START, ABSENCE_PENALTY),
        (0, START + timedelta(days=1), START, ABSENCE_PENALTY),
        (0, START, START, ABSENCE_PENALTY),
        (0, START - timedelta(seconds=1), START, NO_PENALTY),
        (0, START, None, NO_PENALTY),
        (3, START - timedelta(days=1), START, NO_PENALTY),
    ],
)
def test_a_red_card_or_leaving_means_a_ban_and_a_tier_unless_announced_before_round_one(
    absences, withdrew, round_one, expected
):
    shown = episodes([after(100 * number) for number in range(absences)])
    assert penalty(shown, withdrew=withdrew, round_one=round_one) == expected
    assert (ABSENCE_PENALTY.banned_seasons, ABSENCE_PENALTY.tiers_lower) == (1, 1)


def test_two_forfeits_make_a_player_inactive():
    results = [forfeited_match(1, 0, (0, 1), {0}), finished_match(2, 0, (0, 1, 2), (1, 2, 3), forfeited={0, 2})]
    assert was_inactive(0, results)
    assert not was_inactive(1, results)
    assert not was_inactive(2, results)
