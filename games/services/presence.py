"""Noting that somebody looks at a match: notices stay silent meanwhile, and the page tells how many are here."""

from datetime import timedelta

from django.utils.crypto import salted_hmac

from games import clock
from games.models import Match, Seat, Spectator, Status

EVERY = timedelta(seconds=20)
EVERY_SPECTATOR = timedelta(seconds=35)  # there may be many, and nothing but a number depends on them
PRESENT = timedelta(seconds=60)
FORGOTTEN = timedelta(minutes=10)
MOST_SPECTATORS = 500  # of one match, that are counted


def mark_seen(match: Match, seat: Seat) -> None:
    """The holder of `seat` has the page of `match` open now. Written at most every 20 seconds, and when there is
    something new to have seen."""
    moment = clock.now()
    values: dict[str, object] = {}
    if seat.seen_at is None or moment - seat.seen_at >= EVERY or seat.seen_ply != match.ply:
        values = {"seen_at": moment, "seen_ply": match.ply}
    if match.status == Status.FINISHED and seat.end_seen_at is None:
        values["end_seen_at"] = moment
    if values:
        Seat.objects.filter(pk=seat.pk).update(**values)


def mark_spectator(match: Match, who: str) -> None:
    """Somebody without a seat has the page of `match` open now. Of who it is a keyed hash is kept, for ten minutes:
    enough to count nobody twice."""
    moment = clock.now()
    key = salted_hmac("games.looking", who, algorithm="sha256").hexdigest()[:32]
    seen = dict(Spectator.objects.filter(match=match, at__gte=moment - PRESENT).values_list("key", "at"))
    if len(seen) >= MOST_SPECTATORS or (key in seen and moment - seen[key] < EVERY_SPECTATOR):
        return
    Spectator.objects.filter(at__lt=moment - FORGOTTEN).delete()
    Spectator.objects.bulk_create(
        [Spectator(match=match, key=key, at=moment)],
        update_conflicts=True,
        unique_fields=["match", "key"],
        update_fields=["at"],
    )


def spectators(match: Match) -> int:
    """How many without a seat have the page of `match` open now."""
    return Spectator.objects.filter(match=match, at__gte=clock.now() - PRESENT).count()
