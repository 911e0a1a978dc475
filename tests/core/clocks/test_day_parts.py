"""When people usually answer: only where it is clear, and by the clock of who reads it."""

from datetime import UTC, datetime

import pytest

from games.core.clocks.day_parts import DayPart, usual_part
from leagues.core.reply_times import add_hours


def hours(**counts: int) -> list[int]:
    """So many answers in hours of the day, by “h19”."""
    return [counts.get(f"h{hour}", 0) for hour in range(24)]


EVENING = hours(h19=20, h20=20)


@pytest.mark.parametrize(
    ("offset", "part"),
    [
        (0, DayPart.EVENING),
        (-2, DayPart.AFTERNOON),
        (-10, DayPart.MORNING),
        (9, DayPart.NIGHT),
        (-24, DayPart.EVENING),
    ],
)
def test_the_evening_of_one_is_another_part_of_the_day_elsewhere(offset, part):
    assert usual_part([EVENING], offset) == part


@pytest.mark.parametrize(
    "people",
    [
        [],
        [hours(h19=19)],  # too little is known
        [[0] * 24],
        [[5] * 24],
        [hours(h19=9, h9=10, h3=10, h13=10)],  # nothing is usual
        [hours(h19=30), hours(h9=30), hours(h3=30)],
    ],
    ids=["nobody", "few", "none", "always", "spread", "different people"],
)
def test_nothing_is_said_where_it_is_not_clear(people):
    assert usual_part(people, 0) is None


def test_everybody_counts_alike_and_who_is_unknown_does_not():
    keen, rare = hours(h9=1000), hours(h19=20)
    assert usual_part([keen, rare, rare], 0) == DayPart.EVENING
    assert usual_part([hours(h9=10), rare], 0) == DayPart.EVENING


def test_half_of_the_answers_are_enough():
    assert usual_part([hours(h18=10, h12=9, h6=1)], 0) == DayPart.EVENING
    assert usual_part([hours(h18=9, h12=6, h6=5)], 0) is None


def test_answers_are_counted_by_their_hour_and_old_ones_fade():
    moments = [datetime(2026, 3, 14, 23, 59, tzinfo=UTC), datetime(2026, 3, 15, 0, 0, tzinfo=UTC)]
    assert add_hours([0] * 24, moments) == hours(h23=1, h0=1)
    assert add_hours(hours(h5=400), [moments[1]]) == hours(h5=200, h0=1)
    assert add_hours(hours(h5=399), [moments[1]]) == hours(h5=399, h0=1)
