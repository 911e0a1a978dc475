"""Roll-outs of a world by a guide. Written to be compiled."""

from games.bots.search.guide import Guide
from games.core.engine.rows import Int
from games.core.engine.state import CHANCE, OVER, State


def roll_out(guide: Guide, world: State, horizon: Int, moves: Int) -> list[float]:
    """Return the guide's values after at most `moves` moves, or when the guide's horizon changes. Changes `world`."""
    while moves > 0:
        seat = world.to_move()
        if seat == OVER or guide.horizon(world) != horizon:
            break
        if seat == CHANCE:
            world.random_chance()
        else:
            guide.play(world, seat)
            moves -= 1
    return guide.values(world)
