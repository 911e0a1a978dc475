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
    Incident,
    IncidentKind,
    episodes,
    penalty,
    was_inactive,
)
from leagues.core.results import finished_match, forfeited_match

START = datetime(2030, 3, 30, 12, tzinfo=UTC)


def timeout(hours, match="m"):
    return Incident(START + timedelta(hours=hours), match, IncidentKind.TIMEOUT)


def forfeit(hours, match="m"):
    return Incident(START + timedelta(hours=hours), match, IncidentKind.FORFEIT)


incidents = st.lists(
    st.builds(
        lambda hours, match, kind: Incident(START + timedelta(hours=hours), match, kind),
        st.integers(0, 400),
        st.integers(1, 4),
        st.sampled_from(list(IncidentKind)),
    ),
    max_size=12,
)


def test_everything_within_72_hours_of_the_first_is_one_episode():
    found = episodes([timeout(0, 1), forfeit(10, 2), timeout(71, 3), forfeit(72, 4), timeout(72.1, 5)])
    assert [len(episode.incidents) for episode in found] == [4, 1]
    assert [episode.start for episode in found] == [START, START + timedelta(hours=72.1)]


def test_the_72_hours_run_from_the_first_and_not_from_the_last():
    found = episodes([timeout(hours) for hours in (0, 50, 100, 150)])
    assert [len(episode.incidents) for episode in found] == [2, 2]


def test_warning_then_yellow_then_red():
    assert [episode.card for episode in episodes([timeout(100 * number) for number in range(5)])] == [
        Card.WARNING,
        Card.YELLOW,
        Card.RED,
        Card.RED,
        Card.RED,
    ]
    assert episodes([]) == ()


def test_ten_matches_forfeited_at_once_are_one_warning():
    (episode,) = episodes([forfeit(number, match=number) for number in range(10)])
    assert episode.card is Card.WARNING


def test_a_forfeit_reported_twice_counts_once_and_at_its_first_time():
    (episode,) = episodes([forfeit(200, 1), forfeit(0, 1)])
    assert episode.start == START
    assert len(episodes([timeout(0, 1), timeout(200, 1)])) == 2  # time can run out twice in a match


@given(incidents, st.randoms(use_true_random=False))
def test_repeated_incidents_in_any_order_change_nothing(found, rng):
    again = found * 2
    rng.shuffle(again)
    assert episodes(again) == episodes(found)


@given(incidents)
def test_episodes_lie_apart_and_keep_every_incident(found):
    shown = episodes(found)
    for episode in shown:
        assert all(incident.time - episode.start <= timedelta(hours=72) for incident in episode.incidents)
    for earlier, later in pairwise(shown):
        assert later.start - earlier.start > timedelta(hours=72)
    assert {i.match for i in found} == {i.match for episode in shown for i in episode.incidents}


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
    shown = episodes([timeout(100 * number) for number in range(absences)])
    assert penalty(shown, withdrew=withdrew, round_one=round_one) == expected
    assert (ABSENCE_PENALTY.banned_seasons, ABSENCE_PENALTY.tiers_lower) == (1, 1)


def test_two_forfeits_make_a_player_inactive():
    results = [forfeited_match(1, 0, (0, 1), {0}), finished_match(2, 0, (0, 1, 2), (1, 2, 3), forfeited={0, 2})]
    assert was_inactive(0, results)
    assert not was_inactive(1, results)
    assert not was_inactive(2, results)
