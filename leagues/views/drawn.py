"""The cache of the standings, matches and cross tables of a season, for all readers.

They are rendered without a reader; the reader's own line is marked afterwards. The key is the season's revision and its
names, so that a drawing is never older than what its reader has fetched. Divisions are drawn one by one, so that a
result of one of them leaves the others as they are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games.views.drawings import Drawings
from leagues.models import Division, Entry, Season
from leagues.selectors.crosstables import crosstable
from leagues.selectors.seasons import Line, Shown, ShownDivision, divisions_of, revision_of, shown_of

MOST_AT_ONCE = 6  # divisions that one page shows; of more, one at a time


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a season's page, and the lines of its standings by entry, each with the number of lines of its
    division."""

    html: SafeString
    lines: Mapping[int, tuple[Line, int]]

    def for_entry(self, entry: Entry | None) -> SafeString:
        """Return the part with the row of `entry` marked as the reader's own."""
        if entry is None:
            return self.html
        row = f'<tr data-entry="{entry.pk}"'
        return mark_safe(self.html.replace(row, f"{row} data-own"))  # noqa: S308 - both are drawn already


drawings: Drawings[Drawn] = Drawings(most=64, max_age=timedelta(hours=1))
of_divisions: Drawings[Drawn] = Drawings(most=256, max_age=timedelta(hours=1))
of_seasons: Drawings[SafeString] = Drawings(most=256, max_age=timedelta(hours=1))


def seasons(season: Season, newest: int) -> SafeString:
    """Return the links to all seasons of a season's league, the `newest` first; empty if there is only one."""
    slug, number = season.league.slug, season.number
    facts = {"slug": slug, "number": number, "numbers": range(newest, 0, -1) if newest > 1 else ()}
    key = (slug, number, newest, get_language())
    return of_seasons.of(key, lambda: render_to_string("leagues/_seasons.html", facts))


def choose(request: HttpRequest, season: Season, mine: Entry | None = None) -> Shown:
    """Return the divisions that a page shows: all, or of many the one that is asked for, by default the reader's
    own."""
    own = None if mine is None else mine.division_id
    return shown_of(season, AnonymousUser(), request.GET.get("division", ""), own, MOST_AT_ONCE)


def standings(season: Season, shown: Shown) -> Drawn:
    """Return the standings of the divisions that are shown."""
    return _drawn("standings", season, shown, lambda divisions: {"divisions": divisions})


def matches(season: Season, shown: Shown) -> Drawn:
    """Return the matches of the divisions that are shown."""
    return _drawn("matches", season, shown, lambda divisions: {"divisions": divisions})


def cross(season: Season, shown: Shown) -> Drawn:
    """Return the cross tables of the divisions that are shown."""
    return _drawn(
        "cross", season, shown, lambda divisions: {"crosstables": [(one, crosstable(one)) for one in divisions]}
    )


def _drawn(part: str, season: Season, shown: Shown, context: Callable[[list[ShownDivision]], dict[str, Any]]) -> Drawn:
    # Keys of rows may come again in another database; a seed does not.
    here = (part, season.seed, season.state, get_language(), get_current_timezone_name())
    keys = {one.pk: (*here, one.pk, revision_of(season, one), _names(shown, one)) for one in shown.shown}

    def draw() -> Drawn:
        found = {pk: drawing for pk, key in keys.items() if (drawing := of_divisions.known(key)) is not None}
        missing = [one for one in shown.shown if one.pk not in found]
        for each in divisions_of(season, replace(shown, shown=missing)) if missing else []:
            pk, facts = each.division.pk, {"season": season, "league": season.league, **context([each])}
            lines = {line.entry.pk: (line, len(each.lines)) for line in each.lines}
            found[pk] = Drawn(render_to_string(f"leagues/_{part}.html", facts), lines)
            of_divisions.keep(keys[pk], found[pk])
        html = mark_safe("".join(found[pk].html for pk in keys))  # noqa: S308 - all are drawn already
        return Drawn(html, {entry: line for pk in keys for entry, line in found[pk].lines.items()})

    return drawings.of((season.rev, *keys.values()), draw)


def _names(shown: Shown, division: Division) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (pk, shown.people[pk].name, shown.people[pk].url)
        for pk, entry in shown.entries.items()
        if entry.division_id == division.pk
    )
