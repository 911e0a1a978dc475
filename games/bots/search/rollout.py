"""Playing a world on by a guide, as far as looking on is of use. Written to be compiled."""

from games.bots.search.guide import Guide
from games.core.rows import Int
from games.core.state import CHANCE, OVER, State


def roll_out(guide: Guide, world: State, horizon: Int, moves: Int) -> list[float]:
    """The guide's values after `moves` more moves at most, or where `chapter` ends. Changes `world`."""
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
