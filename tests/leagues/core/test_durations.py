"""The days that matches need at a pace, and seasons that are too short for them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.clock import PACES
from games.registry import TITLES
from leagues.core.durations import match_days, needed_days, pace_problem
from leagues.core.rules import Format, default_rules


@pytest.mark.parametrize(
    ("title", "seats", "live", "standard", "relaxed"),
    [
        ("maskera", 2, 1, 7, 25),
        ("masques", 2, 1, 6, 24),
        ("masques", 3, 1, 13, 52),
        ("masques", 4, 1, 18, 69),
        ("masons", 2, 1, 13, 50),
        ("masons", 3, 1, 15, 60),
        ("masons", 4, 1, 18, 70),
        ("mascarade", 2, 1, 5, 18),
        ("mascarade", 6, 1, 8, 30),
        ("mascarade", 13, 1, 11, 44),
    ],
)
def test_the_days_that_the_documentation_says(title, seats, live, standard, relaxed):
    found = {
        pace: match_days(TITLES[title].usual_moves[seats], PACES[pace].time_control.increment)
        for pace in ("live", "standard", "fast", "relaxed")
    }
    assert found == {"live": live, "standard": standard, "fast": standard, "relaxed": relaxed}


def test_relaxed_with_seven_days_to_play_is_refused_in_words():
    rules = replace(default_rules(Format.ROUND_ROBIN, 2), play_days=7)
    assert str(pace_problem(rules, 25, "Relaxed")) == ("Pace: “Relaxed” is too slow. Days to play: 7; needed: 25.")
    assert pace_problem(rules, 7, "Standard") is None


def test_rounds_are_as_long_as_a_match_needs():
    rules = replace(default_rules(Format.SWISS, 2), round_days=3)
    assert str(pace_problem(rules, 7, "Standard")) == ("Pace: “Standard” is too slow. Days per round: 3; needed: 7.")
    assert pace_problem(replace(rules, round_days=7), 7, "Standard") is None


def test_matches_one_after_the_other_need_their_days_together():
    pods = replace(default_rules(Format.PODS, 4), at_once=1)
    single = replace(default_rules(Format.ROUND_ROBIN, 2), division_size=6, at_once=2)
    double = replace(single, format=Format.DOUBLE_ROUND_ROBIN)
    assert [needed_days(rules, 7) for rules in (pods, single, double)] == [28, 21, 35]
    assert needed_days(replace(double, at_once=0), 7) == 7


def test_a_ladder_has_no_end_that_a_pace_could_miss():
    assert pace_problem(default_rules(Format.LADDER, 2), 900, "Relaxed") is None


def test_a_new_league_of_any_title_has_time_for_the_usual_pace():
    usual = next(iter(PACES.values())).time_control.increment
    for game in TITLES.values():
        for seats in game.seats:
            days = match_days(game.usual_moves[seats], usual)
            for format in (Format.SWISS, Format.CUP, Format.PODS):
                assert pace_problem(default_rules(format, seats, days), days, "Standard") is None
    assert default_rules(Format.CUP, 4, 18).round_days == 18
    assert default_rules(Format.CUP, 2, 7).round_days == 14
    assert match_days(8, timedelta(hours=12)) == 1
    assert match_days(9, timedelta(hours=12)) == 2
