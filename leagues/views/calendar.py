"""A user's deadlines as a calendar, for programs that subscribe to it (RFC 5545)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from games.models import Seat, Status
from games.selectors.stored import each_readable
from games.views.access import allow_methods
from leagues.log_text import STEP_NAMES
from leagues.policy import policy
from leagues.selectors import leagues as selectors
from leagues.services.timetable.calendars import Revision, revise

HOUR = timedelta(hours=1)
READ_AGAIN = HOUR  # how soon a program should look again; it need not
EARLIER = HOUR  # an alarm rings this long before an event begins


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a calendar; without an end it is a moment."""

    uid: str
    summary: str
    begins_at: datetime
    ends_at: datetime | None
    path: str


@allow_methods("GET", "HEAD")
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deadlines of all running matches of the address's owner, and the timetables of the seasons they play in,
    in their language."""
    user = policy().owner_of_calendar(token)
    if user is None:
        raise Http404
    with translation.override(getattr(user, "language", "") or settings.LANGUAGE_CODE):
        entries = [*_deadlines(user), *_steps(user)]
        content = _written(request, user, entries)
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="deadlines.ics"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _deadlines(user: Any) -> list[Entry]:
    """Return the last hour of each decision that `user` owes now."""
    due = Seat.objects.filter(user=user, bot="", deadline__isnull=False, match__status=Status.RUNNING)
    found = []
    for seat in each_readable(due.select_related("match").order_by("deadline")):
        assert seat.deadline is not None
        uid = f"deadline-{seat.match_id}-{seat.due_decision}@masques"
        summary = _("%(title)s: your move") % {"title": seat.match.game.name}
        path = reverse("games:match", args=[seat.match_id])
        found.append(Entry(uid, summary, seat.deadline - HOUR, seat.deadline, path))
    return found


def _steps(user: Any) -> list[Entry]:
    found = []
    for step in selectors.steps_of(user):
        league = step.season.league
        summary = f"{league.name}: {STEP_NAMES[step.kind]}"
        path = reverse("leagues:timetable", args=[league.slug])
        found.append(Entry(f"step-{step.pk}@masques", summary, step.at, None, path))
    return found


def _written(request: HttpRequest, user: Any, entries: Sequence[Entry]) -> bytes:
    found = Calendar()
    name = _("My deadlines on %(site)s") % {"site": settings.SITE_NAME}
    language = translation.get_language() or settings.LANGUAGE_CODE
    found.add("prodid", f"-//{settings.SITE_NAME}//leagues//{language.upper()}")
    found.add("version", "2.0")
    # The name and the interval twice: as RFC 7986 has them, and as older programs read them.
    for key in ("name", "x-wr-calname"):
        found.add(key, name)
    found.add("refresh-interval", READ_AGAIN, parameters={"VALUE": "DURATION"})
    found.add("x-published-ttl", "PT1H")
    revisions = revise(user, {entry.uid: entry.begins_at for entry in entries})
    for entry in entries:
        found.add_component(_event(request, entry, revisions[entry.uid]))
    written: bytes = found.to_ical()
    return written


def _event(request: HttpRequest, entry: Entry, revision: Revision) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("summary", entry.summary)
    event.add("dtstart", entry.begins_at)
    if entry.ends_at is not None:
        event.add("dtend", entry.ends_at)
    event.add("dtstamp", revision.modified_at)
    event.add("last-modified", revision.modified_at)
    event.add("sequence", revision.sequence)
    event.add("url", request.build_absolute_uri(entry.path))
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", entry.summary)
    alarm.add("trigger", -EARLIER)
    event.add_component(alarm)
    return event
