"""Notices about lines of leagues' logs."""

from collections.abc import Sequence
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
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Verdict, after_last, time_until
from masques_site.notices.models import Notice

ORGANISERS_PAUSE = timedelta(minutes=10)  # between notices about what waits for the organisers, to each of them


class OfLeague(Kind):
    """The notice that something in a league concerns a person: an organiser, or the subject of a line."""

    code = "league"
    is_pressing = True
    topic = "league"
    columns = {"user_id": "reader", "log_entry_id": "pk"}
    read_with = ("log_entry__league", "log_entry__season", "log_entry__actor", "log_entry__subject")
    since = "at"
    gathers = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        return [concerns.lines_to_tell(now - MAX_AGE), concerns.lines_for_organisers(now - MAX_AGE)]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return READY if concerns.still_matters(_line_of(notice), notice.user_id) else MOOT

    def held_until(self, notice: Notice, now: datetime) -> datetime | None:
        if _line_of(notice).verb not in TOLD_TO_ORGANISERS:
            return None
        passed = Notice.objects.filter(
            user=notice.user_id,
            log_entry__verb__in=TOLD_TO_ORGANISERS,
            passed_at__gt=now - ORGANISERS_PAUSE,
        )
        return after_last(passed, ORGANISERS_PAUSE)

    def words(self, notice: Notice) -> Words:
        """Return the words, without those of a person with whom the reader has a block: then the reader only learns
        what was done."""
        line = _line_of(notice)
        is_apart = line.actor is not None and bool(line.reason) and has_block_with(notice.user, [line.actor])
        until = parse_datetime(str(line.details.get("until", "")))
        names = policy().names([user for user in (line.actor, line.subject) if user is not None])
        said = f"{line.league.name}: {describe(line, names)}"
        text = [said] if until is None else [said, time_until(until)]
        return Words(said, text, concerns.path_of(line), _("Go to the league"), "" if is_apart else line.reason)

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext("%(number)s piece of league news for you", "%(number)s pieces of league news for you", number)
        links = {concerns.path_of(_line_of(notice)) for notice in notices}
        link = links.pop() if len(links) == 1 else reverse("leagues:index")
        return Words(title % {"number": number}, [], link, _("Go to the league"))


def _line_of(notice: Notice) -> LogEntry:
    assert notice.log_entry is not None, "it is about a line"
    return notice.log_entry
