"""Mail. Its letters contain public information only."""

from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from masques_site.notices.channels.base import Channel, Gone, Message, Place, Rejected, Unavailable

SERVER = "django.core.mail.backends.smtp.EmailBackend"
LONGEST_ANSWER = 200
PERMANENT = 500  # SMTP replies from here on are final


class Mail(Channel):
    """Mail to the account's address, in two parts. `facts` of a place: the reader's `name`, and the addresses of the
    `settings` and of `unsubscribe`."""

    code = "mail"
    name = _("E-mail")

    @property
    def parallel(self) -> int:  # type: ignore[override]
        """One at a time unless they go to a server: the site's own outbox is a table that each of them writes to."""
        return 8 if settings.EMAIL_BACKEND == SERVER else 1

    def repeats_safely(self, place: Place) -> bool:
        """Return True: mail programs drop a second letter with the same Message-ID."""
        return True

    def send(self, place: Place, message: Message) -> str:
        """Send a letter. A recipient that the server refuses for good is gone."""
        letter = written(place, message)
        try:
            letter.send()
        except SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()), (PERMANENT, b""))
            raise _refusal(code, said) from error
        except SMTPResponseException as error:
            raise _fault(error.smtp_code, error.smtp_error) from error
        except (SMTPException, OSError) as error:
            raise Unavailable(_line(f"{type(error).__name__}: {error}"), is_ours=True) from error
        return "250 OK"


def written(place: Place, message: Message) -> EmailMultiAlternatives:
    """Return the letter, in the active language and time zone."""
    context = {
        "words": message.words,
        "items": message.items,
        "name": place.facts["name"],
        "site_url": settings.SITE_URL,
        "unsubscribe_url": place.facts["unsubscribe"],
        "settings_url": place.facts["settings"],
    }
    template = "notices/mail/notices" if message.items else "notices/mail/notice"
    letter = EmailMultiAlternatives(
        subject=" ".join(message.words.title.split()),
        body=render_to_string(f"{template}.txt", context),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[place.url],
        reply_to=[settings.CONTACT_EMAIL],
        headers=_headers(message, place.facts["unsubscribe"]),
    )
    letter.attach_alternative(render_to_string(f"{template}.html", context), "text/html")
    return letter


def _headers(message: Message, unsubscribe: str) -> dict[str, str]:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        # The same for every attempt, so that mail programs can drop duplicates.
        "Message-ID": f"<{message.key}@{host}>",
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    if message.thread:  # programs show the letters of a match together, below one that was never sent
        headers["References"] = headers["In-Reply-To"] = f"<match-{message.thread}@{host}>"
    return headers


def _refusal(code: int, said: Any) -> Gone | Unavailable:
    """Return the error for an address that the server refuses: for good, or for now."""
    line = _line(f"{code} {_text(said)}")
    return Gone(line) if code >= PERMANENT else Unavailable(line)


def _fault(code: int, said: Any) -> Rejected | Unavailable:
    """Return the error for a letter, or a log-in, that the server refuses. A refused log-in is the site's own fault."""
    line = _line(f"{code} {_text(said)}")
    return Unavailable(line, is_ours=True) if code < PERMANENT or code in (530, 534, 535, 538) else Rejected(line)


def _text(said: Any) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_ANSWER]
