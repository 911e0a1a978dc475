"""Matches that are still running when the time to play is over. Inside the season's lock.

A match that has not started is called off. A running match ends as the season says (`leagues.core.rules.Unfinished`),
and seats that were given up are forfeited. The sweep (`upkeep`) annuls the match itself, so it is not rated.
"""

from leagues.models import Season
from leagues.selectors.endings import Fixtures, verdicts
from leagues.services.organising.log import note
from leagues.services.playing.settling import settle_all


def adjudicate(season: Season, fixtures: Fixtures) -> int:
    """Settle those of `fixtures` that are not settled; return how many. The results of matches that are over must be
    stored before (`catching_up.catch_up`)."""
    found = verdicts(fixtures)
    for fixture, _result in found:
        note(season.league, "adjudicated", season=season, fixture=fixture.number)
    settle_all(season, found)
    return len(found)
