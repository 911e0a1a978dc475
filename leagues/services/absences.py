"""Incidents and cards: what follows when somebody leaves seats or does not appear. Inside the season's lock."""

from leagues.core.conduct import Incident as CoreIncident
from leagues.core.conduct import IncidentKind, episodes
from leagues.core.results import ResultKind
from leagues.models import Card, Entry, Fixture, Incident, Season
from leagues.services.log import note


def note_absences(season: Season, fixture: Fixture) -> None:
    """Store an incident for each forfeited seat of a fixture, at the time it was given up, and the cards that follow.

    Whoever withdrew has no further incidents by it: the withdrawal has consequences of its own. Repeating it changes
    nothing.
    """
    seats = fixture.seats.select_related("entry__user").filter(kind=ResultKind.FORFEITED, entry__left_at=None)
    vacated = {}
    if fixture.match_id is not None:
        vacated = dict(fixture.match.seats.exclude(vacated_at=None).values_list("index", "vacated_at"))  # type: ignore[union-attr]
    for seat in seats:
        at = vacated.get(seat.seat) or fixture.settled_at
        _incident, is_new = Incident.objects.get_or_create(seat=seat, defaults={"entry": seat.entry, "at": at})
        if is_new:
            _show_cards(season, seat.entry)


def _show_cards(season: Season, entry: Entry) -> None:
    """The cards of an entry, one for each episode of its incidents."""
    incidents = [
        CoreIncident(time, fixture, IncidentKind.FORFEIT)
        for time, fixture in entry.incidents.values_list("at", "seat__fixture__number")
    ]
    for episode in episodes(incidents):
        card, is_new = Card.objects.get_or_create(
            entry=entry, began_at=episode.start, defaults={"kind": episode.card.value}
        )
        if is_new:
            note(season.league, "card", season=season, subject=entry.user, kind=card.kind, public=False)
