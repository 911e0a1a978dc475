"""Words of leagues that depend on numbers."""

import pytest

from leagues.core.quality import ScheduleQuality
from leagues.templatetags.leagues import how_often


@pytest.mark.parametrize(
    ("meetings", "sentence"),
    [
        (((1, 21),), "Any two players meet once."),
        (((2, 15),), "Any two players meet 2 times."),
        (((1, 5), (2, 5)), "Two players meet 1 to 2 times."),
        (((0, 7), (1, 21)), "Two players meet once at most."),
        (((0, 1), (2, 1)), "Two players meet 2 times at most."),
    ],
)
def test_how_often_two_players_meet_is_said_in_words(meetings, sentence):
    quality = ScheduleQuality(meetings, 0, (), (), (), ())
    assert how_often(quality) == sentence
