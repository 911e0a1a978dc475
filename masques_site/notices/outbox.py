"""The mail backend of the embedded site: mails are stored and shown at /outbox/, for sign-up and password reset."""

import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from masques_site.notices.models import OutboxMail

MAX_MAILS = 500
GONE = "***"  # in place of the name of a deleted account


class OutboxBackend(BaseEmailBackend):
    """A mail backend that stores mails instead of sending them, and deletes the oldest beyond `MAX_MAILS`."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the mails; return their number."""
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


def forget(name: str, addresses: Iterable[str]) -> None:
    """Delete the stored mails that hold one of `addresses`, and replace `name` in all others."""
    held = _words(addresses, re.IGNORECASE)
    named = _words([name, quote(name)])
    for mail in OutboxMail.objects.all():
        if held is not None and held.search(f"{mail.to}\n{mail.subject}\n{mail.text}\n{mail.html}"):
            mail.delete()
            continue
        changed = (
            {field: named.sub(GONE, getattr(mail, field)) for field in ("subject", "text", "html")} if named else {}
        )
        if any(getattr(mail, field) != text for field, text in changed.items()):
            OutboxMail.objects.filter(pk=mail.pk).update(**changed)


def _words(words: Iterable[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str] | None:
    """Return a pattern of `words` as separate words; None for no words."""
    either = "|".join(re.escape(word) for word in words if word)
    return re.compile(rf"(?<![\w.+@-])(?:{either})(?![\w@-])", flags) if either else None
