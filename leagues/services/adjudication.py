"""Matches that are not over when the time to play is: inside the season's lock.

What a person has not begun is called off. A running match ends as a tie of all who still hold their seats, and who gave
one up has forfeited it; the match itself is annulled by the sweep (`upkeep`), since its result counts for nobody's
rating.
"""

from typing import TypeAlias

from django.db.models import QuerySet

from games import clock
from games.models import Seat, Status
from leagues.core.results import Result, finished_match, forfeited_match, unplayed
from leagues.models import Fixture, FixtureState, Season
from leagues.services.log import note
from leagues.services.results import given_up, seats_of, settle_all

Fixtures: TypeAlias = QuerySet[Fixture]


def adjudicate(season: Season, fixtures: Fixtures) -> int:
    """Settle those of `fixtures` that are not settled; how many. Matches that are over have been taken over before
    (`results.catch_up`)."""
    found = verdicts(fixtures)
    for fixture, _result in found:
        note(season.league, "adjudicated", season=season, fixture=fixture.number)
    settle_all(season, found)
    return len(found)


def without_extension(season: Season) -> Fixtures:
    """The fixtures of a season that end with the time to play: those whose extension is not over have more."""
    return season.fixtures.exclude(extended_until__gt=clock.now())


def verdicts(fixtures: Fixtures) -> list[tuple[Fixture, Result]]:
    """How those of `fixtures` would end that are not over."""
    rows = fixtures.exclude(state=FixtureState.SETTLED).exclude(match__status=Status.FINISHED)
    return [(row, _verdict(row)) for row in rows.select_related("season", "division").order_by("number")]


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
