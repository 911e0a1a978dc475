"""Incidents and cards for players who leave seats or do not appear. Inside the season's lock."""

from leagues.core.conduct import Episode, episodes
from leagues.core.results import ResultKind
from leagues.models import Card, Entry, Fixture, Incident, Season
from leagues.services.organising.log import note


def note_absences(season: Season, fixture: Fixture) -> None:
    """Store an incident for each forfeited seat of a fixture, at the time it was given up, and the cards that follow.

    A withdrawal causes no further incidents: it has its own consequences. Nor does a granted request for a substitute.
    A seat that is no longer forfeited loses its incident. Idempotent.
    """
    changed = _withdraw_incidents(fixture)
    vacated = {}
    if fixture.match_id is not None:
        vacated = dict(fixture.match.seats.exclude(vacated_at=None).values_list("index", "vacated_at"))  # type: ignore[union-attr]
    settled_at = fixture.settled_at
    assert settled_at is not None, "the fixture is settled"
    absent = fixture.seats.filter(kind=ResultKind.FORFEITED, entry__left_at=None, wants_substitute=False)
    for seat in absent.select_related("entry__user"):
        at = vacated.get(seat.seat) or settled_at
        _incident, is_new = Incident.objects.get_or_create(seat=seat, defaults={"entry": seat.entry, "at": at})
        if is_new:
            changed.add(seat.entry)
    for entry in sorted(changed, key=lambda entry: entry.pk):
        _show_cards(season, entry)


def forget_absences(season: Season, fixture: Fixture) -> None:
    """Withdraw the incidents of a fixture that has no result any more, and the cards that followed."""
    for entry in sorted(_withdraw_incidents(fixture), key=lambda entry: entry.pk):
        _show_cards(season, entry)


def _withdraw_incidents(fixture: Fixture) -> set[Entry]:
    """Delete the incidents of seats that are no longer forfeited; return their entries."""
    withdrawn = Incident.objects.filter(seat__fixture=fixture).exclude(seat__kind=ResultKind.FORFEITED)
    changed = {incident.entry for incident in withdrawn.select_related("entry__user")}
    withdrawn.delete()
    return changed


def _show_cards(season: Season, entry: Entry) -> None:
    """Store the cards of an entry, one for each episode of its incidents. An incident may become known after later
    ones: then the card of its episode begins earlier, and surplus cards are deleted."""
    left = list(entry.cards.order_by("began_at"))
    shown = []
    for episode in episodes(entry.incidents.values_list("at", flat=True)):
        mine = [card for card in left if card.began_at in episode.times]
        left = [card for card in left if card not in mine]
        shown.append((episode, mine[0] if mine else None))
        left += mine[1:]
    Card.objects.filter(pk__in=[card.pk for card in left], lifted_at=None).delete()
    for episode, card in shown:
        _show_card(season, entry, episode, card)


def _show_card(season: Season, entry: Entry, episode: Episode, card: Card | None) -> None:
    known = None if card is None else card.kind
    card = card or Card(entry=entry)
    card.began_at, card.kind = episode.start, episode.card.value
    card.save()
    if known != card.kind:
        note(season.league, "card", season=season, subject=entry.user, kind=card.kind, public=False)
