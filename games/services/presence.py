"""Who has the page of a match open: no mail is sent to them meanwhile, and the page shows how many they are."""

from datetime import timedelta

from django.utils.crypto import salted_hmac

from games import clock
from games.models import Match, Seat, Spectator, Status
from games.prepared import Prepared
from games.services import bulk_sql

SEEN_INTERVAL = timedelta(seconds=20)  # between two writes about one seat
SPECTATOR_INTERVAL = timedelta(seconds=35)  # longer: there may be many, and only a number depends on them
PRESENT = timedelta(seconds=60)  # after the last sign of life
FORGOTTEN = timedelta(minutes=10)  # when the row of a spectator is deleted
MAX_SPECTATORS = 500  # counted per match


_SPECTATORS = Prepared(lambda match: Spectator.objects.filter(match=match).values_list("at"), "a match")


def mark_seen(match: Match, seat: Seat) -> None:
    """Store that the holder of `seat` has the page of `match` open now: at most every 20 seconds, and whenever the
    log has grown."""
    moment = clock.now()
    seen = Seat(pk=seat.pk, user_id=seat.user_id, seen_at=moment, seen_ply=match.ply, end_seen_at=moment)
    columns: tuple[str, ...] = ()
    if seat.seen_at is None or moment - seat.seen_at >= SEEN_INTERVAL or seat.seen_ply != match.ply:
        columns = ("seen_at", "seen_ply")
    if match.status == Status.FINISHED and seat.end_seen_at is None:
        columns = (*columns, "end_seen_at")
    if columns:
        bulk_sql.update([seen], columns, same=("user_id",))  # not of who has taken it over meanwhile


def mark_spectator(match: Match, who: str) -> None:
    """Store that the spectator `who` has the page of `match` open now.

    Only a keyed hash of `who` is stored, for ten minutes, so that nobody is counted twice.
    """
    moment = clock.now()
    key = salted_hmac("games.looking", who, algorithm="sha256").hexdigest()[:32]
    seen = dict(Spectator.objects.filter(match=match, at__gte=moment - PRESENT).values_list("key", "at"))
    if len(seen) >= MAX_SPECTATORS or (key in seen and moment - seen[key] < SPECTATOR_INTERVAL):
        return
    Spectator.objects.filter(at__lt=moment - FORGOTTEN).delete()
    Spectator.objects.bulk_create(
        [Spectator(match=match, key=key, at=moment)],
        update_conflicts=True,
        unique_fields=["match", "key"],
        update_fields=["at"],
    )


def spectators(match: Match) -> int:
    """How many spectators have the page of `match` open now."""
    since = clock.now() - PRESENT
    return sum(at is not None and at >= since for (at,) in _SPECTATORS.rows(match.pk))
