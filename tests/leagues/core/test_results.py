"""Results of matches: which kinds go together, and who is last."""

import pytest

from leagues.core.errors import LeagueError
from leagues.core.results import (
    Result,
    ResultKind,
    SeatResult,
    annulled,
    bye,
    finished_match,
    forfeited_match,
    unplayed,
)

PLAYED, FORFEITED, WON = ResultKind.PLAYED, ResultKind.FORFEITED, ResultKind.WON_BY_FORFEIT


def seats(*rows):
    return tuple(SeatResult(player, place, kind) for player, (place, kind) in enumerate(rows))


def kinds(result):
    return [seat.kind for seat in result.seats]


def test_an_abandoned_seat_is_last_and_the_others_move_up():
    result = finished_match("m", 0, [4, 5, 6, 7], [2, 1, 2, 4], scores=[9, 12, 9, 3], forfeited={5})
    assert kinds(result) == [PLAYED, FORFEITED, PLAYED, PLAYED]
    assert [seat.place for seat in result.seats] == [1, None, 1, 3]
    assert [seat.score for seat in result.seats] == [9, None, 9, 3]


def test_a_match_of_two_that_one_left_is_won_by_forfeit():
    result = finished_match(1, 0, [4, 5], [1, 2], forfeited={4}, timeouts=[2, 1])
    assert kinds(result) == [FORFEITED, WON]
    assert [seat.timeouts for seat in result.seats] == [2, 1]


def test_nobody_wins_a_match_that_both_forfeited():
    assert kinds(forfeited_match(1, 0, [4, 5], {4, 5})) == [FORFEITED, FORFEITED]


def test_a_match_of_four_that_all_but_one_left_may_be_played_to_the_end_or_not():
    assert kinds(finished_match(1, 0, [0, 1, 2, 3], [2, 1, 3, 4], forfeited={1, 2, 3}))[0] == PLAYED
    assert kinds(forfeited_match(1, 0, [0, 1, 2, 3], {1, 2, 3}))[0] == WON


def test_an_annulled_match_keeps_its_places_and_does_not_count():
    result = annulled(finished_match(1, 0, [0, 1], [2, 1]))
    assert not result.counts
    assert [seat.place for seat in result.seats] == [2, 1]


def test_a_bye_and_a_missed_round_have_one_seat():
    assert kinds(bye("b", 2, 7)) == [ResultKind.BYE]
    assert not unplayed("u", 2, [7]).counts


def test_a_half_point_bye_has_one_seat_and_counts():
    assert Result("h", 2, seats((None, ResultKind.HALF_BYE))).counts


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(1, PLAYED)],
        [(None, WON)],
        [(1, PLAYED), (None, FORFEITED)],  # with two seats that is a win by forfeit
        [(None, WON), (None, WON)],
        [(None, WON), (2, PLAYED), (None, FORFEITED)],
        [(None, ResultKind.BYE), (None, ResultKind.BYE)],
        [(None, ResultKind.HALF_BYE), (None, FORFEITED)],
        [(1, PLAYED), (2, ResultKind.ANNULLED)],
        [(None, ResultKind.UNPLAYED), (None, ResultKind.ANNULLED)],
        [(2, PLAYED), (3, PLAYED)],
        [(1, PLAYED), (1, PLAYED), (2, PLAYED)],
        [(1, PLAYED), (None, PLAYED)],
        [(0, PLAYED), (1, PLAYED)],
        [(1, PLAYED), (2, PLAYED), (3, FORFEITED)],
    ],
)
def test_impossible_values_are_refused(rows):
    with pytest.raises(LeagueError):
        Result("m", 0, seats(*rows))


def test_nobody_sits_twice_and_time_outs_are_not_negative():
    with pytest.raises(LeagueError, match="one seat"):
        finished_match("m", 0, [1, 1], [1, 2])
    with pytest.raises(LeagueError, match="can’t be negative"):
        finished_match("m", 0, [1, 2], [1, 2], timeouts=[0, -1])


def test_rows_of_different_length_are_refused():
    with pytest.raises(LeagueError, match="each seat"):
        finished_match("m", 0, [1, 2, 3], [1, 2])
    with pytest.raises(LeagueError, match="each seat"):
        finished_match("m", 0, [1, 2, 3], [1, 2, 3], scores=[5])


def test_only_one_can_win_by_forfeit():
    with pytest.raises(LeagueError, match="isn’t a valid result for one match"):
        forfeited_match("m", 0, [1, 2, 3], {3})
