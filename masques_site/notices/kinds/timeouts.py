"""Notices about time that ran out in a match."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.engine import ending
from games.core.engine.events import EventKind
from games.models import Event, Match, Seat, Status
from games.services.beside.presence import seen
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, UNWANTED, Kind, Verdict
from masques_site.notices.kinds.matches import facts_of, here_until, match_of, to_match, went_on_since
from masques_site.notices.models import Notice

LOST: Mapping[str, tuple[Promise, Promise]] = {
    ending.OUT_OF_TIME: (
        gettext_lazy("your time ran out again in %(match)s, so you’ve lost the match."),
        gettext_lazy("your time ran out again in %(match)s. Your seat was given to a bot."),
    ),
    ending.MISSED_RESPONSES: (
        gettext_lazy("you didn’t answer three times in a row in %(match)s, so you’ve lost the match."),
        gettext_lazy("you didn’t answer three times in a row in %(match)s. Your seat was given to a bot."),
    ),
}
"""For each site event that takes a seat for time: what it says in a match of two seats, and of more."""


class TimeRanOut(Kind):
    """The notice that the time of a seat's holder ran out: a bot made one decision for them, or their seat was given
    up. `decision` is the ply of the site event that says so.

    Not an `OfSeat`: that knows only seats that are still held.
    """

    code = "time_ran_out"
    topic = "timeout"
    columns = {"user_id": "holder", "match_id": "match_id", "seat": "seat", "decision": "ply"}
    read_with = ("match__host",)
    since = "at"
    looks_back = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return the events of matches that run or have ended lately. No index of events has their time: those of other
        matches are left out first, and of these matches the ones in which nobody was ever late."""
        running = Match.objects.filter(stirred_at__isnull=False, status=Status.RUNNING).order_by().values("pk")
        recent = running.union(_ended_since(now - MAX_AGE))
        late = Seat.objects.filter(Q(timeouts__gt=0) | Q(vacated_at__isnull=False), match__in=recent)
        events = Event.objects.filter(
            kind=EventKind.SITE,
            text__in=(ending.BOT_DECIDED, *LOST),
            at__gt=now - MAX_AGE,
            match__in=late.values("match"),
        )
        seats = events.annotate(
            place=F("match__seats__index"), holder=F("match__seats__user"), held_since=F("match__seats__joined_at")
        )
        # A person who took the seat over was not late.
        held = seats.filter(place=F("seat"), holder__isnull=False, held_since__lt=F("at"))
        return [held.order_by("at", "match_id", "ply")]

    def newer(self, rows: QuerySet[Any], moment: datetime) -> QuerySet[Any]:
        return super().newer(rows, moment).filter(match__in=went_on_since(moment, _ended_since(moment)))

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        places = {"match": notice.match_id, "index": notice.seat, "user": notice.user_id}
        seat = Seat.objects.filter(**places).select_related("look").first()
        if seat is None or seen(seat).ply > notice.decision:
            return MOOT
        if seat.muted_at is not None:
            return UNWANTED
        is_held = seat.vacated_at is None and match_of(notice).status == Status.RUNNING
        if not is_held and _what_happened(notice) == ending.BOT_DECIDED:
            return MOOT  # the loss of the seat, or the end of the match, says more
        return Verdict(until=here_until(seat, now))

    def words(self, notice: Notice) -> Words:
        match, told, deadline = facts_of(notice)
        named = {"match": _("%(title)s with %(names)s") % told if told["names"] else told["title"]}
        word = _what_happened(notice)
        if word == ending.BOT_DECIDED:
            said = _("your time ran out in %(match)s. A bot made that decision; you’re still in the match.") % named
            next_time = _("Don’t run out of time again, or you’ll lose your seat.")
            return to_match(match, _("Your time ran out in %(title)s") % told, [said, *deadline, next_time])
        of_two, of_more = LOST[word]
        said = str(of_two if match.seat_count == 2 else of_more) % named
        text = [said] if match.status == Status.FINISHED else [said, _("You can still watch the match.")]
        return to_match(match, _("You’ve lost your seat in %(title)s") % told, text)


def _ended_since(moment: datetime) -> QuerySet[Any, Any]:
    """Return the keys of the matches that have ended since `moment`."""
    return Match.objects.filter(finished_at__gte=moment).order_by().values("pk")


def _what_happened(notice: Notice) -> str:
    """Return the word of the site event that a `TimeRanOut` is about."""
    return Event.objects.values_list("text", flat=True).get(match=notice.match_id, ply=notice.decision)
