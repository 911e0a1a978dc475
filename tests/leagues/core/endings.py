"""All ways in which the remaining matches of a small league may end."""

from itertools import product

from games.core.engine.outcome import places_by_key
from leagues.core.fixtures import Bye
from leagues.core.results import bye, finished_match, forfeited_match, unplayed


def results_of(key, fixture):
    """Every result that a match can have: all orders, all ties, forfeits of anybody, and no result at all."""
    if isinstance(fixture, Bye):
        return [bye(key, 0, fixture.player), unplayed(key, 0, (fixture.player,))]
    players = fixture.players
    seats = len(players)
    rankings = {places_by_key([(level,) for level in levels]) for levels in product(range(seats), repeat=seats)}
    found = {finished_match(key, 0, players, places) for places in rankings}
    for left in product((False, True), repeat=seats):
        forfeited = {player for player, gone in zip(players, left, strict=True) if gone}
        if len(forfeited) >= seats - 1:
            found.add(forfeited_match(key, 0, players, forfeited))
        elif forfeited:
            found |= {finished_match(key, 0, players, places, forfeited=forfeited) for places in rankings}
    return [unplayed(key, 0, players), *sorted(found, key=str)]


def endings(remaining):
    """Every combination of results of the remaining matches."""
    return product(*(results_of(("end", number), fixture) for number, fixture in enumerate(remaining)))
