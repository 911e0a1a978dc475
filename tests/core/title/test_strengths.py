"""Points of bots at sizes between two that were measured."""

from games.core.title.strengths import interpolated

MEASURED = {2: {"random": 0, "easy": 300}, 4: {"random": 0, "easy": 200}, 8: {"random": 0, "easy": 101}}


def test_points_between_two_sizes_lie_on_a_straight_line():
    found = interpolated(MEASURED, (2, 4), (4, 8))
    assert list(found) == [2, 3, 4, 5, 6, 7, 8]
    assert [found[seats]["easy"] for seats in found] == [300, 250, 200, 175, 150, 126, 101]
    assert {points["random"] for points in found.values()} == {0}


def test_only_the_gaps_that_are_named_are_filled():
    assert list(interpolated(MEASURED, (2, 4))) == [2, 3, 4, 8]
    assert interpolated(MEASURED) == MEASURED


def test_measured_values_stay_as_they_are():
    measured = {2: {"easy": 300}, 4: {"easy": 200}}
    interpolated(measured, (2, 4))[2]["easy"] = 1
    assert measured == {2: {"easy": 300}, 4: {"easy": 200}}
