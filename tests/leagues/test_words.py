"""Words of leagues that depend on numbers."""

import pytest

from leagues.core.quality import ScheduleQuality
from leagues.templatetags.leagues import how_often


@pytest.mark.parametrize(
    ("meetings", "sentence"),
    [
        (((1, 21),), "Each pair of players meets once."),
        (((2, 15),), "Each pair of players meets 2 times."),
        (((1, 5), (2, 5)), "Each pair of players meets 1 to 2 times."),
        (((0, 7), (1, 21)), "Each pair of players meets at most once."),
        (((0, 1), (2, 1)), "Each pair of players meets at most 2 times."),
    ],
)
def test_how_often_two_players_meet_is_said_in_words(meetings, sentence):
    quality = ScheduleQuality(meetings, 0, (), (), (), ())
    assert how_often(quality) == sentence
