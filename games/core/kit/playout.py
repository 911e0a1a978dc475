"""Fast random playouts: for benchmarks, and for the law that matches end."""

from games.core.engine.rows import Int
from games.core.engine.state import CHANCE, OVER, State

MAX_STEPS = 50_000


def play_out(state: State) -> Int:
    """Play `state` to the end at random, by its own generator, chance included. Returns the number of moves; raises
    `EndlessMatch`."""
    moves: Int = 0
    for _step in range(MAX_STEPS):
        seat = state.to_move()
        if seat >= 0:
            state.random_move(seat)
            moves += 1
        elif seat == CHANCE:
            state.settle_chance()
        else:
            assert seat == OVER
            return moves
    from games.core.kit.simulation import EndlessMatch  # exceptions are not compiled

    raise EndlessMatch(f"random play goes on after {MAX_STEPS} steps")
