"""The limits for writing to people unasked: shared by invitations and offers of roles.

Lines of the leagues' log are counted: they are never removed, so taking something back does not reset the count.
Decisions about requests are not counted; each is made once.
"""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model

from games import clock
from games.core.text import _
from games.refusals import BadInput, Forbidden, TooMany
from leagues.models import LogEntry
from leagues.policy import policy

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PER_HOUR = 20  # people whom one person reaches, in all their leagues
PER_DAY = 60
RECEIVED_PER_HOUR = 5  # by one person, from all others
REACHING = ("invited", "role_offered")


def lock_sender(sender: Any) -> None:
    """Lock the row of `sender`, before any league, so that of several messages at once each counts those before it."""
    get_user_model().objects.select_for_update(no_key=True).filter(pk=sender.pk).values_list("pk").first()


def check_welcome(sender: Any, receiver: Any) -> None:
    """Raise `BadInput` (oneself) or `Forbidden` (the policy) unless `sender` may ask `receiver` for something."""
    if sender.pk == receiver.pk:
        raise BadInput(_("That’s you."))
    refusal = policy().refuse_to_reach(sender, receiver)
    if refusal is not None:
        raise Forbidden(refusal)


def check_bounds(sender: Any, receiver: Any) -> None:
    """Raise `TooMany` unless `sender`, who is locked, may have one more message sent to `receiver` now."""
    moment = clock.now()
    sent = LogEntry.objects.filter(verb__in=REACHING, at__gt=moment - DAY, subject__isnull=False)
    of_sender = list(sent.filter(actor=sender.pk).values_list("at", flat=True))
    if sum(at > moment - HOUR for at in of_sender) >= PER_HOUR:
        raise TooMany(_("You’ve contacted %(most)s players in the last hour. Try again later.", most=PER_HOUR))
    if len(of_sender) >= PER_DAY:
        raise TooMany(_("You’ve contacted %(most)s players in the last day. Try again tomorrow.", most=PER_DAY))
    if sent.filter(subject=receiver.pk, at__gt=moment - HOUR).count() >= RECEIVED_PER_HOUR:
        raise TooMany(_("Leagues have contacted this player several times in the last hour. Try again later."))
