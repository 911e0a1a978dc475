"""Results that can't be recorded are refused with the field or the rule."""

from datetime import date

import pytest

from companion.core.results import PlayResult, Sitter
from games.registry import TITLES

TODAY = date(2026, 3, 14)


def problem(title, places, scores=None, **facts):
    given = scores or [None] * len(places)
    sitters = tuple(
        Sitter(place, name=f"P{seat}", score=score)
        for seat, (place, score) in enumerate(zip(places, given, strict=True))
    )
    values = {"sitters": sitters, "played_on": TODAY, **facts}
    found = PlayResult(**values).problem(TITLES[title], TODAY)
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("title", "places", "scores"),
    [
        ("masques", [2, 1, 2], None),
        ("masques", [3, 1, 2], [4, 9, 11]),  # the favours don't order those who didn't win
        ("maskera", [1, 2], None),
        ("mascarade", [1, 1, 3], [13, 13, 2]),
        ("mascarade", [2, 1], [12, 10]),  # the Cheater
        ("mascarade", [1, 2, 2, 4], [10, 12, 12, 0]),
        ("masons", [1, 2, 2], [52, 40, 40]),
        ("masons", [1, 2], [52, 52]),  # the cards in hand decided
        ("masons", [1, 1], [52, 52]),
        ("masons", [1, 2], None),
    ],
)
def test_results_that_the_rules_can_give(title, places, scores):
    assert problem(title, places, scores) is None


@pytest.mark.parametrize(
    ("title", "places", "scores", "words"),
    [
        ("masques", [1, 1, 3], None, "Places: this title has one winner."),
        ("maskera", [1, 1], None, "Places: this title has one winner."),
        ("maskera", [1, 2], [3, 1], "Scores: this title has none."),
        ("masons", [1, 3], None, "Places: begin with 1."),
        ("masons", [2, 2], None, "Places: begin with 1."),
        ("masons", [1, 2, 2, 3], None, "Places: begin with 1."),
        ("masons", [1, 2], [40, 52], "Points: a player with fewer points can’t be ahead of one with more."),
        ("masons", [1, 1], [40, 52], "Points: players who share a place have the same number of points."),
        ("mascarade", [1, 2], [9, 12], "Coins: only a Cheater with ten coins or more"),
        ("mascarade", [1, 2, 3], [13, 4, 5], "Coins: only a Cheater with ten coins or more"),
        ("mascarade", [1, 2, 3], [13, 4, 4], "Coins: players with the same number of coins share a place"),
        ("mascarade", [1, 1], [13, 12], "Coins: players who share a place have the same number of coins."),
        ("mascarade", [1, 2], [13, -1], "Coins: a player can’t have fewer than none."),
        ("masons", [1, 2], [100_001, 1], "Scores: enter numbers up to 100000."),
        ("maskera", [1, 2, 3], None, "Players: Maskera can’t be played with that many."),
    ],
)
def test_results_that_no_match_can_have_are_refused_with_the_rule(title, places, scores, words):
    assert problem(title, places, scores).startswith(words)


def test_either_all_scores_are_written_down_or_none():
    assert problem("masons", [1, 2], [52, None]) == "Scores: enter those of all players, or none."


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"played_on": date(2026, 3, 15)}, "Date: enter a day from 1950 to today."),
        ({"played_on": date(1949, 12, 31)}, "Date: enter a day from 1950 to today."),
        ({"minutes": 0}, "Minutes: enter a number from 1 to 1440."),
        ({"minutes": 1441}, "Minutes: enter a number from 1 to 1440."),
        ({"place": "x" * 81}, "Where: write up to 80 characters."),
        ({"note": "x" * 501}, "Note: write up to 500 characters."),
        ({"settings": {"wind": "calm"}}, "This title has no option “wind”."),
        ({"is_rated": True}, "Rated: all players of a rated result need an account."),
    ],
)
def test_a_wrong_fact_is_named(facts, words):
    assert problem("masons", [1, 2], **facts) == words


@pytest.mark.parametrize(
    ("sitters", "words"),
    [
        ((Sitter(1, 7), Sitter(2, 7)), "Players: each one can sit at the table only once."),
        ((Sitter(1, name="Tom"), Sitter(2, name="tom")), "Players: each one can sit at the table only once."),
        ((Sitter(1, 7), Sitter(2)), "Player 2: enter a name."),
        ((Sitter(1, name="x" * 61), Sitter(2, 7)), "Player 1: write up to 60 characters."),
    ],
)
def test_a_wrong_player_is_named(sitters, words):
    assert str(PlayResult(sitters, TODAY).problem(TITLES["masons"], TODAY)) == words


def test_every_outcome_of_the_site_s_own_matches_can_be_recorded():
    """One outcome of each ending, as the rules give them."""
    assert problem("mascarade", [1, 2, 3], [13, 6, 2]) is None
    assert problem("mascarade", [1, 2, 3], [9, 6, 0]) is None
    assert problem("masons", [2, 1, 4, 3], [30, 41, 12, 29]) is None
