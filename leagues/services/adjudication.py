"""Matches that are not over when the time to play is: inside the season's lock.

What a person has not begun is called off. A running match ends as a tie of all who still hold their seats, and who gave
one up has forfeited it; the match itself is annulled by the sweep (`upkeep`), since its result counts for nobody's
rating.
"""

from django.db.models import QuerySet

from games.models import Seat
from leagues.core.results import Result, finished_match, forfeited_match, unplayed
from leagues.models import Fixture, FixtureState, Season
from leagues.services.log import note
from leagues.services.results import given_up, seats_of, settle_all


def adjudicate(season: Season, fixtures: QuerySet[Fixture]) -> int:
    """Settle those of `fixtures` that are not settled; how many. Matches that are over have been taken over before
    (`results.catch_up`)."""
    rows = fixtures.exclude(state=FixtureState.SETTLED).select_related("season", "division").order_by("number")
    found = [(fixture, _verdict(fixture)) for fixture in rows]
    for fixture, _result in found:
        note(season.league, "adjudicated", season=season, fixture=fixture.number)
    settle_all(season, found)
    return len(found)


def _verdict(fixture: Fixture) -> Result:
    seats = seats_of(fixture)
    players = [seat.entry_id for seat in seats]
    if fixture.match_id is None:
        return unplayed(fixture.number, fixture.round, players)
    rows = dict(Seat.objects.filter(match=fixture.match_id).values_list("index", "timeouts"))
    timeouts = [rows[seat.seat] for seat in seats]
    forfeited = [seat.entry_id for seat in seats if seat.seat in given_up(fixture)]
    if len(forfeited) >= len(players) - 1:
        return forfeited_match(fixture.number, fixture.round, players, forfeited, timeouts=timeouts)
    return finished_match(
        fixture.number, fixture.round, players, [1] * len(players), timeouts=timeouts, forfeited=forfeited
    )
