"""The results that unfinished matches would have now: by the end of play, or because a player leaves."""

from collections.abc import Mapping
from typing import TypeAlias

from django.db.models import QuerySet

from games import clock
from games.models import FormerHolder, Seat, Status
from leagues.core.dropouts import DropOut, drop_out
from leagues.core.fixtures import Fixture as CoreFixture
from leagues.core.results import Result, annulled, finished_match, forfeited_match, unplayed
from leagues.core.rules import Unfinished
from leagues.models import Division, Entry, Fixture, FixtureSeat, FixtureState, Season
from leagues.selectors.results import results_of

Fixtures: TypeAlias = QuerySet[Fixture]


def without_extension(season: Season) -> Fixtures:
    """Return the fixtures of a season that end with the time to play: those whose extension is not over have more."""
    return season.fixtures.exclude(extended_until__gt=clock.now())


def verdicts(fixtures: Fixtures) -> list[tuple[Fixture, Result]]:
    """Return how the unfinished ones of `fixtures` would end."""
    rows = fixtures.exclude(state=FixtureState.SETTLED).exclude(match__status=Status.FINISHED)
    return [(row, _verdict(row)) for row in rows.select_related("season", "division").order_by("number")]


def _verdict(fixture: Fixture) -> Result:
    seats = seats_of(fixture)
    players = [seat.entry_id for seat in seats]
    if fixture.match_id is None:
        return unplayed(fixture.number, fixture.round, players)
    rows = {seat.index: seat for seat in Seat.objects.filter(match=fixture.match_id)}
    timeouts = [rows[seat.seat].timeouts for seat in seats]
    gone = given_up(fixture)
    forfeited = [seat.entry_id for seat in seats if seat.seat in gone]
    if len(forfeited) >= len(players) - 1:
        return forfeited_match(fixture.number, fixture.round, players, forfeited, timeouts=timeouts)
    by_conduct = fixture.season.unfinished == Unfinished.CONDUCT
    places = [2 if by_conduct and rows[seat.seat].due_decision is not None else 1 for seat in seats]
    result = finished_match(fixture.number, fixture.round, players, places, timeouts=timeouts, forfeited=forfeited)
    return annulled(result) if fixture.season.unfinished == Unfinished.NOBODY and not forfeited else result


def seats_of(fixture: Fixture) -> list[FixtureSeat]:
    """Return the seats of a fixture, in order."""
    return list(fixture.seats.order_by("seat"))


def given_up(fixture: Fixture) -> set[int]:
    """Return the seats of a fixture's match that are forfeits of their entries, if it ends now."""
    left = Seat.objects.filter(match=fixture.match_id, vacated_at__isnull=False).values_list("index", flat=True)
    replaced = FormerHolder.objects.filter(match=fixture.match_id).values_list("seat", flat=True)
    return set(left) | (set() if fixture.season.bench_scores else set(replaced))


def drop_out_of(division: Division, entry: Entry) -> DropOut:
    """Return what happens to the matches of a division if `entry` leaves it now; nothing is stored."""
    return drop_out(entry.pk, results_of(division), unfinished(open_rows(division)))


def open_rows(division: Division) -> dict[int | str, Fixture]:
    """Return the fixtures of a division that are not settled, by number."""
    rows = Fixture.objects.filter(division=division).exclude(state=FixtureState.SETTLED)
    return {row.number: row for row in rows.select_related("season", "division").prefetch_related("seats")}


def unfinished(rows: Mapping[int | str, Fixture]) -> dict[int | str, CoreFixture]:
    """Return the fixtures as the arithmetic takes them."""
    return {
        number: CoreFixture(row.round, tuple(seat.entry_id for seat in row.seats.all())) for number, row in rows.items()
    }
