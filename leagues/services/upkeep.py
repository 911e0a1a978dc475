"""Bringing matches into line with their fixtures: seats of people who left are resigned, and matches that count no more
are annulled.

Games changes each match in a transaction of its own. So whoever settles a fixture only marks it (`needs_upkeep`) and a
sweep does the rest, again until it is done.
"""

import structlog
from django.db.models import Q

from games.models import Seat, Status
from games.refusals import Refusal
from games.services.annul import annul
from games.services.play import resign
from leagues.models import EntryState, Fixture, FixtureState

logger = structlog.get_logger(__name__)

BATCH = 50


def do_upkeep() -> int:
    """Look after every marked fixture; how many. One in trouble keeps no other waiting."""
    marked = Fixture.objects.filter(needs_upkeep=True).select_related("match").order_by("pk")[:BATCH]
    done = 0
    for fixture in marked:
        try:
            _look_after(fixture)
        except Refusal as refusal:
            logger.warning("upkeep refused", fixture=fixture.pk, reason=str(refusal))
        Fixture.objects.filter(pk=fixture.pk, state=fixture.state).update(needs_upkeep=False)
        done += 1
    return done


def _look_after(fixture: Fixture) -> None:
    match = fixture.match
    if match is None or match.status != Status.RUNNING:
        return
    if fixture.state == FixtureState.SETTLED:
        annul(match_id=match.pk, reason="its fixture is settled without it", by="league")
        return
    gone = fixture.seats.filter(
        ~Q(entry__state=EntryState.ENTERED) | Q(wants_substitute=True), entry__user__isnull=False
    )
    for place in gone.select_related("entry__user"):
        user = place.entry.user
        if Seat.objects.filter(match=match, index=place.seat, user=user, vacated_at=None).exists():
            resign(actor=user, match_id=match.pk, seat=place.seat)
