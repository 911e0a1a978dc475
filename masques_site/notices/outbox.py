"""The mail of the embedded site: kept in a table and shown at /outbox/, so that sign-up and reset can be tried."""

from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from masques_site.notices.models import OutboxMail

KEPT = 500


class OutboxBackend(BaseEmailBackend):
    """Stores mails instead of sending them; the oldest give way."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store all; the number of them."""
        rows = OutboxMail.objects.bulk_create([_row(message) for message in email_messages])
        last = OutboxMail.objects.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1].first()
        if last is not None:
            OutboxMail.objects.filter(pk__lte=last).delete()
        return len(rows)


def _row(message: EmailMessage) -> OutboxMail:
    parts: Sequence[Any] = message.alternatives if isinstance(message, EmailMultiAlternatives) else ()
    html = next((content for content, mimetype in parts if mimetype == "text/html"), "")
    return OutboxMail(
        to=", ".join(message.recipients())[:500],
        subject=str(message.subject)[:500],
        text=str(message.body),
        html=str(html),
        headers={"From": message.from_email, "Reply-To": ", ".join(message.reply_to), **message.extra_headers},
    )
