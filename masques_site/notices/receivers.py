"""Receivers of signals of the games app and of accounts. The sweep creates notices for signals that were lost."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from games.signals import match_finished, turns_due
from masques_site.accounts.models import User
from masques_site.accounts.selectors import own_addresses
from masques_site.notices import outbox
from masques_site.notices.kinds.matches import MatchFinished, YourTurn
from masques_site.notices.services import finding


@receiver(turns_due, dispatch_uid="notices.turns_due")
def on_turns_due(*, match_ids: list[str], **_kwargs: Any) -> None:
    """Notify users who newly owe a decision."""
    finding.notify(YourTurn, match__in=match_ids)


@receiver(match_finished, dispatch_uid="notices.match_finished")
def on_match_finished(*, match_id: str, **_kwargs: Any) -> None:
    """Notify the players of a match that has ended."""
    finding.notify(MatchFinished, match_id=match_id)


@receiver(pre_delete, sender=User, dispatch_uid="notices.forget_deleted")
def forget_deleted(*, instance: User, **_kwargs: Any) -> None:
    """Take a deleted account's mails, addresses and name out of the outbox."""
    outbox.forget(instance.username, own_addresses(instance))
