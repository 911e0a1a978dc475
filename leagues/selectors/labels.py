"""The purpose of arranged matches, in words."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match
from games.policy import Label
from games.selectors.stored import each_readable
from leagues.core.rules import Format
from leagues.models import Fixture, FormerMatch


def labels_of(matches: Sequence[Match]) -> Mapping[str, Label]:
    """Return the labels of those of `matches` that belong to a season, by primary key; one statement, and one more if
    some of them were annulled because they are replayed."""
    fixtures = Fixture.objects.filter(match__in=[match.pk for match in matches])
    rows = fixtures.select_related("season__league", "division")
    found = {row.match_id: label_of(row) for row in each_readable(rows) if row.match_id is not None}
    former = [match.pk for match in matches if match.source is not None and match.pk not in found]
    return found | _labels_of_former(former) if former else found


def _labels_of_former(matches: Sequence[str]) -> dict[str, Label]:
    rows = FormerMatch.objects.filter(match__in=matches)
    labels = {
        row.match_id: label_of(row.fixture)
        for row in each_readable(rows.select_related("fixture__season__league", "fixture__division"))
    }
    return {
        pk: Label(_("%(match)s, since replayed") % {"match": label.text}, label.url) for pk, label in labels.items()
    }


def label_of(fixture: Fixture) -> Label:
    """Return the season and number of a fixture in words, and the page with its result; reads its season, league and
    division."""
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
