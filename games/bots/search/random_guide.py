"""A guide without knowledge of the title, for benchmarks of the search alone. Written to be compiled."""

from games.bots.search.guide import Guide
from games.core.engine.rows import Int
from games.core.engine.state import State


class RandomGuide(Guide):
    """Plays roll-outs at random; all seats have the same value until the match is over."""

    def __init__(self, seats: Int) -> None:
        self.even: list[float] = [1.0 / float(seats) for _ in range(seats)]

    def horizon(self, world: State) -> Int:
        return 0

    def propose(self, world: State, seat: Int) -> Int:
        return world.random_option(seat)

    def play(self, world: State, seat: Int) -> None:
        if world.composing(seat):
            super().play(world, seat)
        else:
            world.random_move(seat)

    def values(self, world: State) -> list[float]:
        outcome = world.outcome()
        if outcome is None:
            return self.even
        winners = outcome.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(self.even))]

    def weigh(self, world: State, seat: Int) -> list[float]:
        return [0.0 for _ in world.options(seat)]
