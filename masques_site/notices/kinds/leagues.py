"""Notices about lines of leagues' logs."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.policy import policy
from leagues.log_text import describe
from leagues.models import TOLD_TO_ORGANISERS, LogEntry
from leagues.selectors import concerns
from masques_site.accounts.moderation import has_block_with
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Letter, Verdict, Words, after_last, time_until
from masques_site.notices.models import Mail, Notice

ORGANISERS_PAUSE = timedelta(minutes=10)  # between mails about what waits for the organisers, to each of them


class OfLeague(Kind):
    """The notice that something in a league concerns a person: an organiser, or the subject of a line."""

    code = "league"
    topic = "league"
    columns = {"user_id": "reader", "log_entry_id": "pk"}
    read_with = ("log_entry__league", "log_entry__season", "log_entry__actor", "log_entry__subject")
    since = "at"
    gathers = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        return [concerns.lines_to_tell(now - MAX_AGE), concerns.lines_for_organisers(now - MAX_AGE)]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        line = _line_of(notice)
        if not concerns.still_matters(line, notice.user_id):
            return MOOT
        if line.verb not in TOLD_TO_ORGANISERS:
            return READY
        mailed = Notice.objects.filter(
            user=notice.user_id,
            log_entry__verb__in=TOLD_TO_ORGANISERS,
            mail=Mail.SENT,
            sent_at__gt=now - ORGANISERS_PAUSE,
        )
        return after_last(mailed, ORGANISERS_PAUSE)

    def words(self, notice: Notice) -> Words:
        return _words(_facts(notice))

    def letter(self, notices: Sequence[Notice]) -> Letter:
        lines = [_facts(notice) for notice in notices]
        if len(lines) == 1:
            return Letter("league", _words(lines[0]), {"lines": lines})
        title = ngettext(
            "%(number)s piece of league news for you", "%(number)s pieces of league news for you", len(lines)
        ) % {"number": len(lines)}
        links = {line["link"] for line in lines}
        link = links.pop() if len(links) == 1 else reverse("leagues:index")
        return Letter("league", Words(title, [], link, _("Go to the league")), {"lines": lines})


def _line_of(notice: Notice) -> LogEntry:
    assert notice.log_entry is not None, "it is about a line"
    return notice.log_entry


def _facts(notice: Notice) -> Mapping[str, Any]:
    """Return the facts of a notice, without the words of a person with whom the reader has a block: then the reader
    only learns what was done."""
    line = _line_of(notice)
    is_apart = line.actor is not None and bool(line.reason) and has_block_with(notice.user, [line.actor])
    until = parse_datetime(str(line.details.get("until", "")))
    names = policy().names([user for user in (line.actor, line.subject) if user is not None])
    return {
        "league": line.league.name,
        "sentence": describe(line, names),
        "reason": "" if is_apart else line.reason,
        "until": "" if until is None else time_until(until),
        "link": concerns.path_of(line),
    }


def _words(line: Mapping[str, Any]) -> Words:
    text = [line["until"]] if line["until"] else []
    return Words(f"{line['league']}: {line['sentence']}", text, line["link"], _("Go to the league"), line["reason"])
