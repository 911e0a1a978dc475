"""Bringing matches into line with their fixtures: seats of people who left are resigned, forfeited ones are taken from
their holders, and matches that no longer count are annulled, or end by agreement if a table result counts instead.

Games changes each match in a transaction of its own. So settling a fixture only marks it (`needs_upkeep`), and a sweep
does the rest, repeatedly until it is done.
"""

from collections.abc import Collection

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import Seat, Status
from games.refusals import Forbidden, Refusal
from games.selectors.stored import each_readable
from games.services.match.annul import annul
from games.services.match.play import resign
from games.services.seats.forfeit import forfeit
from leagues.models import EntryState, Fixture, FixtureSeat, FixtureState, TablePlayState
from leagues.services.playing import settling
from leagues.services.timetable.seasons import lock_season

logger = structlog.get_logger(__name__)

BATCH = 50
BY_RULE = {"reason": "its fixture is settled without it", "by": "league"}


def do_upkeep() -> int:
    """Look after every marked fixture; return how many. A failing one does not stop the others."""
    marked = Fixture.objects.filter(needs_upkeep=True).select_related("match").order_by("pk")[:BATCH]
    done = 0
    for fixture in each_readable(marked):
        try:
            _unmark(fixture, _look_after(fixture, **BY_RULE))
            done += 1
        except Exception as error:
            logger.exception("upkeep failed", fixture=fixture.pk, error=type(error).__name__)
    return done


def do_now(fixture_id: int, *, reason: str, by: str) -> None:
    """Look after a marked fixture at once, for `reason`, as `by` has decided. If it fails the next sweep does it."""
    fixture = Fixture.objects.select_related("match").get(pk=fixture_id)
    if not fixture.needs_upkeep:
        return
    try:
        _unmark(fixture, _look_after(fixture, reason=reason, by=by))
        if fixture.match_id is not None:
            settling.record(fixture.match_id)
    except Exception as error:
        logger.exception("upkeep failed", fixture=fixture.pk, error=type(error).__name__)


def _look_after(fixture: Fixture, *, reason: str, by: str) -> set[int]:
    """Do what the state of the fixture requires; return the seats of leavers and forfeits that were looked at. Matches
    for which games refuses (they are over by now) are left as they are."""
    for former in fixture.former_matches.all():
        annul(match_id=former.match_id, reason=reason, by=by)
    match = fixture.match
    if match is None:
        return set()
    if fixture.state == FixtureState.SETTLED:
        if match.status == Status.RUNNING or not fixture.seats.all()[0].kind_counts:
            agreed = fixture.table_plays.filter(state=TablePlayState.SETTLED).exists()
            annul(match_id=match.pk, reason=reason, by=by, agreed=agreed)
        return set()
    gone = _gone(fixture) if match.status == Status.RUNNING else []
    for place in gone:
        try:
            _vacate(match.pk, place, reason=reason, by=by)
        except Refusal as refusal:
            logger.warning("upkeep refused", fixture=fixture.pk, seat=place.seat, reason=str(refusal))
    return {place.seat for place in gone}


def _vacate(match_id: str, place: FixtureSeat, *, reason: str, by: str) -> None:
    """Resign for a player who left; if the account is deleted or may not play, take the seat away as forfeited."""
    if not place.is_forfeited and place.entry.user is not None:
        try:
            resign(actor=place.entry.user, match_id=match_id, seat=place.seat)
        except Forbidden:
            pass
        else:
            return
    forfeit(match_id=match_id, seats=[place.seat], reason=reason, by=by)


def _gone(fixture: Fixture) -> list[FixtureSeat]:
    """Return the seats that are still held in the match by people who have left or want to be replaced, and the
    forfeited ones that anybody holds."""
    left = fixture.seats.filter(
        ~Q(entry__state=EntryState.ENTERED) | Q(wants_substitute=True) | Q(is_forfeited=True)
    ).select_related("entry__user")
    held = dict(Seat.objects.filter(match=fixture.match_id, vacated_at=None).values_list("index", "user_id"))
    return [
        place
        for place in left
        if place.seat in held and (place.is_forfeited or held[place.seat] == place.entry.user_id)
    ]


def _unmark(seen: Fixture, looked_at: Collection[int]) -> None:
    """Take the mark away, unless there is more to do by now."""
    with transaction.atomic(durable=True):
        lock_season(seen.season_id)
        fixture = Fixture.objects.get(pk=seen.pk)
        if fixture.state != seen.state:
            return
        if fixture.state == FixtureState.RUNNING and {place.seat for place in _gone(fixture)} - set(looked_at):
            return
        Fixture.objects.filter(pk=fixture.pk).update(needs_upkeep=False)
