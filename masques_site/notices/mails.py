"""The mails of notices. They contain public information only."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime

from games.models import Match, Seat
from games.plumbing.bidi import isolated
from games.policy import policy
from games.selectors.matches import names_of, seats_of
from leagues.log_text import describe
from leagues.models import LogEntry
from leagues.selectors.concerns import path_of
from masques_site.accounts.addresses import unsubscribe_token
from masques_site.accounts.models import Report, User
from masques_site.accounts.moderation import has_block_with
from masques_site.notices.models import Notice, NoticeKind

OF_LEAGUES = ("log_entry__league", "log_entry__season", "log_entry__actor", "log_entry__subject")  # read with notices


def send(notices: Sequence[Notice]) -> None:
    """Send the mail of one notice, or of several that are gathered for one user, in the user's language and time
    zone. Raises the exceptions of the mail backend."""
    user = notices[0].user
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        if notices[0].kind == NoticeKind.LEAGUE:
            message = write_league(notices)
        else:
            message = write(notices[0]) if len(notices) == 1 else write_several(notices)
    message.send()


def write(notice: Notice) -> EmailMultiAlternatives:
    """The mail of `notice` in the active language and time zone, with a text and an HTML part."""
    return _message(notice.user, NoticeKind(notice.kind).value, facts(notice), f"notice-{notice.pk}")


def write_several(notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """One mail of several invitations, or of several answers that are owed, as `write` makes one of each."""
    several = "invitations" if notices[0].kind == NoticeKind.INVITED else "answers"
    context = {several: [facts(notice) for notice in notices], "link": site_url(reverse("games:home"))}
    name = f"notices-{notices[0].pk}-{notices[-1].pk}-{len(notices)}"
    return _message(notices[0].user, several, context, name)


def write_league(notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """One mail of everything that happened to one user in leagues, as `write` makes one of each."""
    lines = [facts(notice) for notice in notices]
    link = lines[0]["link"] if len({line["link"] for line in lines}) == 1 else site_url(reverse("leagues:index"))
    name = (
        f"notice-{notices[0].pk}" if len(notices) == 1 else f"notices-{notices[0].pk}-{notices[-1].pk}-{len(notices)}"
    )
    return _message(notices[0].user, "league", {"lines": lines, "link": link}, name)


def is_writable(notice: Notice) -> bool:
    """Whether what the mail of `notice` says can be read from its match, or its line of a log."""
    try:
        facts(notice)
    except Exception:  # noqa: BLE001 - whatever a row holds, the other mails are sent
        return False
    return True


def _message(user: User, name: str, facts: Mapping[str, Any], message_id: str) -> EmailMultiAlternatives:
    """The mail that the templates `name` make of `facts`."""
    unsubscribe = site_url(reverse("notices:unsubscribe", args=[unsubscribe_token(user)]))
    context = {
        **facts,
        "user": user,
        "unsubscribe_url": unsubscribe,
        "settings_url": site_url(reverse("accounts:settings")),
    }
    subject = " ".join(render_to_string(f"notices/mail/{name}_subject.txt", context).split())
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    message = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string(f"notices/mail/{name}.txt", context),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[user.email],
        reply_to=[settings.CONTACT_EMAIL],
        headers={
            # The same for every attempt, so that mail programs can drop duplicates.
            "Message-ID": f"<{message_id}@{host}>",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string(f"notices/mail/{name}.html", context), "text/html")
    return message


def facts(notice: Notice) -> Mapping[str, Any]:
    """The template context of a mail: title, players, who invites or proposes, deadline, link; of a league, its name
    and what happened; of a vacation, its end; of a report, what it was about and the answer."""
    if notice.log_entry is not None:
        return _facts_of_line(notice.log_entry, notice.user)
    if notice.vacation is not None:
        return {"until": notice.vacation.end, "link": site_url(reverse("accounts:pauses"))}
    if notice.report is not None:
        return _facts_of_report(notice.report)
    match = notice.match
    assert match is not None, "a notice is about one of the four"
    seats = seats_of(match)
    name = names_of(seats)
    own = _own(seats, notice)
    return {
        "title": match.game.name,
        "others": [name(seat.index) for seat in seats if seat is not own],
        "host": match.host.shown_name if match.host is not None else "",
        "proposer": name(match.end_proposal.seat) if notice.kind == NoticeKind.END_PROPOSED else "",
        "deadline": own.deadline if own is not None and notice.kind == NoticeKind.YOUR_TURN else None,
        "link": site_url(match_path(match)),
    }


def _facts_of_line(line: LogEntry, reader: User) -> Mapping[str, Any]:
    """Of somebody with whom the reader has a block, the words are left out: only what was done is told."""
    is_apart = line.actor is not None and bool(line.reason) and has_block_with(reader, [line.actor])
    names = policy().names([user for user in (line.actor, line.subject) if user is not None])
    return {
        "league": line.league.name,
        "sentence": describe(line, names),
        "reason": "" if is_apart else line.reason,
        "until": _until(line),
        "link": site_url(path_of(line)),
    }


def _facts_of_report(report: Report) -> Mapping[str, Any]:
    return {
        "person": isolated(report.reported_name),
        "about": report.get_reason_display(),
        "answer": report.answer,
        "link": site_url(f"{reverse('accounts:settings')}#reports"),
    }


def _until(line: LogEntry) -> datetime | None:
    """Until when the line asks for an answer, if it does."""
    return parse_datetime(str(line.details.get("until", "")))


def _own(seats: list[Seat], notice: Notice) -> Seat | None:
    return next((seat for seat in seats if seat.user_id == notice.user_id), None)


def match_path(match: Match) -> str:
    """The path of the page of `match`."""
    return reverse("games:match", args=[match.pk])


def site_url(path: str) -> str:
    """The absolute URL of `path`."""
    return f"{settings.SITE_URL}{path}"
