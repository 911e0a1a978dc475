"""The mails of notices: what the table shows to everybody, and nothing else."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Match, Seat
from games.selectors.matches import names_of, seats_of
from masques_site.accounts.models import User
from masques_site.notices.models import Notice, NoticeKind

UNSUBSCRIBE_SALT = "notices.unsubscribe"


def send(notice: Notice) -> None:
    """Write and send the mail of `notice`, in its reader's language and time zone. Raises what the backend raises."""
    user = notice.user
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        message = write(notice)
    message.send()


def write(notice: Notice) -> EmailMultiAlternatives:
    """The mail of `notice` in the active language and time zone: text and HTML."""
    user = notice.user
    unsubscribe = site_url(reverse("notices:unsubscribe", args=[unsubscribe_token(user)]))
    context = {
        **facts(notice),
        "user": user,
        "unsubscribe_url": unsubscribe,
        "settings_url": site_url(reverse("accounts:settings")),
    }
    name = NoticeKind(notice.kind).value
    subject = " ".join(render_to_string(f"notices/mail/{name}_subject.txt", context).split())
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    message = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string(f"notices/mail/{name}.txt", context),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[user.email],
        reply_to=[settings.CONTACT_EMAIL],
        headers={
            # The same however often it is tried, so that mail programs can drop a second copy.
            "Message-ID": f"<notice-{notice.pk}@{host}>",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string(f"notices/mail/{name}.html", context), "text/html")
    return message


def facts(notice: Notice) -> Mapping[str, Any]:
    """What a mail may tell: the title, who plays, until when, where."""
    match = notice.match
    seats = seats_of(match)
    name = names_of(seats)
    own = _own(seats, notice)
    return {
        "title": match.game.name,
        "others": [name(seat.index) for seat in seats if seat is not own],
        "host": match.host.username if match.host is not None else "",
        "deadline": own.deadline if own is not None and notice.kind == NoticeKind.YOUR_TURN else None,
        "link": site_url(match_path(match)),
    }


def _own(seats: list[Seat], notice: Notice) -> Seat | None:
    return next((seat for seat in seats if seat.user_id == notice.user_id), None)


def match_path(match: Match) -> str:
    """The page of `match`."""
    return reverse("games:match", args=[match.pk])


def site_url(path: str) -> str:
    """The full address of a page of the site, for mails."""
    return f"{settings.SITE_URL}{path}"


def unsubscribe_token(user: User) -> str:
    """What lets whoever holds a mail stop further ones, without signing in. It opens nothing else."""
    return signing.Signer(salt=UNSUBSCRIBE_SALT).sign(str(user.pk))


def unsubscriber(token: str) -> User | None:
    """Whose mails `token` stops; None if it is not one of ours."""
    try:
        key = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=int(key)).first()
