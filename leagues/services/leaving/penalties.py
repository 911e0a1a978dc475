"""The effects of a season on its players' next ones: bans and lower tiers. Inside the season's lock."""

from leagues.core.conduct import Episode, episodes, penalty, was_inactive
from leagues.core.results import Result
from leagues.models import Entry, Season
from leagues.selectors.results import results_of
from leagues.services.organising.log import note


def settle(season: Season) -> None:
    """Store for each entry how many seasons it is banned and how many tiers lower it starts after that. Cards that an
    organiser has lifted do not count."""
    results = [result for division in season.divisions.all() for result in results_of(division)]
    entries = list(season.entries.filter(division__isnull=False).select_related("user"))
    for entry in entries:
        _settle_entry(season, entry, results)
    Entry.objects.bulk_update(entries, ["banned_seasons", "tiers_lower"])


def _settle_entry(season: Season, entry: Entry, results: list[Result]) -> None:
    found = penalty(_episodes(entry), withdrew=entry.left_at, round_one=season.started_at)
    entry.banned_seasons, entry.tiers_lower = found.banned_seasons, found.tiers_lower
    # Leavers have forfeits at tables that others play: leaving has its own consequences, and none before round one.
    if entry.left_at is None and not entry.tiers_lower and was_inactive(entry.pk, results):
        entry.tiers_lower = 1
    if entry.banned_seasons or entry.tiers_lower:
        note(
            season.league,
            "penalty",
            season=season,
            subject=entry.user,
            public=False,
            seasons=entry.banned_seasons,
            tiers=entry.tiers_lower,
        )


def _episodes(entry: Entry) -> list[Episode]:
    lifted = set(entry.cards.exclude(lifted_at=None).values_list("began_at", flat=True))
    found = episodes(entry.incidents.values_list("at", flat=True))
    return [episode for episode in found if episode.start not in lifted]
