"""How long people take to answer: who is counted from when, and histograms that can be added."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from leagues.core.reply_times import (
    BUCKETS,
    LogLine,
    SealedReply,
    bounds,
    bucket,
    histogram,
    merge,
    parse,
    quantile,
    quartiles,
    replies,
)

START = datetime(2026, 3, 14, 12, tzinfo=UTC)
ANNA, BRUNO, CARLA = 11, 12, 13


def at(hours):
    return START + timedelta(hours=hours)


def log(*lines):
    """(kind, seat, text, actor, hours) each."""
    return [LogLine(ply, *line[:4], at(line[4])) for ply, line in enumerate(lines)]


def hours(found):
    return {player: [reply.took / timedelta(hours=1) for reply in made] for player, made in found.items()}


def test_a_turn_is_due_from_the_move_before_it():
    lines = log(("chance", None, "x", None, 0), ("move", 0, "a", ANNA, 2), ("move", 1, "b", BRUNO, 5))
    assert hours(replies(lines, [], START)) == {ANNA: [2], BRUNO: [3]}


def test_site_events_leave_the_decision_open():
    lines = log(("move", 0, "a", ANNA, 2), ("site", 2, "resigned", CARLA, 4), ("move", 1, "b", BRUNO, 5))
    assert hours(replies(lines, [], START)) == {ANNA: [2], BRUNO: [3]}


def test_bots_and_defaults_do_not_count():
    lines = log(("site", 0, "bot_decided", None, 70), ("move", 0, "a", None, 72), ("move", 1, "b", BRUNO, 73))
    assert hours(replies(lines, [], START)) == {BRUNO: [1]}


def test_in_a_window_each_answer_counts_from_its_opening():
    lines = log(
        ("move", 0, "a", ANNA, 1),
        ("move", 1, "yes", BRUNO, 9),
        ("move", 2, "no", CARLA, 9),
        ("move", 3, "no", None, 9),
        ("chance", None, "x", None, 9),
        ("move", 1, "b", BRUNO, 10),
    )
    sealed = [SealedReply(1, 1, BRUNO, at(2)), SealedReply(1, 2, CARLA, at(9)), SealedReply(1, 3, None, at(3))]
    assert hours(replies(lines, sealed, START)) == {ANNA: [1], BRUNO: [1, 1], CARLA: [8]}


def test_a_window_that_was_left_open_at_the_end_counts_for_nobody():
    lines = log(("move", 0, "a", ANNA, 1), ("site", None, "annulled", None, 4))
    assert hours(replies(lines, [SealedReply(1, 1, BRUNO, at(2))], START)) == {ANNA: [1]}


def test_a_seat_that_was_taken_over_is_due_from_then():
    lines = log(("site", 0, "resigned", ANNA, 3), ("site", 0, "taken_over", CARLA, 10), ("move", 0, "a", CARLA, 12))
    assert hours(replies(lines, [], START)) == {CARLA: [2]}


def test_a_clock_that_was_set_back_gives_no_negative_time():
    lines = log(("move", 0, "a", ANNA, 2), ("move", 1, "b", BRUNO, 1))
    assert hours(replies(lines, [], START)) == {ANNA: [2], BRUNO: [0]}


def test_buckets_follow_each_other_without_gaps():
    for index in range(BUCKETS - 1):
        low, high = bounds(index)
        assert high == bounds(index + 1)[0]
        if index:
            assert bucket(timedelta(seconds=low * 1.0001)) == index
            assert bucket(timedelta(seconds=high * 0.9999)) == index
    assert bucket(timedelta(days=3650)) == BUCKETS - 1


def test_histograms_are_added_and_count_everything():
    rng = random.Random(3)
    times = [timedelta(seconds=10 ** rng.uniform(-1, 7)) for _time in range(300)]
    parts = [histogram(times[:100]), histogram(times[100:110]), histogram(times[110:])]
    assert merge(parts) == histogram(times)
    assert sum(merge(parts)) == 300
    assert merge([]) == histogram([]) == ()


@pytest.mark.parametrize("seed", range(5))
def test_quantiles_are_within_half_of_the_exact_ones(seed):
    rng = random.Random(seed)
    seconds = sorted(10 ** rng.uniform(1, 6) for _time in range(801))
    counts = histogram(timedelta(seconds=number) for number in seconds)
    found = quartiles(counts)
    assert list(found) == [25, 50, 75]
    for percent, time in found.items():
        assert 1 / 1.5 < time.total_seconds() / seconds[8 * percent] < 1.5
    assert found[25] <= found[50] <= found[75]


def test_without_replies_there_is_no_quantile():
    assert quantile((), 0.5) is None
    assert quantile((0, 0), 0.5) is None
    assert quartiles(()) == {}


@pytest.mark.parametrize("stored", [None, 7, "12", [1, "2"], [-1], [1.5], [True], [0] * (BUCKETS + 1), {"a": 1}])
def test_a_stored_value_that_is_no_histogram_is_refused(stored):
    with pytest.raises(ValueError, match="no histogram"):
        parse(stored)
