"""The tables, matches and cross tables of a season are drawn once for everybody.

They are drawn for nobody in particular; the reader's own line is marked afterwards. The key is the season's revision
and the names that stand in it, so that a drawing is never older than what its reader has fetched.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games.views.drawings import Drawings
from leagues.models import Entry, Season
from leagues.selectors.crosstables import crosstable
from leagues.selectors.seasons import Line, Shown, Table, shown_of, tables_of

MOST_AT_ONCE = 6  # divisions that one page shows; of more, one at a time


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a season's page, and the lines of its tables by entry, with the number of lines beside each."""

    html: SafeString
    lines: Mapping[int, tuple[Line, int]]

    def for_entry(self, entry: Entry | None) -> SafeString:
        """The part with the row of `entry` marked as the reader's own."""
        if entry is None:
            return self.html
        row = f'<tr data-entry="{entry.pk}"'
        return mark_safe(self.html.replace(row, f"{row} data-own"))  # noqa: S308 - both are drawn already


drawings: Drawings[Drawn] = Drawings(most=64, max_age=timedelta(hours=1))


def choose(request: HttpRequest, season: Season, mine: Entry | None = None) -> Shown:
    """The divisions that a page shows: all, or of many the one that is asked for, by default the reader's own."""
    own = None if mine is None else mine.division_id
    return shown_of(season, AnonymousUser(), request.GET.get("division", ""), own, MOST_AT_ONCE)


def tables(season: Season, shown: Shown) -> Drawn:
    """The tables of the divisions that are shown."""
    return _drawn("tables", season, shown, lambda tables: {"tables": tables})


def matches(season: Season, shown: Shown) -> Drawn:
    """Their matches."""
    return _drawn("matches", season, shown, lambda tables: {"tables": tables})


def cross(season: Season, shown: Shown) -> Drawn:
    """Their cross tables."""
    return _drawn("cross", season, shown, lambda tables: {"crosstables": [(one, crosstable(one)) for one in tables]})


def _drawn(part: str, season: Season, shown: Shown, context: Callable[[list[Table]], dict[str, Any]]) -> Drawn:
    def draw() -> Drawn:
        tables = tables_of(season, shown)
        html = render_to_string(f"leagues/_{part}.html", {"season": season, "league": season.league, **context(tables)})
        lines = {line.entry.pk: (line, len(table.lines)) for table in tables for line in table.lines}
        return Drawn(html, lines)

    divisions = tuple(one.pk for one in shown.shown)
    names = tuple((pk, person.name, person.url) for pk, person in shown.people.items())
    # Keys of rows may come again in another database; a seed does not.
    here = (part, season.seed, season.rev, season.state, get_language(), get_current_timezone_name())
    return drawings.of((*here, divisions, names), draw)
