"""The mail backend of the embedded site: mails are stored and shown at /outbox/, for sign-up and password reset."""

from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from masques_site.notices.models import OutboxMail

MAX_MAILS = 500


class OutboxBackend(BaseEmailBackend):
    """Stores mails instead of sending them, and deletes the oldest beyond `MAX_MAILS`."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the mails. Returns their number."""
        rows = OutboxMail.objects.bulk_create([_row(message) for message in email_messages])
        last = OutboxMail.objects.order_by("-pk").values_list("pk", flat=True)[MAX_MAILS : MAX_MAILS + 1].first()
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
