"""The model: openskill's numbers where all places differ, and the mean over all orders where some are shared."""

import random
from itertools import combinations, groupby, pairwise, permutations
from statistics import fmean

import pytest
from openskill.models import PlackettLuce

from leagues.core.plackett_luce import Belief, update
from tests.sampling import sampled

BETA, TAU = 25 / 6, 25 / 300
NEW = Belief(25.0, 25 / 3)
MODEL = PlackettLuce(mu=25.0, sigma=25 / 3, beta=BETA, tau=TAU)


def by_openskill(players, places):
    teams = [[MODEL.rating(mu=player.mu, sigma=player.sigma)] for player in players]
    return [Belief(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=[float(place) for place in places])]


def some_players(rng, seats):
    """People of all strengths, known well or hardly, and bots without doubt."""
    return [Belief(rng.uniform(-5, 60), rng.choice([0.0, rng.uniform(0.5, 25 / 3)])) for _seat in range(seats)]


def gains(places):
    return [after.mu - 25.0 for after in update([NEW] * len(places), places, beta=BETA, tau=TAU)]


def test_without_shared_places_each_number_is_openskills_to_the_last_bit():
    rng = random.Random(5)
    for _table in range(1500):
        players = some_players(rng, rng.randint(2, 13))
        places = rng.sample(range(1, len(players) + 1), len(players))
        assert update(players, places, beta=BETA, tau=TAU) == by_openskill(players, places)


def test_joint_winners_gain_the_mean_of_first_and_second_and_more_than_third():
    """openskill, which divides by the number of those who share the place, gives the winners 1.00 and third 1.56."""
    assert gains([1, 2, 3, 4, 5]) == pytest.approx([2.666827, 1.833443, 0.722266, -0.944501, -4.278034], abs=1e-6)
    assert gains([1, 1, 3, 4, 5]) == pytest.approx([2.250135, 2.250135, 0.722266, -0.944501, -4.278034], abs=1e-6)


def test_equal_players_who_all_tie_gain_nothing():
    assert gains([1, 1]) == pytest.approx([0, 0], abs=1e-12)
    assert gains([1] * 13) == pytest.approx([0] * 13, abs=1e-12)


def patterns(seats):
    """The places in every pattern of shared places, best first."""
    for count in range(seats):
        for cuts in combinations(range(1, seats), count):
            starts = [0, *cuts]
            yield [1 + max(start for start in starts if start <= seat) for seat in range(seats)]


@pytest.mark.parametrize("seats", sampled(range(2, 14), run=range(2, 12)))
def test_in_every_pattern_a_better_place_gains_more_and_a_shared_one_the_mean_of_its_places(seats):
    alone = gains(range(1, seats + 1))
    assert len(list(patterns(seats))) == 2 ** (seats - 1)
    for places in patterns(seats):
        found = gains(places)
        shared = [[index for index, _place in group] for _at, group in groupby(enumerate(places), lambda one: one[1])]
        means = [fmean(found[index] for index in group) for group in shared]
        assert all(better > worse for better, worse in pairwise(means)), places
        assert means == pytest.approx([fmean(alone[index] for index in group) for group in shared], abs=1e-9)
        assert all(found[index] == found[group[0]] for group in shared for index in group)


@pytest.mark.parametrize("tied", sampled(range(2, 8), run=range(2, 7)))
def test_a_shared_place_is_the_mean_over_all_orders_of_those_who_share_it(tied):
    """Trying all orders with openskill: the mean of the means, and of the variances."""
    rng = random.Random(tied)
    for behind in (0, 2):
        players = some_players(rng, 1 + tied + behind)
        places = [1, *[2] * tied, *range(3, 3 + behind)]
        orders = [
            by_openskill(players, [1, *order, *range(2 + tied, 2 + tied + behind)])
            for order in permutations(range(2, 2 + tied))
        ]
        for index, found in enumerate(update(players, places, beta=BETA, tau=TAU)):
            assert found.mu == pytest.approx(fmean(order[index].mu for order in orders), rel=1e-12)
            assert found.sigma**2 == pytest.approx(fmean(order[index].sigma ** 2 for order in orders), rel=1e-12)


def test_the_order_in_which_seats_are_listed_changes_no_bit():
    rng = random.Random(7)
    for _table in range(300):
        players = some_players(rng, rng.randint(3, 8))
        players.append(players[0])  # two who are equal
        places = [rng.randint(1, 4) for _player in players]
        found = update(players, places, beta=BETA, tau=TAU)
        listed = rng.sample(range(len(players)), len(players))
        again = update([players[seat] for seat in listed], [places[seat] for seat in listed], beta=BETA, tau=TAU)
        assert again == [found[seat] for seat in listed]


def test_equal_players_who_share_a_place_get_the_same_bits_among_unequal_ones():
    players = [Belief(31.7, 2.3), Belief(12.1, 6.1), Belief(31.7, 2.3), Belief(44.9, 1.1), Belief(31.7, 2.3)]
    found = update(players, [2, 2, 2, 2, 1], beta=BETA, tau=TAU)
    assert found[0] == found[2]


def test_thirteen_unequal_players_who_tie_meet_and_what_some_lose_others_gain():
    players = [Belief(10.0 + 3 * seat, 3.0) for seat in range(13)]
    found = update(players, [1] * 13, beta=BETA, tau=TAU)
    changes = [after.mu - before.mu for before, after in zip(players, found, strict=True)]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0 > changes[12]
    assert sum(changes) == pytest.approx(0, abs=1e-9)
