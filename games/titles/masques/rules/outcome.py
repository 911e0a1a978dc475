"""How a match ended: places for all seats (rules page, #end)."""

from collections.abc import Sequence

from games.core.engine.outcome import Outcome, places_by_key
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, NOBODY
from games.titles.masques.rules.fields import MasquesFields


def outcome_of(state: MasquesFields) -> Outcome:
    """Return the places and the reason: the winner is first, the others follow by how near they came (`place_key`)."""
    keys = [place_key(state, seat) for seat in range(state.seats)]
    reason = "stop" if state.winner == NOBODY else "all5" if state.won_by == GUILDS else "guild"
    return Outcome(places_by_key(keys), reason)


def place_key(state: MasquesFields, seat: int) -> tuple[int, ...]:
    """Return a sort key, smaller is better: winning, distance to a win, total favour, ducats."""
    favour = list(state.favour)[seat * GUILDS : seat * GUILDS + GUILDS]
    return (int(state.winner != seat), min(lacking(favour)), -sum(favour), -state.ducats[seat])


def lacking(favour: Sequence[int]) -> tuple[int, int]:
    """Return how many favours a seat with these, by guild, lacks to win by one guild, and to win by one of each."""
    return FAVOURS_TO_WIN - max(favour), GUILDS - sum(count > 0 for count in favour)
