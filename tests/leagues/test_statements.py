"""The statements of leagues' pages and sweeps: a fixed number, whatever there is."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock
from leagues.core.rules import Format
from leagues.models import Entry, Fixture, FixtureSeat, FixtureState, League, SeasonState, Step
from leagues.models.rules import TERMS
from leagues.services.playing import standings, starting, upkeep
from leagues.services.timetable import steps
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import forget_drawings, make_league, newest, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PAGES = ("", "matches/", "season.json", "season.csv")


def statements(call):
    """How many statements a call takes."""
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def many_leagues(count):
    """So many leagues like the first, whose next step is to come."""
    first = make_league(Format.PODS, 3)
    season = newest(first)
    rows = [
        League(slug=f"league-{n}", name=f"League {n}", **{name: getattr(first, name) for name in TERMS})
        for n in range(count)
    ]
    League.objects.bulk_create(rows)
    later = clock.now() + timedelta(days=3)
    copies = [
        type(season)(league=row, number=1, seed="x", opens_at=later, **{name: getattr(first, name) for name in TERMS})
        for row in rows
    ]
    type(season).objects.bulk_create(copies)
    Step.objects.bulk_create(
        Step(season=copy, kind="open_sign_up", at=later, look_at=later, position=0) for copy in copies
    )
    Step.objects.filter(season=season).update(look_at=None)


def played(season, rounds):
    """Fill a running season with finished matches of everybody against everybody, `rounds` times."""
    season.state, season.started_at = SeasonState.RUNNING, clock.now()
    season.save()
    division = season.divisions.create(tier=0, index=0)
    Entry.objects.filter(season=season).update(division=division)
    players = list(season.entries.order_by("pk"))
    pairs = [(one, other) for one in players for other in players if one.pk < other.pk] * rounds
    fixtures = Fixture.objects.bulk_create(
        Fixture(
            season=season,
            division=division,
            number=number,
            round=number // 3,
            state=FixtureState.SETTLED,
            settled_at=clock.now(),
        )
        for number in range(len(pairs))
    )
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entry=entry, kind="played", place=seat + 1, points=2 - 2 * seat)
        for fixture, pair in zip(fixtures, pairs, strict=True)
        for seat, entry in enumerate(pair)
    )
    standings.recompute(division)
    return len(pairs)


def test_a_sweep_with_nothing_to_do_takes_under_five_statements_for_fifty_leagues():
    many_leagues(50)
    assert statements(lambda: (steps.do_due_steps(), starting.start_due(), upkeep.do_upkeep())) == 3


@pytest.mark.parametrize("rounds", [1, 15])
def test_the_pages_of_a_season_take_under_fifteen_statements(rounds):
    season = opened(Format.ROUND_ROBIN, 2, people=6)
    assert played(season, rounds) == 15 * rounds
    address = f"/leagues/{season.league.slug}/"
    for client in (Client(), client_of(person("player0")), client_of(person("olga"))):
        for page in PAGES:
            client.get(f"{address}{page}")
            forget_drawings()
            asked = statements(lambda c=client, p=page: c.get(f"{address}{p}"))
            assert asked < 15, page
