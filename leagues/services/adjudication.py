"""Matches that are not over when the time to play is: inside the season's lock.

A match that has not started is called off. A running match ends as the season says (`leagues.core.rules.Unfinished`),
and seats that were given up are forfeited. The sweep (`upkeep`) annuls the match itself, so it is not rated.
"""

from typing import TypeAlias

from django.db.models import QuerySet

from games import clock
from games.models import Seat, Status
from leagues.core.results import Result, annulled, finished_match, forfeited_match, unplayed
from leagues.core.rules import Unfinished
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
