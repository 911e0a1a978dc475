"""Matches that are not over when the time to play is: inside the season's lock.

What a person has not begun is called off. A running match ends as a tie of all who still hold their seats, and who gave
one up has forfeited it; the match itself is annulled by the sweep (`upkeep`), since its result counts for nobody's
rating.
"""

from games.models import Seat
from leagues.core.results import Result, ResultKind, SeatResult, unplayed
from leagues.models import Fixture, FixtureState, Season
from leagues.services.log import note
from leagues.services.results import seats_of, settle


def adjudicate(season: Season, fixture: Fixture) -> None:
    """Settle an unfinished fixture. Does nothing if it is settled."""
    if fixture.state == FixtureState.SETTLED:
        return
    note(season.league, "adjudicated", season=season, fixture=fixture.number)
    settle(season, fixture, _verdict(fixture))


def _verdict(fixture: Fixture) -> Result:
    seats = seats_of(fixture)
    players = [seat.entry_id for seat in seats]
    if fixture.match_id is None:
        return unplayed(fixture.number, fixture.round, players)
    rows = {row.index: row for row in Seat.objects.filter(match=fixture.match_id)}
    held = [seat.seat for seat in seats if rows[seat.seat].vacated_at is None]
    if not held:
        return unplayed(fixture.number, fixture.round, players)
    return Result(
        fixture.number,
        fixture.round,
        tuple(
            SeatResult(seat.entry_id, 1, ResultKind.PLAYED, timeouts=rows[seat.seat].timeouts)
            if seat.seat in held
            else SeatResult(seat.entry_id, None, ResultKind.FORFEITED, timeouts=rows[seat.seat].timeouts)
            for seat in seats
        ),
    )
