"""The mails of notices. They contain public information only."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from masques_site.accounts.addresses import unsubscribe_token
from masques_site.notices.kinds import KINDS
from masques_site.notices.models import Notice


def send(notices: Sequence[Notice]) -> None:
    """Send the mail of one notice, or of several that are gathered for one user, in the user's language and time
    zone. Raises the exceptions of the mail backend."""
    user = notices[0].user
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        message = write(notices)
    message.send()


def write(notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """Return the mail of these notices, of one kind and to one user, in the active language and time zone, with a text
    and an HTML part."""
    first, last, user = notices[0], notices[-1], notices[0].user
    letter = KINDS[first.kind].letter(notices)
    unsubscribe = _url(reverse("notices:unsubscribe", args=[unsubscribe_token(user)]))
    context = {
        **letter.more,
        "words": letter.words,
        "user": user,
        "site_url": settings.SITE_URL,
        "unsubscribe_url": unsubscribe,
        "settings_url": _url(reverse("accounts:settings")),
    }
    name = f"notice-{first.pk}" if len(notices) == 1 else f"notices-{first.pk}-{last.pk}-{len(notices)}"
    message = EmailMultiAlternatives(
        subject=" ".join(letter.words.title.split()),
        body=render_to_string(f"notices/mail/{letter.template}.txt", context),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[user.email],
        reply_to=[settings.CONTACT_EMAIL],
        headers={
            # The same for every attempt, so that mail programs can drop duplicates.
            "Message-ID": f"<{name}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string(f"notices/mail/{letter.template}.html", context), "text/html")
    return message


def is_writable(notice: Notice) -> bool:
    """Return whether the words of the mail of `notice` can be made: False if the rows it is about cannot be read, or
    anything else goes wrong."""
    try:
        KINDS[notice.kind].words(notice)
    except Exception:  # noqa: BLE001 - whatever a row holds, the other mails are sent
        return False
    return True


def _url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
