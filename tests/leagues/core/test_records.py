"""The statistics of finished matches."""

from datetime import UTC, datetime, timedelta

import pytest

from leagues.core.records import Meetings, Played, PlayedSeat, TitleRecord, by_opponent, by_title, compare

ME, ANNA, BRUNO = 1, 2, 3
START = datetime(2026, 3, 14, tzinfo=UTC)


def match(*seats, number=0, title="lantern", key="m", at=0):
    """Seats are (player, place) or (player, place, left); the first is one's own unless `number` says another."""
    held = tuple(PlayedSeat(*seat) for seat in seats)
    return Played(key, title, START + timedelta(days=at), number, held)


def test_first_places_are_counted_shared_or_not():
    matches = [match((ME, 1), (ANNA, 2)), match((ME, 1), (ANNA, 1)), match((ME, 2), (ANNA, 1))]
    assert by_title(matches) == [TitleRecord("lantern", 2, 3, 2, 0.5)]


def test_numbers_of_seats_have_records_of_their_own_the_most_played_first():
    two, three = match((ME, 2), (ANNA, 1)), match((ME, 1), (ANNA, 2), (BRUNO, 2))
    found = by_title([two, three, three])
    assert [(row.seats, row.played, row.first, row.behind_percent) for row in found] == [(3, 2, 2, 100), (2, 1, 0, 0)]


def test_the_share_left_behind_counts_level_ones_half_and_bots_too():
    assert match((ME, 2), (ANNA, 1), (BRUNO, 2), (None, 4)).behind() == pytest.approx(0.5)


def test_in_thirteen_seats_the_share_is_of_twelve():
    table = match(*((number, number) for number in range(1, 14)), number=3)
    assert table.place == 4
    assert table.behind() == pytest.approx(9 / 12)


def test_a_player_who_gave_up_is_behind_all_who_did_not_whatever_the_place_became():
    own = match((ME, 1, True), (ANNA, 3), (BRUNO, 2))
    assert own.place is None
    assert not own.is_first
    assert own.behind() == 0
    assert compare(PlayedSeat(ME, 1, True), PlayedSeat(ANNA, 3)) == -1
    assert compare(PlayedSeat(ME, 1, True), PlayedSeat(ANNA, 3, True)) == 0
    assert compare(PlayedSeat(ME, 3), PlayedSeat(ANNA, 3)) == 0
    assert compare(PlayedSeat(ME, 3), PlayedSeat(ANNA, 1, True)) == 1


def test_opponents_are_those_met_most_often_without_bots_and_the_nameless():
    matches = [
        match((ME, 1), (ANNA, 2), (None, 3)),
        match((BRUNO, 1), (ME, 1), (ANNA, 3), number=1),
        match((ME, 2), (ANNA, 1)),
    ]
    assert by_opponent(matches) == [Meetings(ANNA, 3, 2, 1), Meetings(BRUNO, 1, 0, 0)]
    assert by_opponent(matches)[1].level == 1
    assert by_opponent(matches, most=1) == [Meetings(ANNA, 3, 2, 1)]
    assert by_opponent([]) == by_title([]) == []
