"""The longest tests of a run start first, in every worker alike; what a test took is kept for the next run."""

from types import SimpleNamespace

from tests.plugins.durations import Durations, longest_first, unit_of, updated, without_group


def item(nodeid, slow=False):
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: slow if name == "slow" and slow else None)


def in_order(items, known):
    longest_first(items, Durations(known))
    return [each.nodeid for each in items]


def test_the_longest_go_first_and_the_short_ones_stay_where_they_are():
    items = [item("a::1"), item("a::2"), item("b::1"), item("b::2"), item("c::1")]
    known = {"a::1": 1.0, "a::2": 7.0, "b::1": 4.9, "b::2": 0.1, "c::1": 12.0}
    assert in_order(items, known) == ["c::1", "a::2", "a::1", "b::1", "b::2"]


def test_a_group_is_as_long_as_its_tests_together():
    items = [item("a::1"), item("b::1@site"), item("c::1"), item("b::2@site"), item("d::1@few")]
    known = {"a::1": 5.5, "b::1": 3.0, "b::2": 4.0, "c::1": 6.0, "d::1": 1.0}
    assert in_order(items, known) == ["b::1@site", "b::2@site", "c::1", "a::1", "d::1@few"]


def test_an_unknown_test_goes_first_if_it_is_marked_slow():
    items = [item("a::1"), item("a::2", slow=True), item("b::1"), item("b::2", slow=True)]
    assert in_order(items, {"b::1": 40.0, "b::2": 0.5}) == ["b::1", "a::2", "a::1", "b::2"]
    assert in_order([item("a::1"), item("a::2", slow=True)], {}) == ["a::2", "a::1"]


def test_a_group_comes_after_the_brackets_of_a_test():
    assert without_group("a.py::one[x@y]@browser") == "a.py::one[x@y]"
    assert without_group("a.py::one[x@y]") == "a.py::one[x@y]"
    assert unit_of("a.py::one[x@y]@browser") == "browser"
    assert unit_of("a.py::one[x@y]") == "a.py::one[x@y]"


def test_an_unknown_test_is_expected_to_take_as_long_as_its_neighbours():
    durations = Durations({"a.py::one": 2.0, "a.py::two": 4.0, "b.py::one": 9.0})
    assert durations.expected("a.py::two") == 4.0
    assert durations.expected("a.py::three") == 3.0
    assert durations.expected("c.py::one") == 5.0
    assert Durations({}).expected("c.py::one") == 1.0


def test_a_run_of_some_tests_keeps_what_is_known_of_the_others():
    assert updated({"a::1": 1.0, "a::2": 2.0}, {"a::2": 2.51234}, None) == {"a::1": 1.0, "a::2": 2.512}


def test_a_run_of_all_tests_forgets_those_that_are_gone():
    kept = {"a::1": 1.0, "a::gone": 2.0, "a::deselected": 3.0}
    assert updated(kept, {"a::1": 1.5}, {"a::1", "a::deselected"}) == {"a::1": 1.5, "a::deselected": 3.0}
