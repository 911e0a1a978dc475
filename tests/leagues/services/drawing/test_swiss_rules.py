"""The effect of earlier rounds on the draw of a Swiss round, by FIDE's rules; results are written as rows."""

import pytest

from leagues.models import EntryState
from leagues.services.drawing import rounds
from tests.cast import person
from tests.leagues.services.drawing.drawn_rounds import (
    ANNULLED,
    BYE,
    FORFEITED,
    HALF_BYE,
    PLAYED,
    UNPLAYED,
    WON,
    ended,
    next_round,
    running_season,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def gone(season, name):
    season.entries.filter(user=person(name)).update(state=EntryState.WITHDRAWN, left_round=1)


@pytest.mark.parametrize("began", [False, True])
def test_a_player_who_has_won_by_forfeit_has_had_a_bye(began):
    season = running_season("abcdex")
    ended(season, 0, ("a", WON), ("x", FORFEITED), began=began)
    gone(season, "x")
    for name in "bcde":
        ended(season, 0, (name, BYE))
    # All five have one now, and the last of them gets the second.
    _tables, out = next_round(season, 2)
    assert out == {"e": BYE}


def test_a_player_who_had_a_half_point_bye_has_had_no_bye():
    season = running_season("abc")
    ended(season, 0, ("a", HALF_BYE))
    ended(season, 0, ("b", BYE))
    ended(season, 0, ("c", BYE))
    _tables, out = next_round(season, 2)
    assert out == {"a": BYE}


def test_a_pairing_that_was_not_played_may_be_made_again():
    # a and b are the first and third of the four without points, so they are a pair, unless they have met.
    season = running_season("ceadbf")
    ended(season, 0, ("a", UNPLAYED), ("b", UNPLAYED), began=False)
    ended(season, 0, ("d", PLAYED, 2), ("c", PLAYED, 1))
    ended(season, 0, ("e", PLAYED, 1), ("f", PLAYED, 2))
    tables, _out = next_round(season, 2)
    assert {frozenset(table) for table in tables} == {frozenset("ce"), frozenset("ab"), frozenset("df")}


def test_seats_of_matches_that_were_not_played_were_not_had():
    # a had the first seat once; that b was to have it twice does not count.
    season = running_season("ab")
    ended(season, 0, ("a", PLAYED, 1), ("b", PLAYED, 1))
    ended(season, 1, ("b", UNPLAYED), ("a", UNPLAYED), began=False)
    ended(season, 2, ("b", UNPLAYED), ("a", UNPLAYED), began=False)
    assert next_round(season, 4) == (["ba"], {})


@pytest.mark.parametrize(
    ("seats", "began", "was_played"),
    [
        ([("a", PLAYED, 1), ("b", PLAYED, 2)], True, True),
        ([("a", FORFEITED), ("b", WON)], True, True),  # given up after it had begun
        ([("a", FORFEITED), ("b", FORFEITED)], True, True),
        ([("a", ANNULLED), ("b", ANNULLED)], True, True),
        ([("a", PLAYED, 1), ("b", PLAYED, 2)], False, True),  # an organiser has set the result
        ([("a", FORFEITED), ("b", WON)], False, False),
        ([("a", UNPLAYED), ("b", UNPLAYED)], False, False),
        ([("a", UNPLAYED), ("b", UNPLAYED)], True, False),  # called off
        ([("a", BYE)], False, False),
    ],
)
def test_a_match_is_played_if_it_began_and_was_not_called_off(seats, began, was_played):
    season = running_season("ab")
    ended(season, 0, *seats, began=began)
    people = list(season.entries.order_by("seed").values_list("pk", flat=True))
    assert rounds.snapshot(season, 2).played() == ([people] if was_played else [])


def test_a_smaller_pod_that_was_not_played_was_not_had():
    # Seven at tables of four and three. a, b and c were to be the smaller one, but it was called off.
    season = running_season("abcdefg", seats=4)
    ended(season, 0, ("a", UNPLAYED), ("b", UNPLAYED), ("c", UNPLAYED), began=False)
    ended(season, 0, ("d", PLAYED, 1), ("e", PLAYED, 2), ("f", PLAYED, 3))
    ended(season, 0, ("g", BYE))
    tables, _out = next_round(season, 2)
    (smaller,) = [table for table in tables if len(table) == 3]
    assert not set(smaller) & set("def")


def test_a_player_who_withdrew_is_not_paired():
    season = running_season("abcde")
    gone(season, "c")
    tables, out = next_round(season, 1)
    assert set("".join(tables)) == set("abde")
    assert out == {}


def test_if_one_is_left_there_is_a_bye():
    season = running_season("ab")
    gone(season, "a")
    assert next_round(season, 2) == ([], {"b": BYE})


def test_a_round_is_drawn_from_its_snapshot_alone():
    season = running_season("abcdefg")
    ended(season, 0, ("a", PLAYED, 1), ("b", PLAYED, 2))
    first, second = rounds.prepare(season, 2), rounds.prepare(season, 2)
    assert first.seen == second.seen
    assert first.drawn == second.drawn
    ended(season, 0, ("c", PLAYED, 1), ("d", PLAYED, 2))
    assert rounds.snapshot(season, 2) != first.seen
