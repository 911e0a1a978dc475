"""The people with the page of a match open: they get no mail meanwhile, and the page shows their number.

A look writes nothing by itself: it is kept in memory and written with others (`games.services.beside.looks`).
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac

from games import clock
from games.models import Match, Seat, Spectator, Status
from games.plumbing import bulk_sql
from games.plumbing.prepared import Prepared
from games.services.beside import looks
from games.services.beside.looks import PRESENT
from games.strict import UNREADABLE

_SPECTATORS = Prepared(lambda match: Spectator.objects.filter(match=match).values_list("key", "at"), "a match")


@dataclass(frozen=True, slots=True)
class Seen:
    """The last time the holder of a seat had its page open (None: never), and how far the log was then."""

    at: datetime | None = None
    ply: int = 0

    def is_here(self, now: datetime) -> bool:
        """Return whether they have it open now."""
        return self.at is not None and self.at >= now - PRESENT


def seen(seat: Seat) -> Seen:
    """Return what the holder of `seat` has seen of its match, stored or cached here. Looks of a former holder do not
    count. No statement if `look` was fetched with the seat."""
    look = getattr(seat, "look", None)
    stored = None if look is None else looks.stored_glance(look.holder, look.at, look.ply)
    known = [looks.kept.of_holder(seat.pk, seat.user_id), stored]
    own = [glance for glance in known if glance is not None and glance.holder == seat.user_id]
    return Seen(max(glance.at for glance in own), max(glance.ply for glance in own)) if own else Seen()


def note_look(match: Match, seat: Seat) -> None:
    """Record that the holder of `seat` has the page of `match` open now, and how far it shows the log. No statement."""
    assert seat.user_id is not None
    looks.kept.by_holder(seat.pk, looks.Glance(seat.user_id, clock.now(), match.ply))


def end_is_news(match: Match, seat: Seat) -> bool:
    """Return whether `match` is over, and the holder of `seat` was not known to have seen that when `seat` was read."""
    return match.status == Status.FINISHED and seat.end_seen_at is None


def mark_end_seen(seat: Seat) -> None:
    """Store that the holder of `seat` has seen how its match ended. This is written at once: it takes the match off one
    of their lists, and happens once."""
    ended = Seat(pk=seat.pk, user_id=seat.user_id, end_seen_at=clock.now())
    with transaction.atomic():  # which takes its turn among the writers of SQLite
        bulk_sql.update([ended], ("end_seen_at",), same=("user_id",))  # not if another user has taken the seat over


def mark_seen(match: Match, seat: Seat) -> None:
    """Call `note_look`, and `mark_end_seen` if the end is news."""
    note_look(match, seat)
    if end_is_news(match, seat):
        mark_end_seen(seat)


def note_spectator(match: Match, who: str) -> None:
    """Record that the spectator `who` has the page of `match` open now. No statement.

    Only a keyed hash of `who` is kept, and stored for ten minutes, so that nobody is counted twice.
    """
    key = salted_hmac("games.looking", who, algorithm="sha256").hexdigest()[:32]
    looks.kept.by_spectator(match.pk, key, clock.now())


def spectators(match: Match, *, stored: bool = True) -> int:
    """Return how many spectators have the page of `match` open now. Without `stored`, the caller knows that no rows are
    stored, and no statement reads them."""
    since = clock.now() - PRESENT
    present = {key for key, at in looks.kept.of_spectators(match.pk).items() if at >= since}
    if stored:
        present |= {key for key, at in _stored_spectators(match) if at is not None and at >= since}
    return min(len(present), looks.MAX_SPECTATORS)


def _stored_spectators(match: Match) -> list[tuple[str, datetime | None]]:
    """Return the stored spectators; empty if one of the rows cannot be read."""
    try:
        return _SPECTATORS.rows(match.pk)
    except UNREADABLE:
        return []
