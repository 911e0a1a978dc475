"""Leaving conserves points: the mean of all ratings stays where it is."""

import random
from datetime import UTC, datetime, timedelta
from math import log, sqrt
from statistics import fmean

import pytest

from leagues.core.rating import BETA, Leaving, RatedMatch, RatedSeat
from leagues.core.rating_fold import Fold
from tests.sampling import sampled

START = datetime(2026, 1, 1, tzinfo=UTC)
LEFT = 0.08  # of the results have a leaver


def results(rng, count, accounts):
    """Return tables of two to four drawn from the Plackett-Luce model; any player may leave."""
    strengths = [rng.gauss(25, 5) for _account in range(accounts)]
    for number in range(count):
        moment = START + timedelta(hours=number)
        players = rng.sample(range(accounts), rng.randint(2, 4))
        value = {player: strengths[player] - BETA * sqrt(2) * log(-log(rng.random())) for player in players}
        leaver = rng.choice(players) if rng.random() < LEFT else None
        seats = tuple(
            RatedSeat(player, place, *((Leaving.RESIGNED, moment) if player == leaver else ()))
            for place, player in enumerate(sorted(players, key=lambda player: -value[player]), 1)
        )
        yield RatedMatch(f"m{number:06}", "lantern", "people", moment, seats, 40, 40)


@pytest.mark.parametrize(("count", "accounts"), sampled([(2_000, 20), (20_000, 200)], run=[(2_000, 20)]))
def test_the_mean_of_all_ratings_stays_where_it_is_though_8_per_cent_of_results_have_a_leaver(count, accounts):
    """By version 1, which rated leavers apart, it fell from 25 to 19.7 over the 20,000 results."""
    fold = Fold()
    fold.apply_all(results(random.Random(1), count, accounts))
    assert len(fold.ratings) == accounts
    assert abs(fmean(rating.mu for rating in fold.ratings.values()) - 25) < 0.5
