"""Receivers of the games app's signals. The sweep creates notices for signals that were lost."""

from typing import Any

from django.dispatch import receiver

from games.signals import match_finished, turn_due
from masques_site.notices import services


@receiver(turn_due, dispatch_uid="notices.turn_due")
def on_turn_due(*, match_id: str, seat: int, user_id: int, decision: int, **_kwargs: Any) -> None:
    """Notify a user who newly owes a decision."""
    services.notify_turn(match_id=match_id, seat=seat, user_id=user_id, decision=decision)


@receiver(match_finished, dispatch_uid="notices.match_finished")
def on_match_finished(*, match_id: str, **_kwargs: Any) -> None:
    """Notify the players of a match that has ended."""
    services.notify_end(match_id=match_id)
