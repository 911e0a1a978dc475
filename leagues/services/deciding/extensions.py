"""More time for matches of a season: when a match ends without it, and what organisers add."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import Fixture, FixtureState, RoleKind, Season, SeasonState
from leagues.models.revision import revision
from leagues.refusals import NoSuchLeague
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.organising.log import note
from leagues.services.organising.roles import require
from leagues.services.timetable.seasons import lock_season, touch

MOST_DAYS = 60
Ends = dict[str, tuple[str | None, str]]
"""By the number of a match, as text: its extension before it was given more time, and after that; None: none."""


@dataclass(frozen=True, slots=True)
class OpenMatches:
    """The matches of a season that have no result yet, as an organiser who extends them all sees them."""

    count: int
    revision: str


def open_matches(season: Season) -> OpenMatches:
    """Return the open matches of a season in their present state."""
    rows = list(_open(season).order_by("number").values_list("number", "extended_until"))
    return OpenMatches(len(rows), revision(season.pk, *rows))


def extend(
    *,
    actor: Any,
    season_id: int,
    days: int,
    reason: str,
    fixture_number: int | None = None,
    seen: Seen | None = None,
) -> int:
    """Give one match, or all open matches of a season, this many days more, as an organiser; return how many matches.

    The days are added to the end that each match has, with its extension if it has one. In formats by rounds all open
    matches are those of the round. Raises `NoSuchLeague`, `Forbidden`, `BadInput`, `Conflict`, `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    if not 1 <= days <= MOST_DAYS:
        raise BadInput(_("Days: enter a number from 1 to %(most)s.", most=MOST_DAYS))
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        require(actor, season.league, RoleKind.ORGANISER)
        if fixture_number is None:
            check_seen(seen, open_matches(season).revision, season.league)
            found = list(_open(season))
        else:
            found = [_one(actor, season, fixture_number, seen)]
        if season.state != SeasonState.RUNNING or season.rules.format is Format.LADDER or not found:
            raise Conflict(_("There are no open matches with an end of play to move."))
        ends = Ends()
        for fixture in found:
            before = fixture.extended_until
            fixture.extended_until = _end_of(season, fixture) + timedelta(days=days)
            ends[str(fixture.number)] = (_written(before), fixture.extended_until.isoformat())
        Fixture.objects.bulk_update(found, ["extended_until"])
        facts: dict[str, Any] = {"days": days, "before": ends}
        if fixture_number is None:
            note(season.league, "extended_all", season=season, actor=actor, reason=reason, **facts)
        else:
            _note_one(season, found[0], actor, reason, facts)
        touch(season)
        return len(found)


def grant(season: Season, fixture: Fixture) -> None:
    """Give a match the extension that the season provides for, in the season's lock."""
    fixture.extended_until = (_planned_end(season, fixture) or clock.now()) + timedelta(days=season.extension_days)
    fixture.save(update_fields=["extended_until"])


def _open(season: Season) -> QuerySet[Fixture]:
    return season.fixtures.exclude(state=FixtureState.SETTLED)


def _one(actor: Any, season: Season, number: int, seen: Seen | None) -> Fixture:
    fixture = season.fixtures.filter(number=number).first()
    if fixture is None:
        raise NoSuchLeague
    if fixture.seats.filter(entry__user=actor).exists():
        raise Forbidden(_("You’re involved in this, so another organiser must decide."))
    check_seen(seen, fixture.revision, season.league)
    if fixture.state == FixtureState.SETTLED:
        raise Conflict(_("This match is over."))
    return fixture


def _end_of(season: Season, fixture: Fixture) -> datetime:
    """Return when a match ends at present; now if that has passed."""
    end = fixture.extended_until or _planned_end(season, fixture)
    return clock.now() if end is None else max(end, clock.now())


def _planned_end(season: Season, fixture: Fixture) -> datetime | None:
    """Return when a match ends without an extension: when the next round is drawn, or with the time to play; None if it
    has no end."""
    rounds = season.steps.filter(kind=StepKind.ROUND, number__gt=fixture.round + 1)
    ends = rounds | season.steps.filter(kind=StepKind.END_PLAY)
    return ends.order_by("position").values_list("at", flat=True).first()


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def may_be_taken_back(season: Season, ends: Ends) -> bool:
    """Return whether the season is running, and all matches with more time are open, still have it and would go on
    without it."""
    rows = {fixture.number: fixture for fixture in _open(season)}
    for number, (before, after) in ends.items():
        fixture = rows.get(int(number))
        if fixture is None or _written(fixture.extended_until) != after:
            return False
        fixture.extended_until = None if before is None else datetime.fromisoformat(before)
        if _end_of(season, fixture) <= clock.now():
            return False
    return season.state == SeasonState.RUNNING


def take_back(season: Season, ends: Ends) -> None:
    """Give matches of a locked season the ends that they had."""
    found = list(season.fixtures.filter(number__in=[int(number) for number in ends]))
    for fixture in found:
        before = ends[str(fixture.number)][0]
        fixture.extended_until = None if before is None else datetime.fromisoformat(before)
    Fixture.objects.bulk_update(found, ["extended_until"])


def _note_one(season: Season, fixture: Fixture, actor: Any, reason: str, facts: Mapping[str, Any]) -> None:
    note(season.league, "extended", season=season, actor=actor, reason=reason, number=fixture.number, **facts)
    for seat in fixture.seats.select_related("entry__user"):
        if seat.entry.user is not None:
            about: dict[str, Any] = {"subject": seat.entry.user, "number": fixture.number, "public": False}
            note(season.league, "match_decided", season=season, actor=actor, reason=reason, **about)
