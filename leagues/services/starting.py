"""Starting the matches of a season.

`fixtures.release` marks those that may start (`opens_at`); a sweep starts them. A match and its mark are one
transaction under the season's lock, and the match carries the fixture's key as its source, so that a fixture never has
two matches.
"""

from datetime import timedelta

import structlog
from django.db import transaction

from games import clock
from games.models import Access
from games.services.arranged import start_match
from leagues.models import EntryState, Fixture, FixtureState
from leagues.policy import policy
from leagues.services import results
from leagues.services.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

BATCH = 100  # matches that one sweep starts
TROUBLE = timedelta(minutes=5)  # until a fixture that could not be started is tried again


def source_of(fixture: Fixture) -> str:
    """What tells the matches of leagues apart, for games; each replay has another one."""
    return f"leagues:fixture:{fixture.pk}" + (f":{fixture.replays}" if fixture.replays else "")


def start_due() -> int:
    """Start every fixture that may start now; how many. One that cannot be started keeps no other from starting, and is
    tried again later."""
    due = Fixture.objects.filter(state=FixtureState.PLANNED, opens_at__lte=clock.now()).order_by("opens_at", "pk")
    started = 0
    for fixture_id, season_id in list(due.values_list("pk", "season_id")[:BATCH]):
        try:
            started += start(fixture_id)
        except Exception as error:
            logger.exception("fixture not started", season=season_id, fixture=fixture_id, error=type(error).__name__)
            trouble = Fixture.objects.filter(pk=fixture_id, state=FixtureState.PLANNED, opens_at__isnull=False)
            trouble.update(opens_at=clock.now() + TROUBLE)
    return started


def start(fixture_id: int) -> bool:
    """Start the match of a fixture; whether anything happened. Bots play for those who have left, are banned or have
    forfeited meanwhile; if that leaves one person, or nobody, the fixture is settled without a match. Safe to call
    twice, and twice at once."""
    with transaction.atomic(durable=True):
        season_id = Fixture.objects.filter(pk=fixture_id).values_list("season_id", flat=True).first()
        if season_id is None:
            return False
        season = lock_season(season_id)
        fixture = Fixture.objects.prefetch_related("seats__entry__user").get(pk=fixture_id)
        if fixture.state != FixtureState.PLANNED or fixture.opens_at is None:
            return False
        seats = list(fixture.seats.all())
        barred = policy().barred([seat.entry.user for seat in seats if seat.entry.user is not None])
        absent = [
            seat.entry_id
            for seat in seats
            if seat.is_forfeited
            or seat.entry.user is None
            or seat.entry.user_id in barred
            or seat.entry.state != EntryState.ENTERED
        ]
        if len(seats) - len(absent) < 2:
            results.settle_without_match(season, fixture, absent)
            return True
        fixture.match = start_match(
            people=[None if seat.entry_id in absent else seat.entry.user for seat in seats],
            title=season.title,
            settings=season.settings,
            pace=season.pace,
            access=Access.OPEN,
            source=source_of(fixture),
            is_rated=season.is_rated,
            pauses=season.pause_rules,
            is_demo=season.league.is_demo,
        )
        fixture.state = FixtureState.RUNNING
        fixture.save(update_fields=["match", "state"])
        touch(season)
        return True
