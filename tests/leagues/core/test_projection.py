"""The simulation of a division's remaining matches."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture
from leagues.core.points import HALF_POINTS, THOUSANDTHS
from leagues.core.projection import project
from leagues.core.prospects import Verdict, prospects
from leagues.core.results import bye, finished_match
from leagues.core.rules import Format, default_criteria
from leagues.core.standings import Criterion, Ranking, Rules, standings
from leagues.core.tally import Tally

ORDER = default_criteria(Format.ROUND_ROBIN)
TWO = Rules(scale=HALF_POINTS, criteria=ORDER)
MANY = Rules(scale=THOUSANDTHS, criteria=ORDER)
ROUND_ROBIN = [Fixture(0, pair) for pair in combinations(range(6), 2)]


@pytest.mark.parametrize("seed", range(30))
def test_a_simulated_ending_is_ranked_as_the_same_results_would_be(seed):
    rng = Random(seed)
    seats, scale = (2, HALF_POINTS) if seed % 2 else (4, THOUSANDTHS)
    between = [one for one in Criterion if one not in (Criterion.POINTS, Criterion.LOT)]
    criteria = (Criterion.POINTS, *rng.sample(between, len(between)), Criterion.LOT)
    rules = Rules(scale=scale, criteria=criteria, per_match=rng.random() < 0.5)
    results = [finished_match(key, 0, rng.sample(range(6), seats), range(1, seats + 1)) for key in range(4)]
    orders = [rng.sample(range(6), seats) for _match in range(5)]
    tally = Tally.of(range(6), results, scale)
    for order in orders:
        tally.add_meeting(tuple(sorted(order)))
    tally.add_meeting((3,))
    final = tally.with_rankings(orders, [scale.places(seats)] * len(orders))
    results += [finished_match(("end", key), 1, order, range(1, seats + 1)) for key, order in enumerate(orders)]
    ranked = standings(range(6), [*results, bye("bye", 1, 3)], rules, "s")
    ranking = Ranking(final, rules, "s")
    for line in ranked:
        counted = {criterion: criterion.row.measure(ranking, line.player) for criterion in criteria}
        assert counted == line.values, "Tally.with_rankings leaves out what a criterion counts."
    assert ranking.order == [line.player for line in ranked]


def test_every_sample_gives_every_player_one_rank():
    found = project(range(6), [], ROUND_ROBIN, TWO, "s", samples=40)
    assert all(sum(row) == 40 for row in found.counts.values())
    assert all(sum(row[rank] for row in found.counts.values()) == 40 for rank in range(6))
    assert found.probability(3, 1, 6) == 1


def test_the_same_seed_gives_the_same_counts():
    assert project(range(6), [], ROUND_ROBIN, TWO, "a") == project(range(6), [], ROUND_ROBIN, TWO, "a")
    assert project(range(6), [], ROUND_ROBIN, TWO, "a") != project(range(6), [], ROUND_ROBIN, TWO, "b")


def test_one_match_between_equals_is_even_and_strength_tilts_it():
    match = [Fixture(0, (0, 1))]
    even = project([0, 1], [], match, TWO, "s", samples=2000).probability(0, 1, 1)
    assert abs(even - Fraction(1, 2)) < Fraction(1, 20)
    tilted = project([0, 1], [], match, TWO, "s", samples=2000, strengths={0: 3.0, 1: 1.0}).probability(0, 1, 1)
    assert abs(tilted - Fraction(3, 4)) < Fraction(1, 20)


def test_three_seats_are_placed_by_strength():
    # Plackett-Luce: the weakest of 5, 3, 2 is last with probability 5/10 * 3/5 + 3/10 * 5/7.
    found = project(range(3), [], [Fixture(0, (2, 0, 1))], MANY, "s", samples=2000, strengths={0: 5, 1: 3, 2: 2})
    assert abs(found.probability(2, 3, 3) - Fraction(3, 10) - Fraction(3, 14)) < Fraction(1, 20)


def test_certainties_happen_in_every_sample():
    results = [finished_match(number, 0, pair, (1, 2)) for number, pair in enumerate([(0, 1), (0, 2), (0, 3), (1, 2)])]
    remaining = [Fixture(0, (1, 3)), Fixture(0, (2, 3)), Bye(1, 2)]
    found = project(range(4), results, remaining, TWO, "s", samples=100)
    said = prospects(range(4), results, remaining, TWO, "s", ranks=2)
    assert {said[player].verdict for player in range(4)} >= {Verdict.CERTAIN}
    for player, prospect in said.items():
        if prospect.verdict is not Verdict.OPEN:
            assert found.probability(player, 1, 2) == (prospect.verdict is Verdict.CERTAIN)


def test_without_matches_to_come_the_rank_is_certain():
    results = [finished_match(0, 0, (5, 9), (2, 1))]
    assert project([5, 9], results, [], TWO, "s", samples=7).counts == {5: (0, 7), 9: (7, 0)}


@pytest.mark.parametrize("samples", [0, -1, 5001, 10**9])
def test_absurd_numbers_of_samples_are_refused(samples):
    with pytest.raises(LeagueError, match=f"1 to 5000 samples, not {samples}"):
        project([0, 1], [], [], TWO, "s", samples=samples)


def test_strengths_must_be_positive_and_complete():
    for strengths in ({0: 1.0}, {0: 1.0, 1: 0.0}, {0: 1.0, 1: -2.0}, {0: 1.0, 1: float("nan")}):
        with pytest.raises(LeagueError, match="strength"):
            project([0, 1], [], [], TWO, "s", strengths=strengths)
