"""Claimed certainties are true: every ending of small leagues is played out."""

from random import Random

import pytest

from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture
from leagues.core.points import HALF_POINTS, THOUSANDTHS
from leagues.core.prospects import Prospect, Verdict, prospects
from leagues.core.results import finished_match
from leagues.core.rules import Format, default_criteria
from leagues.core.standings import Rules, standings
from tests.leagues.core.endings import endings

ORDER = default_criteria(Format.ROUND_ROBIN)
TWO = Rules(scale=HALF_POINTS, criteria=ORDER)
MANY = Rules(scale=THOUSANDTHS, criteria=ORDER)
CERTAIN, OPEN, IMPOSSIBLE = Verdict.CERTAIN, Verdict.OPEN, Verdict.IMPOSSIBLE


def wins(*pairs):
    return [finished_match(number, 0, pair, (1, 2)) for number, pair in enumerate(pairs)]


def fixtures(*rows):
    return [Fixture(0, row) for row in rows]


def test_the_leader_is_promoted_when_nobody_can_draw_level():
    results = wins((0, 1), (0, 2), (0, 3), (1, 2))
    found = prospects(range(4), results, fixtures((1, 3), (2, 3)), TWO, "s", ranks=1)
    assert [found[player].verdict for player in range(4)] == [CERTAIN, IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE]


def test_a_player_who_can_still_be_caught_is_not_yet_promoted():
    found = prospects(range(3), wins((0, 1), (0, 2)), fixtures((1, 2), (1, 2)), TWO, "s", ranks=1)
    assert found[0].verdict is OPEN


def test_the_points_that_are_enough():
    # 0 has 4, 1 has 2 half points; 0 meets 2, and 1 meets 2 and 3.
    results = wins((0, 2), (0, 3), (1, 3))
    found = prospects(range(4), results, fixtures((0, 2), (1, 2), (1, 3)), TWO, "s", ranks=1)
    assert found[0] == Prospect(0, OPEN, matches=1, enough=None, wins_suffice=False)  # 1 can draw level at 6
    found = prospects(range(4), results, fixtures((0, 2), (0, 2), (1, 2), (1, 3)), TWO, "s", ranks=1)
    assert found[0] == Prospect(0, OPEN, matches=2, enough=3, wins_suffice=True)
    assert found[3].verdict is IMPOSSIBLE


def test_winning_may_suffice_where_no_number_of_points_does():
    # 0 and 1 are level and meet: 0's points alone do not say that 1 lost.
    found = prospects(range(3), wins((0, 2), (1, 2)), fixtures((0, 1)), TWO, "s", ranks=1)
    assert found[0] == Prospect(0, OPEN, matches=1, enough=None, wins_suffice=True)


def test_rivals_who_must_share_the_same_points_cannot_all_pass():
    # 1 and 2 meet each other, and only one of them can reach 0.
    results = wins((0, 3), (0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4))
    found = prospects(range(5), results, fixtures((1, 2)), TWO, "s", ranks=2)
    assert found[0].verdict is CERTAIN
    assert prospects(range(5), results, fixtures((1, 2)), TWO, "s", ranks=1)[0].verdict is OPEN


def test_points_of_several_seats_are_named_in_whole_points():
    results = [finished_match(1, 0, (0, 1, 2, 3), (1, 2, 3, 4)), finished_match(2, 0, (0, 1, 2, 3), (1, 2, 2, 4))]
    found = prospects(range(4), results, fixtures((3, 2, 1, 0)), MANY, "s", ranks=1)
    assert found[0].enough == 1_000  # 1 has 10.5 and can come to 20.5; 0 has 20
    assert found[2] == Prospect(2, IMPOSSIBLE, 1, None, False)


def test_without_matches_to_come_the_standings_decide():
    results = wins((0, 1), (1, 2), (2, 0))
    ranked = standings(range(3), results, TWO, "s")
    found = prospects(range(3), results, [], TWO, "s", ranks=2)
    assert [found[line.player].verdict for line in ranked] == [CERTAIN, CERTAIN, IMPOSSIBLE]


def test_impossible_questions_are_refused():
    with pytest.raises(LeagueError, match="Ranks go from 1 to 3, not 4"):
        prospects(range(3), [], [], TWO, "s", ranks=4)
    with pytest.raises(LeagueError, match="isn’t in these standings"):
        prospects(range(3), [], fixtures((0, 5)), TWO, "s", ranks=1)


def random_league(seed):
    """Players, results, few remaining matches, rules."""
    rng = Random(seed)
    if seed % 3:
        count, seats, rules, left = rng.randint(2, 4), 2, TWO, 3
    else:
        count, seats, rules, left = 4, rng.randint(3, 4), MANY, 1
    players = list(range(count))
    results = [
        finished_match(key, 0, rng.sample(players, seats), rng.choice([range(1, seats + 1), [1] * seats]))
        for key in range(rng.randint(0, 5))
    ]
    remaining = [Fixture(0, tuple(rng.sample(players, seats))) for _match in range(rng.randint(1, left))]
    if rng.random() < 0.3:
        remaining[-1] = Bye(0, rng.randrange(count))
    return (
        players,
        results,
        remaining,
        Rules(scale=rules.scale, criteria=ORDER, per_match=rng.random() < 0.3),
        rng.randint(1, count),
    )


@pytest.mark.parametrize("seed", range(60))
def test_no_ending_contradicts_what_was_said(seed):
    players, results, remaining, rules, ranks = random_league(seed)
    said = prospects(players, results, remaining, rules, "s", ranks=ranks)
    before = {line.player: line.points for line in standings(players, results, rules, "s")}
    for ending in endings(remaining):
        won = dict.fromkeys(players, True)
        for result in ending:
            for seat, points in zip(result.seats, rules.scale.points(result), strict=True):
                won[seat.player] &= points == rules.scale.win
        for line in standings(players, [*results, *ending], rules, "s"):
            prospect = said[line.player]
            among_first = line.rank <= ranks
            assert among_first or prospect.verdict is not CERTAIN
            assert not among_first or prospect.verdict is not IMPOSSIBLE
            if prospect.enough is not None and line.points - before[line.player] >= prospect.enough:
                assert among_first
            if prospect.wins_suffice and won[line.player]:
                assert among_first


def test_the_random_leagues_say_something():
    said = [
        prospect
        for seed in range(60)
        for players, results, remaining, rules, ranks in [random_league(seed)]
        for prospect in prospects(players, results, remaining, rules, "s", ranks=ranks).values()
    ]
    assert {prospect.verdict for prospect in said} == set(Verdict)
    assert sum(prospect.verdict is OPEN and prospect.enough is not None for prospect in said) > 10
    assert sum(prospect.enough is None and prospect.wins_suffice for prospect in said) > 3
