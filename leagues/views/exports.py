"""Seasons for other programs: CSV and JSON of the standings, an Atom feed of the log."""

import csv
import re
from datetime import timedelta
from io import SEEK_END, StringIO
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from games.plumbing.bidi import bare
from games.policy import policy
from games.selectors.stored import each_readable
from games.views.access import allow_methods
from games.views.drawings import Drawings
from leagues.log_text import describe
from leagues.models import LogEntry
from leagues.refusals import NoSuchLeague
from leagues.selectors import leagues as selectors
from leagues.selectors.export import season_data
from leagues.selectors.seasons import divisions_of, shown_of
from leagues.views.access import Where, season_page

FEED_LINES = 50
BYTE_ORDER_MARK = "\ufeff"
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet computes
NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

kept: Drawings[dict[str, Any]] = Drawings(most=256, max_age=timedelta(hours=1))
"""Divisions as data."""


@season_page
def as_json(request: HttpRequest, where: Where) -> HttpResponse:
    """Return everything that the standings are made of."""
    return JsonResponse(season_data(where.season, kept))


@season_page
def as_csv(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the standings, a line for each player. The headings are the same in every language, so that a program finds
    its columns; the mark at the beginning tells spreadsheets that it is UTF-8."""
    out = StringIO(BYTE_ORDER_MARK, newline="")
    out.seek(0, SEEK_END)
    writer = csv.writer(out)
    divisions = divisions_of(where.season, shown_of(where.season, request.user))
    criteria = list(dict.fromkeys(name for each in divisions for line in each.lines for name, _value in line.values))
    writer.writerow(["division", "rank", "player", "played", *(one.value for one in criteria)])
    for each in divisions:
        name = each.division.label
        for line in each.lines:
            values = dict(line.values)
            person = _harmless(bare(line.person.name))
            writer.writerow([name, line.rank, person, line.played, *(values.get(one, "") for one in criteria)])
    response = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{where.league.slug}-{where.season.number}.csv"'
    return response


def _harmless(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


class LogFeed(Feed):  # type: ignore[type-arg]  # at run time the class takes no argument
    """The public log of a league."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Any:
        """Return the league."""
        try:
            return selectors.league_by_slug(slug)
        except NoSuchLeague as refusal:
            raise Http404 from refusal

    def title(self, league: Any) -> str:
        """Return its name."""
        return str(league.name)

    def link(self, league: Any) -> str:
        """Return the address of its log."""
        return reverse("leagues:log", args=[league.slug])

    def author_name(self, league: Any) -> str:
        """Return the league's name: each line says itself who acted."""
        return str(league.name)

    def items(self, league: Any) -> list[tuple[LogEntry, str]]:
        """Return the newest public lines, with their words."""
        lines = each_readable(
            LogEntry.objects.filter(league=league, is_public=True).select_related("season")[:FEED_LINES]
        )
        keys = {key for line in lines for key in (line.actor_id, line.subject_id) if key is not None}
        names = policy().names(list(get_user_model().objects.filter(pk__in=keys)))
        return [(line, describe(line, names)) for line in lines]

    def item_title(self, item: Any) -> str:
        """Return the sentence."""
        return _in_xml(str(item[1]))

    def item_description(self, item: Any) -> str:
        """Return the reason, if there is one."""
        return escape(_in_xml(str(item[0].reason)))  # which is HTML in a feed

    def item_link(self, item: Any) -> str:
        """Return the address of the line in the log, which also identifies it for good."""
        return line_address(item[0])

    def item_pubdate(self, item: Any) -> Any:
        """Return when it happened."""
        return item[0].at

    item_updateddate = item_pubdate


def line_address(line: LogEntry) -> str:
    """Return the permanent address of a line in the log of its league."""
    return f"{reverse('leagues:log', args=[line.league.slug])}?line={line.pk}#line-{line.pk}"


def _in_xml(text: str) -> str:
    """Return `text` without the control characters that users can type but no feed can hold."""
    return NOT_IN_XML.sub(" ", text)


log_feed = allow_methods("GET", "HEAD")(LogFeed())
