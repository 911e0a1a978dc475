"""Leaving a division: with two seats 60 % of one's own matches decide, at larger tables finished matches stand."""

import pytest

from leagues.core.dropouts import Settlement, drop_out, settlement
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Fixture
from leagues.core.points import HALF_POINTS, THOUSANDTHS
from leagues.core.results import ResultKind, annulled, bye, finished_match, forfeited_match, unplayed
from leagues.core.rules import Format, default_criteria
from leagues.core.standings import Rules, standings

LEAVER = 9

ORDER = default_criteria(Format.ROUND_ROBIN)


def kinds(results):
    return {result.key: [str(seat.kind) for seat in result.seats] for result in results}


@pytest.mark.parametrize(
    ("finished", "matches", "settled"),
    [
        (6, 10, Settlement.REST_FORFEITED),
        (5, 10, Settlement.ALL_REMOVED),
        (3, 5, Settlement.REST_FORFEITED),
        (5, 9, Settlement.ALL_REMOVED),  # 55.6 %
        (7, 12, Settlement.ALL_REMOVED),  # 58.3 %
        (8, 13, Settlement.REST_FORFEITED),  # 61.5 %
        (4, 4, Settlement.REST_FORFEITED),
        (0, 4, Settlement.ALL_REMOVED),
    ],
)
def test_sixty_percent_of_the_matches_decide(finished, matches, settled):
    assert settlement(finished, matches) is settled


def test_with_sixty_percent_finished_the_rest_is_forfeited():
    results = [finished_match(key, key, (LEAVER, key), (1, 2)) for key in range(3)]
    others = finished_match("others", 0, (0, 1), (1, 2))
    unfinished = {3: Fixture(3, (LEAVER, 3)), 4: Fixture(4, (4, LEAVER)), 5: Fixture(4, (0, 1))}
    left = drop_out(LEAVER, [*results, others], unfinished)
    assert left.settlement is Settlement.REST_FORFEITED
    assert not left.per_match
    assert left.results[:4] == (*results, others)
    assert kinds(left.results[4:]) == {3: ["forfeited", "won_by_forfeit"], 4: ["won_by_forfeit", "forfeited"]}
    assert [result.round for result in left.results[4:]] == [3, 4]
    assert left.seats_forfeited == left.removed == ()


def test_with_less_all_matches_are_removed_and_points_per_match_rank_the_rest():
    results = [
        finished_match(0, 0, (LEAVER, 0), (2, 1)),
        finished_match(1, 0, (LEAVER, 1), (1, 2)),
        finished_match(2, 0, (2, 0), (1, 2)),
        finished_match(3, 1, (2, 1), (1, 2)),
        finished_match(4, 1, (0, 1), (1, 2)),
    ]
    left = drop_out(LEAVER, results, {7: Fixture(2, (LEAVER, 2)), 8: Fixture(2, (0, 2)), 9: Fixture(3, (LEAVER, 3))})
    assert left.settlement is Settlement.ALL_REMOVED
    assert left.per_match
    assert set(left.removed) == {7, 9}
    assert [result.counts for result in left.results] == [False, False, True, True, True]
    ranked = standings(range(4), left.results, Rules(scale=HALF_POINTS, criteria=ORDER, per_match=left.per_match), "s")
    assert [(line.player, line.matches, line.points) for line in ranked[:2]] == [(2, 2, 4), (0, 2, 2)]
    assert {(line.player, line.matches, line.points) for line in ranked[2:]} == {(1, 2, 0), (3, 0, 0)}


@pytest.mark.parametrize("finished", [0, 1, 2, 3])
def test_at_tables_of_three_and_more_nothing_is_removed_however_little_was_played(finished):
    results = [finished_match(key, 0, (LEAVER, 0, 1), (1, 2, 3)) for key in range(finished)]
    rest = {key: Fixture(1, (0, 1, LEAVER)) for key in range(finished, 4)}
    left = drop_out(LEAVER, results, rest | {4: Fixture(1, (0, 1, 2))})
    assert left.settlement is Settlement.SEATS_FORFEITED
    assert left.results == tuple(results)
    assert left.seats_forfeited == tuple(range(finished, 4))
    assert left.removed == ()
    assert not left.per_match


def test_at_tables_of_three_and_more_the_others_play_on_and_the_leaver_is_last():
    results = [finished_match(key, 0, (LEAVER, 0, 1, 2), (1, 2, 3, 4)) for key in range(3)]
    left = drop_out(LEAVER, results, {3: Fixture(1, (0, LEAVER, 1, 2)), 4: Fixture(2, (2, 1, 0, LEAVER))})
    assert left.results == tuple(results)
    assert left.seats_forfeited == (3, 4)
    rest = [finished_match(key, 1, (0, LEAVER, 1, 2), (2, 1, 3, 4), forfeited={LEAVER}) for key in left.seats_forfeited]
    assert THOUSANDTHS.points(rest[0]) == (10_000, 0, 6_000, 3_000)


def test_matches_that_the_leaver_forfeited_are_not_finished():
    played = [finished_match(key, 0, (LEAVER, key), (1, 2)) for key in range(2)]
    forfeits = [forfeited_match(key, 0, (LEAVER, key), {LEAVER}) for key in range(2, 5)]
    assert drop_out(LEAVER, played + forfeits, {}).settlement is Settlement.ALL_REMOVED
    won = [forfeited_match(key, 0, (LEAVER, key), {key}) for key in range(5, 8)]
    assert drop_out(LEAVER, played + forfeits + won, {}).settlement is Settlement.REST_FORFEITED


def test_byes_and_matches_that_do_not_count_are_left_out():
    no_matches = [
        bye("b", 0, LEAVER),
        unplayed("u", 1, (LEAVER, 1)),
        annulled(finished_match("a", 2, (LEAVER, 2), (1, 2))),
    ]
    played = [finished_match(key, 0, (LEAVER, key), (1, 2)) for key in range(3)]
    two_left = {3: Fixture(0, (LEAVER, 3)), 4: Fixture(0, (LEAVER, 4))}
    assert drop_out(LEAVER, no_matches + played, two_left).settlement is Settlement.REST_FORFEITED
    left = drop_out(LEAVER, no_matches, two_left)
    assert left.settlement is Settlement.ALL_REMOVED
    assert not any(result.counts for result in left.results)


def test_a_second_leaver_is_settled_by_what_the_first_left_behind():
    second = 8
    results = [finished_match("both", 0, (LEAVER, second), (1, 2)), finished_match(1, 0, (second, 1), (1, 2))]
    unfinished = {2: Fixture(1, (second, 2)), 3: Fixture(1, (LEAVER, 3)), 4: Fixture(1, (LEAVER, 4))}
    assert drop_out(second, results, unfinished).settlement is Settlement.REST_FORFEITED  # 2 of 3
    first = drop_out(LEAVER, results, unfinished)
    rest = {key: fixture for key, fixture in unfinished.items() if key not in first.removed}
    assert drop_out(second, first.results, rest).settlement is Settlement.ALL_REMOVED  # 1 of 2


def test_a_match_is_finished_or_not():
    with pytest.raises(LeagueError, match="finished and unfinished"):
        drop_out(1, [finished_match("m", 0, (0, 1), (1, 2))], {"m": Fixture(0, (0, 1))})


def test_a_leaver_of_a_match_that_counts_stays_known_by_its_kind():
    left = drop_out(LEAVER, [finished_match(0, 0, (LEAVER, 0), (1, 2))], {1: Fixture(0, (LEAVER, 0))})
    assert left.results[0].seats[0].kind is ResultKind.ANNULLED
    assert left.results[0].seats[0].place == 1
