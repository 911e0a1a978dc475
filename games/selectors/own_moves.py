"""The moves of a user, for the export of their data."""

from contextlib import suppress
from typing import Any

from games.core.errors import BrokenLog
from games.models import Event, Match, Seat, Status
from games.selectors.matches import logs_of
from games.selectors.reading import Reader
from games.selectors.stored import check_match, each_readable

FIELDS = ("match_id", "ply", "kind", "seat", "text", "at")


def moves_of(user: Any) -> list[dict[str, Any]]:
    """Return all that `user` decided, oldest first, as they may read it now: in matches that are not over, without what
    has faded from their memory. Moves of a match that cannot be read are left out, if it is not over."""
    moves: list[dict[str, Any]] = each_readable(Event.objects.filter(actor=user.pk).order_by("at").values(*FIELDS))
    over = Match.objects.filter(pk__in={move["match_id"] for move in moves}, status=Status.FINISHED)
    finished = set(over.values_list("pk", flat=True))
    faded = _faded_moves(user, {move["match_id"] for move in moves} - finished)
    return [
        move | {"text": faded.get(move["match_id"], {}).get(move["ply"], move["text"])}
        for move in moves
        if move["match_id"] in finished or move["match_id"] in faded
    ]


def _faded_moves(user: Any, match_ids: set[str]) -> dict[str, dict[int, str]]:
    """Return, by match and ply, the moves of which something has faded for `user`; without matches that cannot be
    read."""
    if not match_ids:
        return {}
    seats = dict(Seat.objects.filter(match__in=match_ids, user=user.pk).values_list("match_id", "index"))
    sound = []
    for match in each_readable(Match.objects.filter(pk__in=match_ids)):
        with suppress(BrokenLog):
            check_match(match)
            sound.append(match)
    logs, found = logs_of(sound), {}
    for match in sound:
        with suppress(BrokenLog, KeyError):
            # A former holder of the seat sees what a spectator sees.
            found[match.pk] = Reader(match, logs[match.pk], seats.get(match.pk)).faded_moves()
    return found
