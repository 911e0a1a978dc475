"""Random play to the end, as quickly as it goes: for measuring, and for laws that want to know that matches end."""

from games.core.rows import Int
from games.core.state import CHANCE, OVER, State

MOST_STEPS = 50_000


def play_out(state: State) -> Int:
    """Random play, chance included, by the state's own generator to the end of the match; how many moves it took."""
    moves: Int = 0
    for _step in range(MOST_STEPS):
        seat = state.to_move()
        if seat >= 0:
            state.random_move(seat)
            moves += 1
        elif seat == CHANCE:
            state.settle_chance()
        else:
            assert seat == OVER
            return moves
    from games.core.simulation import EndlessMatch  # exceptions are not compiled

    raise EndlessMatch(f"random play goes on after {MOST_STEPS} steps")
