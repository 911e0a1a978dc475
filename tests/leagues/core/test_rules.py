"""Which rules of a season can be kept."""

from dataclasses import replace

import pytest

from leagues.core.rules import Format, default_rules, problem

SWISS, PODS = default_rules(Format.SWISS, 2), default_rules(Format.POD_SWISS, 4)


def said(rules):
    """The sentence of a refusal, or nothing."""
    found = problem(rules, range(2, 5))
    return "" if found is None else str(found)


@pytest.mark.parametrize("rules", [SWISS, PODS], ids=["two seats", "pods"])
def test_a_season_gives_no_half_points_unless_it_says_so(rules):
    assert (rules.half_byes, rules.late_halves) == (0, 0)
    assert said(rules) == ""


FEWER_BYES = "Half-point byes: enter a number from 0 to %s (one less than the rounds)."


@pytest.mark.parametrize("rules", [SWISS, PODS], ids=["two seats", "pods"])
def test_fewer_half_point_byes_than_rounds(rules):
    assert said(replace(rules, rounds=5, half_byes=4)) == ""
    assert said(replace(rules, rounds=5, half_byes=5)) == FEWER_BYES % 4
    assert said(replace(rules, rounds=1, half_byes=1)) == FEWER_BYES % 0
    assert said(replace(rules, half_byes=-1)).startswith("Half-point byes")


@pytest.mark.parametrize("rules", [SWISS, PODS], ids=["two seats", "pods"])
def test_nobody_misses_every_round(rules):
    assert said(replace(rules, rounds=5, late_halves=4)) == ""
    refused = "Missed rounds that count as half a win: enter a number from 0 to 4 (one less than the rounds)."
    assert said(replace(rules, rounds=5, late_halves=5)) == refused


def test_formats_without_byes_on_request_do_not_ask_for_them():
    assert said(replace(default_rules(Format.CUP, 2), half_byes=40, late_halves=40)) == ""
