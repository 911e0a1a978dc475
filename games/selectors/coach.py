"""The players whom the coach advises, and the hints that they have read."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, Q

from games.models import FormerHolder, Match, Seat, Status

STARTED = (Status.RUNNING, Status.FINISHED, Status.QUARANTINED)
OFF = ("", "")
"""The title and key of a note that says: no hints at all."""


def unread(user: Any, match: Match, key: str) -> bool:
    """Return whether the coach may give `user`, who sits at `match`, the hint `key`: it is their first match of the
    title, and they have neither read it nor asked for no hints; one statement."""
    earlier = Q(match__title=match.title, match__status__in=STARTED, match__started_at__lt=match.started_at)
    row = get_user_model().objects.filter(pk=user.pk)
    row = row.annotate(
        has_played=Exists(Seat.objects.filter(earlier, user=user.pk))
        | Exists(FormerHolder.objects.filter(earlier, user=user.pk))
    )
    found = list(row.values_list("has_played", "coach_notes__title", "coach_notes__key"))
    read = {(title, note) for _played, title, note in found}
    return not any(played for played, _title, _note in found) and not read & {OFF, (match.title, key)}
