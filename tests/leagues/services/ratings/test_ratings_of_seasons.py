"""A season that is played twice alike gives the same standings and the same ratings."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from leagues.core.rules import Format
from leagues.models import FixtureState, PlayerRating, RatedResult, RatingChange, Standing
from leagues.services.ratings import ledger
from tests.cast import deal
from tests.leagues.cast import opened, play_on, resign, run_until, running, tick
from tests.sampling import sampled

SEASONS = [(Format.DOUBLE_ROUND_ROBIN, 2, 4), (Format.PODS, 3, 7)]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def played_season(travel, kind, seats, people):
    """Play a whole season, one match after the other, with a leaver now and then. Returns its standings, the ratings
    and the ledger, with names in place of keys."""
    season = opened(kind, seats, people)
    season = run_until(travel, season, "start", plays=False)
    rng = random.Random(3)
    while open_now := running(season):
        fixture = open_now[0]
        travel(timedelta(minutes=5))  # no two matches end at the same moment
        if seats > 2 and rng.random() < 0.2:
            resign(fixture, rng.randrange(seats))
        play_on(fixture.match, rng.randrange(1000))
        tick()
        ledger.rate_all_due()
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()
    names = dict(get_user_model().objects.values_list("pk", "username"))
    standings = Standing.objects.order_by("division", "rank").values_list("entry__user__username", "rank", "points")
    rated = PlayerRating.objects.order_by("player").values_list("player", "mu", "sigma", "matches")
    changes = RatingChange.objects.values_list("match", "player", "mu_after")
    return (
        list(standings),
        [(names[player], *numbers) for player, *numbers in rated],
        [(match, names[player], mu) for match, player, mu in changes],
    )


@pytest.mark.parametrize(("kind", "seats", "people"), sampled(SEASONS, [(Format.PODS, 3, 7)]))
def test_a_season_played_twice_alike_gives_the_same_standings_and_ratings(travel, kind, seats, people):
    deal("the same luck")
    first = played_season(travel, kind, seats, people)
    assert RatedResult.objects.count() >= people
    assert len(first[1]) == people
    call_command("flush", interactive=False, verbosity=0)
    deal("the same luck")
    assert played_season(travel, kind, seats, people) == first
