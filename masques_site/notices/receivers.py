"""What the matches announce becomes notices at once; what gets lost on the way, the sweep finds."""

from typing import Any

from django.dispatch import receiver

from games.signals import match_finished, turn_due
from masques_site.notices import services


@receiver(turn_due, dispatch_uid="notices.turn_due")
def tell_turn(*, match_id: str, seat: int, user_id: int, decision: int, **_kwargs: Any) -> None:
    """A person newly owes a decision."""
    services.notice_turn(match_id=match_id, seat=seat, user_id=user_id, decision=decision)


@receiver(match_finished, dispatch_uid="notices.match_finished")
def tell_end(*, match_id: str, **_kwargs: Any) -> None:
    """A match has ended."""
    services.notice_end(match_id=match_id)
