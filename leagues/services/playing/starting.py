"""Starting the matches of a season.

`fixtures.release` marks those that may start (`opens_at`); a sweep starts them. A match and its mark are one
transaction under the season's lock, and the match carries the fixture's key as its source, so that a fixture never has
two matches.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import structlog
from django.db import transaction

from games import clock
from games.models import Access
from games.services.match.arranged import start_match
from leagues.core.rules import Format
from leagues.models import EntryState, Fixture, FixtureState, Season
from leagues.policy import policy
from leagues.services.leaving import bans
from leagues.services.playing import settling
from leagues.services.timetable.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

BATCH = 100  # matches that one sweep starts
TROUBLE = timedelta(minutes=5)  # until a fixture that could not be started is tried again


def source_of(fixture: Fixture) -> str:
    """Return the source of a fixture's match, by which games tells it from others; each replay has its own."""
    return f"leagues:fixture:{fixture.pk}" + (f":{fixture.replays}" if fixture.replays else "")


def start_due() -> int:
    """Start every fixture that may start now; return how many. One that cannot be started doesn't stop the others, and
    is tried again later."""
    due = Fixture.objects.filter(state=FixtureState.PLANNED, opens_at__lte=clock.now()).order_by("opens_at", "pk")
    started = 0
    for fixture_id, season_id in list(due.values_list("pk", "season_id")[:BATCH]):
        try:
            started += start(fixture_id)
        except Exception as error:
            logger.exception("fixture start failed", season=season_id, fixture=fixture_id, error=type(error).__name__)
            trouble = Fixture.objects.filter(pk=fixture_id, state=FixtureState.PLANNED, opens_at__isnull=False)
            trouble.update(opens_at=clock.now() + TROUBLE)
    return started


def start(fixture_id: int) -> bool:
    """Start the match of a fixture; return whether anything happened. Banned players leave the season first. Bots play
    for those who have left or forfeited meanwhile; if that leaves one person, or nobody, the fixture is settled without
    a match. Safe to call twice, also concurrently."""
    with transaction.atomic(durable=True):
        season_id = Fixture.objects.filter(pk=fixture_id).values_list("season_id", flat=True).first()
        if season_id is None:
            return False
        season = lock_season(season_id)
        fixture = _planned(fixture_id)
        if fixture is None:
            return False
        barred = policy().barred([seat.entry.user_id for seat in fixture.seats.all() if seat.entry.user_id is not None])
        if barred and season.rules.format is not Format.LADDER:
            bans.withdraw_banned(season)
            fixture = _planned(fixture_id)
            if fixture is None:
                return True
        seats = list(fixture.seats.all())
        absent = [
            seat.entry_id
            for seat in seats
            if seat.is_forfeited
            or seat.entry.user is None
            or seat.entry.user_id in barred
            or seat.entry.state != EntryState.ENTERED
        ]
        if len(seats) - len(absent) < 2:
            settling.settle_without_match(season, fixture, absent)
            if barred:
                bans.withdraw_banned(season)  # on a ladder only now, so that the other one takes the place
            return True
        _start_match(season, fixture, [None if seat.entry_id in absent else seat.entry.user for seat in seats])
        touch(season, [fixture.division_id])
        return True


def _start_match(season: Season, fixture: Fixture, people: Sequence[Any | None]) -> None:
    fixture.match = start_match(
        people=people,
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


def _planned(fixture_id: int) -> Fixture | None:
    """Return a fixture that may start, with its people; None if it has started, is settled or has to wait."""
    waiting = Fixture.objects.filter(state=FixtureState.PLANNED, opens_at__isnull=False)
    return waiting.prefetch_related("seats__entry__user").filter(pk=fixture_id).first()
