"""The end of the match (rules page, #end): checked after every step of a power and after the fines."""

from games.core.engine.rows import Int
from games.core.engine.state import OVER
from games.titles.mascarade.rules.components import (
    ADJUDICATED,
    BANKRUPT,
    CHEATED,
    EFFECT_ENDED,
    FINISHED,
    NONE,
    RICH,
    THIRTEEN,
)
from games.titles.mascarade.rules.fields import MascaradeFields


def ended(state: MascaradeFields) -> bool:
    """End the match if a player has thirteen coins, or else if a player has none; return whether it has ended."""
    bankrupt = False
    for seat in range(state.seats):
        coins = state.coins[seat]
        if coins >= RICH:
            end(state, THIRTEEN)
            return True
        if coins == 0:
            bankrupt = True
    if bankrupt:
        end(state, BANKRUPT)
    return bankrupt


def cheat(state: MascaradeFields, seat: Int) -> None:
    """End the match: the Cheater wins alone."""
    state.champion = seat
    end(state, CHEATED)


def adjudicate(state: MascaradeFields) -> None:
    """End the match after the last turn without a winner: the richest win."""
    end(state, ADJUDICATED)


def end(state: MascaradeFields, how: Int) -> None:
    """End the match."""
    state.ending = how
    state.phase = FINISHED
    state.decider = OVER
    state.record(EFFECT_ENDED, how)


def ranking(state: MascaradeFields) -> list[Int]:
    """Return places by seat: 1 for the winners, then by coins; equal seats share the better place."""
    found: list[Int] = []
    for seat in range(state.seats):
        place: Int = 1
        for other in range(state.seats):
            if seat != state.champion and (other == state.champion or state.coins[other] > state.coins[seat]):
                place += 1
        found.append(place)
    return found


def winners(state: MascaradeFields) -> list[Int]:
    """Return the seats in the first place."""
    if state.champion != NONE:
        return [state.champion]
    return [seat for seat, place in enumerate(ranking(state)) if place == 1]
