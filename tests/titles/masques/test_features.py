"""The input of the fitted evaluation of Masques: numbers of features, written down by hand."""

import pytest

from games.titles.masques.bots.chances import strength
from games.titles.masques.bots.features import features
from tests.titles.masques.positions import GAME, position


def test_most_features_say_at_least_so_many() -> None:
    state = position(2, "H: 1=M3", "P: 2=ME", "fav 0: ME3 VI2 CL1", "hand 0: F2", "hand 1: V2", "du 0: 4", "du 1: 0")
    best, guilds, threes, twos, ducats = [0, 1, 2], [3, 4, 5], [7], [9], [14, 15, 16, 17]
    assert features(state, 0) == [*best, *guilds, *threes, *twos, *ducats]
    assert features(state, 1) == []


def test_one_step_from_a_win_in_both_ways_is_a_feature_of_its_own() -> None:
    state = position(
        2, "H: 1=M3", "P: 2=ME", "fav 0: ME3 VI1 CL1 SC1", "hand 0: F2", "hand 1: V2", "du 0: 1", "du 1: 0"
    )
    assert features(state, 0) == [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]


def test_more_than_nine_ducats_count_as_nine() -> None:
    lines = ("H: 1=M3", "P: 2=ME", "hand 0: F2", "hand 1: V2", "du 1: 0")
    assert features(position(2, *lines, "du 0: 12"), 0) == [14, 15, 16, 17, 18, 19, 20, 21, 22]


def test_features_are_asked_for_once_a_round_and_only_both_ways_may_be_worth_less_than_nothing() -> None:
    state = position(2, "H: 1=M3", "P: 2=ME", "hand 0: F2", "hand 1: V2", "du 0: 2", "du 1: 0")
    knowledge = GAME.knowledge
    assert knowledge.stage(state) == state.round
    assert knowledge.features(state) == [[14, 15], []]
    assert (knowledge.feature_count, list(knowledge.free_features)) == (23, [13])


def test_at_larger_tables_smoothed_weights_add_up() -> None:
    lines = ("H: 1=M3", "P: 2=ME", "hand 0: F2", "hand 1: V2", "du 0: 4", "du 1: 0")
    three_and_two = position(4, *lines, "fav 0: ME3 VI2 CL1")
    assert strength(three_and_two, 0) == pytest.approx(1.75 + 0.95 + 1.1)
    assert strength(three_and_two, 1) == 0
    both_ways = position(4, *lines, "fav 0: ME3 VI3 CL1 SC1")
    assert strength(both_ways, 0) == pytest.approx(1.75 + 1.85 + 0.7 - 0.7 + 1.1)
