"""The order of a division and what decided it."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from bench.seasons.recompute import LOWEST_FIRST, Standings
from games.core.engine.outcome import places_by_key
from leagues.core.errors import LeagueError
from leagues.core.points import HALF_POINTS, THOUSANDTHS
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
from leagues.core.rules import Format, default_criteria
from leagues.core.standings import Criterion, HeadToHead, Row, Rules, as_number, lot, standings
from tests.sampling import sampled

ORDER = default_criteria(Format.ROUND_ROBIN)
SWISS_ORDER = default_criteria(Format.SWISS)
TWO = Rules(scale=HALF_POINTS, criteria=ORDER)
SWISS = Rules(scale=HALF_POINTS, criteria=SWISS_ORDER)
MANY = Rules(scale=THOUSANDTHS, criteria=ORDER)


def matches(*rows):
    """Matches of two: ``(0, 1)`` is a win of 0 against 1, ``(0, 1, "=")`` a tie."""
    return [
        finished_match(number, number, row[:2], (1, 1) if len(row) == 3 else (1, 2)) for number, row in enumerate(rows)
    ]


def lines(players, results, rules=TWO, seed="s"):
    return {line.player: line for line in standings(players, results, rules, seed)}


def order(players, results, rules=TWO, seed="s"):
    return [line.player for line in standings(players, results, rules, seed)]


def test_points_come_first_then_wins():
    # 0 and 1 have a point each; 0 by a win and a loss, 1 by two ties.
    results = matches((0, 2), (3, 0), (1, 2, "="), (1, 3, "="))
    ranked = standings(range(4), results, TWO, "s")
    assert [(line.player, line.points) for line in ranked] == [(3, 3), (0, 2), (1, 2), (2, 1)]
    assert [line.decided_by for line in ranked] == [Criterion.POINTS, Criterion.WINS, Criterion.POINTS, None]
    assert ranked[1].values[Criterion.WINS] == 1


def test_two_who_are_level_are_parted_by_their_match():
    # 1 beat 0; both have two wins.
    results = matches((1, 0), (0, 2), (0, 3), (1, 2), (3, 1), (2, 3))
    assert order(range(4), results)[:2] == [1, 0]
    line = lines(range(4), results)[1]
    assert line.decided_by is Criterion.HEAD_TO_HEAD
    assert line.head_to_head == (HeadToHead((0, 1), half_points=2, missing=0),)


def test_a_three_way_tie_dissolves_to_two_and_their_matches_decide():
    # Half points among the three: 0 has 6; 1 and 2 have 3 each, and of the matches between them 1 has 3 of 4.
    among = [(0, 1), (0, 1), (0, 2, "="), (0, 2, "="), (1, 2), (1, 2, "=")]
    # Against others all come to 9 half points and three wins; 2 has beaten the strong, so that its Sonneborn-Berger is
    # higher than that of 1, which must not be asked.
    outside = [(0, 3), (0, 3, "="), (1, 3), (1, 3), (1, 3, "="), (1, 3, "="), (2, 4), (2, 4), (2, 4), *[(4, 3)] * 3]
    ranked = lines(range(5), matches(*among, *outside))
    assert {(ranked[player].points, ranked[player].values[Criterion.WINS]) for player in range(3)} == {(9, 3)}
    assert [ranked[player].rank for player in range(3)] == [1, 2, 3]
    assert ranked[1].values[Criterion.SONNEBORN_BERGER] < ranked[2].values[Criterion.SONNEBORN_BERGER]
    assert ranked[0].head_to_head == (HeadToHead((0, 1, 2), 6, 0),)
    assert ranked[1].head_to_head == (HeadToHead((0, 1, 2), 3, 0), HeadToHead((1, 2), 3, 0))
    assert ranked[2].head_to_head == (HeadToHead((0, 1, 2), 3, 0), HeadToHead((1, 2), 1, 0))
    assert [ranked[player].decided_by for player in (0, 1)] == [Criterion.HEAD_TO_HEAD] * 2


def test_three_who_beat_each_other_in_a_circle_stay_level_by_their_matches():
    # 1 has beaten 3, the best of the others; nothing else parts the three.
    results = matches((0, 1), (1, 2), (2, 0), (0, 5), (1, 3), (2, 5), (3, 4), (4, 5))
    ranked = lines(range(6), results)
    assert {ranked[player].head_to_head for player in range(3)} == {(HeadToHead((0, 1, 2), 2, 0),)}
    assert ranked[1].rank == 1
    assert ranked[1].decided_by is Criterion.SONNEBORN_BERGER


def test_a_criterion_that_failed_for_three_is_not_tried_again_for_two():
    # The circle again: Sonneborn-Berger takes 1 out of it. 2 beat 0, but has more time-outs than 0.
    results = matches((0, 1), (1, 2), (0, 5), (1, 3), (2, 5), (3, 4), (4, 5))
    results.append(finished_match("late", 9, (2, 0), (1, 2), timeouts=(1, 0)))
    assert order(range(6), results)[:3] == [1, 0, 2]
    assert lines(range(6), results)[0].decided_by is Criterion.TIMEOUTS


def test_a_head_to_head_that_is_short_of_a_match_decides_nothing_that_the_match_could_change():
    # 0 beat 1, and 2 met neither: the missing matches could bring 2 above both.
    results = matches((0, 1), (1, 3), (2, 4), (4, 5))
    ranked = lines(range(6), results)
    assert ranked[0].values[Criterion.POINTS] == ranked[1].values[Criterion.POINTS] == 2
    assert ranked[0].head_to_head == (HeadToHead((0, 1, 2, 4), 2, 2),)
    assert ranked[1].head_to_head == (HeadToHead((0, 1, 2, 4), 0, 2),)
    assert Criterion.HEAD_TO_HEAD not in {line.decided_by for line in ranked.values()}


def test_a_head_to_head_that_is_short_of_a_match_decides_what_it_could_not_change():
    # 0 beat 1 and 2, who have not met: whichever would win, 0 stays above both.
    results = matches((0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4))
    ranked = lines(range(5), results)
    assert {ranked[player].points for player in range(3)} == {4}
    assert ranked[0].rank == 1
    assert ranked[0].decided_by is Criterion.HEAD_TO_HEAD
    assert ranked[1].head_to_head == (HeadToHead((0, 1, 2), 0, 1), HeadToHead((1, 2), 0, 0))


def test_in_matches_of_several_seats_who_comes_before_whom_is_compared():
    # 0 and 1 shared the first match only; 1 was before 0 there.
    results = [
        finished_match(1, 0, (0, 1, 2, 3), (2, 1, 3, 4)),
        finished_match(2, 1, (0, 4, 2, 3), (1, 2, 3, 4)),
        finished_match(3, 2, (5, 1, 4, 3), (1, 2, 3, 4)),
    ]
    ranked = lines(range(6), results, MANY)
    assert ranked[0].points == ranked[1].points == 16_000
    assert (ranked[1].rank, ranked[0].rank) == (1, 2)
    assert ranked[1].decided_by is Criterion.HEAD_TO_HEAD
    assert (ranked[1].values[Criterion.HEAD_TO_HEAD], ranked[0].values[Criterion.HEAD_TO_HEAD]) == (2, 0)
    # Behind 0 came 2 and 3 in the first match, 4, 2 and 3 in the second.
    assert (ranked[2].points, ranked[3].points, ranked[4].points) == (6_000, 3_000, 9_000)
    assert ranked[0].values[Criterion.SONNEBORN_BERGER] == 6_000 + 3_000 + 9_000 + 6_000 + 3_000


def test_sonneborn_berger_takes_the_points_of_the_beaten_and_half_of_the_tied():
    results = matches((0, 1), (0, 2, "="), (1, 2), (3, 0), (2, 3, "="))
    ranked = lines(range(4), results)
    assert {player: line.points for player, line in ranked.items()} == {0: 3, 1: 2, 2: 2, 3: 3}
    assert ranked[0].values[Criterion.SONNEBORN_BERGER] == 2 + Fraction(2, 2)
    assert ranked[2].values[Criterion.SONNEBORN_BERGER] == Fraction(3, 2) + Fraction(3, 2)


def test_buchholz_counts_half_for_unplayed_rounds():
    results = [
        *matches((0, 1), (2, 3)),
        finished_match("a", 1, (0, 2), (1, 2)),
        forfeited_match("b", 1, (1, 3), {3}),
        finished_match("c", 2, (3, 0), (1, 2)),
        bye("d", 2, 1),
        unplayed("e", 2, [2]),
    ]
    ranked = lines(range(4), results, SWISS)
    assert {player: line.points for player, line in ranked.items()} == {0: 4, 1: 4, 2: 2, 3: 2}
    # Adjusted, in half points: 0 played all (4); 1 lost and missed two rounds (2); 2 won, lost, missed (3); 3 won,
    # lost and forfeited (3).
    assert ranked[0].values[Criterion.BUCHHOLZ] == 2 + 3 + 3
    assert ranked[0].values[Criterion.BUCHHOLZ_CUT_1] == 3 + 3
    assert ranked[1].values[Criterion.BUCHHOLZ] == 4 + 2 + 2  # the opponent, and twice the dummy with 1's own score
    assert ranked[3].values[Criterion.BUCHHOLZ] == 3 + 3 + 4
    assert ranked[3].values[Criterion.BUCHHOLZ_CUT_1] == 3 + 4


def test_a_half_point_bye_is_half_a_win_and_for_buchholz_an_unplayed_round():
    # 0 beats 1; then 0 sits out for half a win and 1 beats 2, who had the bye.
    half = Result("half", 1, (SeatResult(0, None, ResultKind.HALF_BYE),))
    results = [*matches((0, 1)), half, bye("bye", 0, 2), finished_match("second", 1, (1, 2), (1, 2))]
    ranked = lines(range(3), results, SWISS)
    assert [(ranked[player].points, ranked[player].matches) for player in range(3)] == [(3, 2), (2, 2), (2, 2)]
    assert [ranked[player].values[Criterion.WINS] for player in range(3)] == [1, 1, 1]
    # As an opponent the half-point bye counts half a win, and so does the bye; the own round is one against oneself.
    assert ranked[0].values[Criterion.BUCHHOLZ] == 2 + 3
    assert ranked[1].values[Criterion.BUCHHOLZ] == 3 + 1
    assert ranked[2].values[Criterion.BUCHHOLZ] == 1 + 2


def test_a_swiss_asks_buchholz_before_sonneborn_berger():
    assert SWISS.criteria == (
        Criterion.POINTS,
        Criterion.WINS,
        Criterion.HEAD_TO_HEAD,
        Criterion.BUCHHOLZ_CUT_1,
        Criterion.BUCHHOLZ,
        Criterion.SONNEBORN_BERGER,
        Criterion.SCORE_SHARE,
        Criterion.TIMEOUTS,
        Criterion.LOT,
    )
    assert [one.value for one in ORDER] == [
        "points", "wins", "head_to_head", "sonneborn_berger", "score_share", "timeouts", "lot"
    ]  # fmt: skip


def test_a_stored_order_decides_and_not_the_usual_one():
    # 0 and 1 have two points each: 0 of a win, 1 of two ties and more opponents' points.
    results = matches((0, 2), (1, 3, "="), (1, 4, "="), (3, 4, "="))
    assert order(range(5), results)[:2] == [0, 1]
    later = Rules(scale=HALF_POINTS, criteria=(Criterion.POINTS, Criterion.SONNEBORN_BERGER, Criterion.LOT))
    ranked = lines(range(5), results, later)
    assert [ranked[0].rank, ranked[1].rank] == [4, 1]


def test_the_mean_share_of_the_winners_score():
    results = [
        finished_match(1, 0, (0, 1, 2), (1, 2, 3), scores=(40, 30, 10)),
        finished_match(2, 1, (1, 0, 2), (1, 2, 3), scores=(20, 10, -5)),
        finished_match(3, 2, (0, 1, 2), (1, 2, 3), scores=(0, -1, -2), forfeited={2}),
        finished_match(4, 3, (0, 1, 2), (1, 2, 2), scores=(8, 9, 0)),  # 1 has more and lost: not above 1
    ]
    ranked = lines(range(3), results, MANY)
    assert ranked[0].values[Criterion.SCORE_SHARE] == (1 + Fraction(1, 2) + 1 + 1) / Fraction(4)
    assert ranked[1].values[Criterion.SCORE_SHARE] == (Fraction(3, 4) + 1 + 0 + 1) / Fraction(4)
    assert ranked[2].values[Criterion.SCORE_SHARE] == Fraction(1, 4) / 4


def test_a_lot_by_the_published_seed_is_the_last_word():
    results = matches((0, 1, "="), (2, 3, "="))
    by_lot = sorted(range(4), key=lambda player: lot("spring", player))
    assert order(range(4), results, seed="spring") == by_lot
    assert lot("spring", 7) == 0x6F22D49F  # the first eight digits that sha256sum prints for spring:7
    assert len({tuple(order(range(4), results, seed=str(seed))) for seed in range(30)}) > 5


def test_uncounted_matches_leave_no_trace():
    results = matches((0, 1), (2, 0, "="))
    struck = [annulled(finished_match("x", 5, (1, 0), (1, 2), timeouts=(3, 3))), unplayed("y", 6, (1, 2))]
    assert standings(range(3), results + struck, TWO, "s") == standings(range(3), results, TWO, "s")


def test_points_per_match_rank_a_division_with_removed_results():
    # 0 has more points from four matches than 1 from two.
    results = matches((0, 2), (0, 3), (0, 4, "="), (3, 0), (1, 2), (1, 4, "="))
    assert order(range(5), results)[0] == 0
    ranked = lines(range(5), results, Rules(scale=HALF_POINTS, criteria=ORDER, per_match=True))
    assert ranked[1].rank == 1
    assert ranked[1].values[Criterion.POINTS] == Fraction(3, 2)
    assert ranked[0].values[Criterion.POINTS] == Fraction(5, 4)
    assert ranked[0].points == 5
    assert ranked[1].values[Criterion.SONNEBORN_BERGER] == (0 + Fraction(1, 2) * 1) / 2  # 4 has two ties in two matches


def test_a_player_without_a_match_has_zeros():
    ranked = standings(range(3), [], Rules(scale=HALF_POINTS, criteria=SWISS_ORDER, per_match=True), "s")
    for rank, line in enumerate(ranked, start=1):
        assert line.rank == rank
        assert not any(value for criterion, value in line.values.items() if criterion is not Criterion.LOT)
    assert standings([], [], TWO, "s") == []


def test_impossible_standings_are_refused():
    with pytest.raises(LeagueError, match="twice"):
        standings([1, 1], [], TWO, "s")
    with pytest.raises(LeagueError, match="isn’t in these standings"):
        standings([0, 1], matches((0, 2)), TWO, "s")
    with pytest.raises(LeagueError, match="two results"):
        standings([0, 1], matches((0, 1)) * 2, TWO, "s")
    assert order([0, 1], [annulled(matches((0, 2))[0])])  # a removed player's annulled matches may stay


def random_result(key, players, most_seats, rng):
    """Any kind of result of a match of two or of three to five, small numbers of scores and time-outs."""
    seats = rng.sample(players, 2 if most_seats == 2 else rng.randint(3, min(most_seats, len(players))))
    chance = rng.random()
    if chance < 0.05:
        return bye(key, key, seats[0])
    if chance < 0.1:
        return unplayed(key, key, seats[: rng.randint(1, 2)])
    if chance < 0.15:
        return forfeited_match(key, key, seats, set(seats[rng.randint(0, 1) :]))
    keys = [(rng.randint(0, 3),) for _seat in seats]
    result = finished_match(
        key,
        key,
        seats,
        places_by_key(keys),
        scores=[rng.randint(-1, 9) for _seat in seats],
        timeouts=[rng.randint(0, 1) for _seat in seats],
        forfeited=set(rng.sample(seats, rng.choice((0, 0, 0, 1, 2)))),
    )
    return annulled(result) if chance < 0.2 else result


@pytest.mark.parametrize("criterion", [one for one in Criterion if one is not Criterion.HEAD_TO_HEAD])
def test_every_criterion_has_a_second_opinion(criterion):
    assert hasattr(Standings, criterion.value), f"bench/seasons/recompute.py: Standings has no method {criterion.value}"
    assert (criterion.value in LOWEST_FIRST) == criterion.row.is_lowest_first, "LOWEST_FIRST there says otherwise"


@pytest.mark.parametrize("seed", sampled(range(120), range(30)))
def test_random_standings_equal_a_slow_recomputation(seed):
    rng = Random(seed)
    players = rng.sample(range(50), rng.randint(2, 6) if seed % 2 else rng.randint(3, 6))
    most_seats = 2 if seed % 2 else 5
    scale = HALF_POINTS if seed % 2 else THOUSANDTHS
    results = [random_result(key, players, most_seats, rng) for key in range(rng.randint(0, 2 * len(players)))]
    between = [one for one in Criterion if one not in (Criterion.POINTS, Criterion.LOT)]
    criteria = (Criterion.POINTS, *rng.sample(between, rng.randint(0, len(between))), Criterion.LOT)
    rules = Rules(scale=scale, criteria=criteria, per_match=rng.random() < 0.5)
    again = Standings(
        players, results, scale=scale.written(), criteria=criteria, per_match=rules.per_match, seed=str(seed)
    )
    ranked = standings(players, results, rules, str(seed))
    assert [line.player for line in ranked] == again.order
    for line in ranked:
        assert line.points == again.total(line.player)
        assert list(line.values) == list(criteria)
        for criterion in criteria:
            assert line.values[criterion] == again.value(criterion.value, line.player)


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_players_and_results_makes_no_difference(seed):
    rng = Random(seed)
    players = list(range(6))
    results = [random_result(key, players, 4, rng) for key in range(9)]
    ranked = standings(players, results, MANY, "s")
    rng.shuffle(players)
    rng.shuffle(results)
    assert standings(players, results, MANY, "s") == ranked


@pytest.mark.parametrize("seed", range(40))
def test_the_criterion_that_decided_differs_and_those_before_it_do_not(seed):
    rng = Random(seed)
    players = list(range(6))
    results = [random_result(key, players, 2, rng) for key in range(10)]
    ranked = standings(players, results, Rules(scale=HALF_POINTS, criteria=SWISS_ORDER), "s")
    assert ranked[-1].decided_by is None
    for upper, lower in pairwise(ranked):
        for criterion in upper.values:
            if criterion is upper.decided_by:
                break
            if criterion is not Criterion.HEAD_TO_HEAD:
                assert upper.values[criterion] == lower.values[criterion]
        if upper.decided_by is Criterion.HEAD_TO_HEAD:
            shared = [step.among for step in upper.head_to_head if lower.player in step.among]
            steps = [next(s for s in line.head_to_head if s.among == shared[-1]) for line in (upper, lower)]
            assert steps[0].half_points > steps[1].half_points
        else:
            assert upper.values[upper.decided_by] != lower.values[upper.decided_by]


def test_a_rows_omissions_are_named():
    with pytest.raises(TypeError, match="'meaning'"):
        Row(code="draws", name=Criterion.WINS.row.name, measure=Criterion.WINS.row.measure, show=as_number)
    with pytest.raises(ValueError, match="“Wins” needs a code of at most 16 letters"):
        replace(Criterion.WINS.row, code="wins_of_all_the_matches")
