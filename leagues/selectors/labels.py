"""What matches count for, in words."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match
from games.policy import Label
from games.selectors.stored import each_readable
from leagues.core.rules import Format
from leagues.models import Fixture


def labels_of(matches: Sequence[Match]) -> Mapping[str, Label]:
    """The labels of those of `matches` that belong to a season, by primary key; one statement."""
    fixtures = Fixture.objects.filter(match__in=[match.pk for match in matches])
    rows = fixtures.select_related("season__league", "division")
    return {row.match_id: _label(row) for row in each_readable(rows) if row.match_id is not None}


def _label(fixture: Fixture) -> Label:
    season = fixture.season
    facts = {"league": season.league.name, "season": season.number, "match": fixture.number}
    page = reverse("leagues:season", args=[season.league.slug, season.number])
    if season.rules.has_divisions:
        facts["division"] = fixture.division.label
        text = _("%(league)s, season %(season)s, division %(division)s, match %(match)s")
        return Label(text % facts, f"{page}?division={fixture.division.label}#division-{fixture.division_id}")
    if season.rules.format is Format.LADDER:
        return Label(_("%(league)s, season %(season)s, match %(match)s") % facts, page)
    facts["round"] = fixture.round + 1
    return Label(_("%(league)s, season %(season)s, round %(round)s, match %(match)s") % facts, page)
