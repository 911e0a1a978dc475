"""Seasons for other programs: CSV and JSON of the tables, an Atom feed of the log, a calendar."""

import csv
import re
from datetime import timedelta
from io import StringIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.models import Seat, Status
from games.policy import policy
from games.selectors.stored import each_readable
from games.views.access import allow_methods
from leagues.log_text import STEP_NAMES, describe
from leagues.models import LogEntry
from leagues.policy import policy as league_policy
from leagues.refusals import NoSuchLeague
from leagues.selectors import leagues as selectors
from leagues.selectors.export import season_data
from leagues.selectors.seasons import shown_of, tables_of
from leagues.templatetags.leagues import criterion_name
from leagues.views.access import Where, season_page

FEED_LINES = 50
HOUR = timedelta(hours=1)
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet computes
NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@season_page
def as_json(request: HttpRequest, where: Where) -> HttpResponse:
    """Everything that the tables are made of."""
    return JsonResponse(season_data(where.season))


@season_page
def as_csv(request: HttpRequest, where: Where) -> HttpResponse:
    """The tables, a line for each player."""
    out = StringIO()
    writer = csv.writer(out)
    tables = tables_of(where.season, shown_of(where.season, request.user))
    criteria = list(dict.fromkeys(name for table in tables for line in table.lines for name, _value in line.values))
    writer.writerow(
        [_("Division"), _("Rank"), _("Player"), _("Played"), *(str(criterion_name(one)) for one in criteria)]
    )
    for table in tables:
        name = table.division.label
        for line in table.lines:
            values = dict(line.values)
            person = _harmless(line.person.name)
            writer.writerow([name, line.rank, person, line.played, *(values.get(one, "") for one in criteria)])
    response = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{where.league.slug}-{where.season.number}.csv"'
    return response


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


class LogFeed(Feed):  # type: ignore[type-arg]  # at run time the class takes no argument
    """The public log of a league."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Any:
        """The league."""
        try:
            return selectors.league_by_slug(slug)
        except NoSuchLeague as refusal:
            raise Http404 from refusal

    def title(self, league: Any) -> str:
        """Its name."""
        return str(league.name)

    def link(self, league: Any) -> str:
        """Its page."""
        return reverse("leagues:log", args=[league.slug])

    def items(self, league: Any) -> list[tuple[LogEntry, str]]:
        """The newest public lines, with their words."""
        lines = each_readable(
            LogEntry.objects.filter(league=league, is_public=True).select_related("season")[:FEED_LINES]
        )
        keys = {key for line in lines for key in (line.actor_id, line.subject_id) if key is not None}
        names = policy().names(list(get_user_model().objects.filter(pk__in=keys)))
        return [(line, describe(line, names)) for line in lines]

    def item_title(self, item: Any) -> str:
        """The sentence."""
        return _in_xml(str(item[1]))

    def item_description(self, item: Any) -> str:
        """The reason, if there is one."""
        return _in_xml(str(item[0].reason))

    def item_link(self, item: Any) -> str:
        """The log."""
        return reverse("leagues:log", args=[item[0].league.slug])

    def item_guid(self, item: Any) -> str:
        """A name for the line that lasts."""
        return f"league-log-{item[0].pk}"

    item_guid_is_permalink = False

    def item_updateddate(self, item: Any) -> Any:
        """When it happened."""
        return item[0].at


def _in_xml(text: str) -> str:
    """`text` without the control characters that people can write and no feed can hold."""
    return NOT_IN_XML.sub(" ", text)


log_feed = allow_methods("GET", "HEAD")(LogFeed())


@allow_methods("GET", "HEAD")
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of somebody's running matches, and the timetables of the seasons they play in."""
    user = league_policy().owner_of_calendar(token)
    if user is None:
        raise Http404
    found = Calendar()
    found.add("prodid", f"-//{settings.SITE_NAME}//leagues//")
    found.add("version", "2.0")
    for event in [*_deadlines(request, user), *_steps(request, user)]:
        found.add_component(event)
    response = HttpResponse(found.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _deadlines(request: HttpRequest, user: Any) -> list[Event]:
    due = Seat.objects.filter(user=user, bot="", deadline__isnull=False, match__status=Status.RUNNING)
    events = []
    for seat in each_readable(due.select_related("match").order_by("deadline")):
        assert seat.deadline is not None
        event = Event()
        event.add("uid", f"deadline-{seat.match_id}-{seat.due_decision}@masques")
        event.add("summary", _("%(title)s: your move") % {"title": seat.match.game.name})
        event.add("dtstart", seat.deadline - HOUR)
        event.add("dtend", seat.deadline)
        event.add("dtstamp", seat.due_since)
        event.add("url", request.build_absolute_uri(reverse("games:match", args=[seat.match_id])))
        events.append(event)
    return events


def _steps(request: HttpRequest, user: Any) -> list[Event]:
    events = []
    for step in selectors.steps_of(user):
        event = Event()
        league = step.season.league
        event.add("uid", f"step-{step.pk}@masques")
        event.add("summary", f"{league.name}: {STEP_NAMES[step.kind]}")
        event.add("dtstart", step.at)
        event.add("dtend", step.at)
        event.add("dtstamp", step.season.created_at)
        event.add("url", request.build_absolute_uri(reverse("leagues:timetable", args=[league.slug])))
        events.append(event)
    return events
