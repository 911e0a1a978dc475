"""Bringing matches into line with their fixtures: seats of people who left are resigned, and matches that count no more
are annulled.

Games changes each match in a transaction of its own. So whoever settles a fixture only marks it (`needs_upkeep`) and a
sweep does the rest, again until it is done.
"""

from collections.abc import Collection

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import Seat, Status
from games.refusals import Refusal
from games.selectors.stored import each_readable
from games.services.annul import annul
from games.services.play import resign
from leagues.models import EntryState, Fixture, FixtureSeat, FixtureState
from leagues.services.seasons import lock_season

logger = structlog.get_logger(__name__)

BATCH = 50


def do_upkeep() -> int:
    """Look after every marked fixture; how many. One in trouble keeps no other waiting."""
    marked = Fixture.objects.filter(needs_upkeep=True).select_related("match").order_by("pk")[:BATCH]
    done = 0
    for fixture in each_readable(marked):
        try:
            _unmark(fixture, _look_after(fixture))
            done += 1
        except Exception as error:
            logger.exception("upkeep failed", fixture=fixture.pk, error=type(error).__name__)
    return done


def _look_after(fixture: Fixture) -> set[int]:
    """Do what the state of the fixture asks for; the seats of those who left that were looked at. What games refuses (a
    match that is over by now) is left as it is."""
    match = fixture.match
    if match is None or match.status != Status.RUNNING:
        return set()
    if fixture.state == FixtureState.SETTLED:
        annul(match_id=match.pk, reason="its fixture is settled without it", by="league")
        return set()
    gone = _gone(fixture)
    for place in gone:
        try:
            resign(actor=place.entry.user, match_id=match.pk, seat=place.seat, even_if_barred=True)
        except Refusal as refusal:
            logger.warning("upkeep refused", fixture=fixture.pk, seat=place.seat, reason=str(refusal))
    return {place.seat for place in gone}


def _gone(fixture: Fixture) -> list[FixtureSeat]:
    """The seats that are still held in the match by people who have left, or want to be replaced."""
    left = fixture.seats.filter(
        ~Q(entry__state=EntryState.ENTERED) | Q(wants_substitute=True), entry__user__isnull=False
    )
    held = set(Seat.objects.filter(match=fixture.match_id, vacated_at=None).values_list("index", "user_id"))
    return [place for place in left.select_related("entry__user") if (place.seat, place.entry.user_id) in held]


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
