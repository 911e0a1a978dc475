"""Running clocks follow what a person has changed of their nights and vacations."""

from django.db import transaction
from django.db.models import Q

from games.models import Seat, Status
from games.refusals import Missing, SetAside
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch


def renew(user_id: int) -> int:
    """Apply the policy's current pauses of the user to every running match; return in how many something changed.
    Called after the transaction that changed them.

    Each match has its own transaction under its lock, so that nobody waits long, and a move that is under way goes
    first or last. Idempotent: after an interruption, call it again. A match that cannot be read is set aside.
    """
    paused = Q(match__pause_nights=True) | Q(match__pause_weekends=True) | Q(match__pause_vacations=True)
    held = Seat.objects.filter(paused, user=user_id, bot="", ended_at=None, match__status=Status.RUNNING)
    return sum(_renew(match_id) for match_id in list(held.order_by("match_id").values_list("match_id", flat=True)))


def _renew(match_id: str) -> bool:
    try:
        with quarantine_broken(match_id), transaction.atomic(durable=True):
            locked = LockedMatch.lock(match_id)
            if locked.match.status != Status.RUNNING or not locked.renew_pauses():
                return False
            locked.save()
            return True
    except (Missing, SetAside):
        return False
