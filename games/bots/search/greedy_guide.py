"""The default guide: plays greedily by the title's `Knowledge`. Written to be compiled."""

from games.bots.search.guide import Guide
from games.core.engine.rows import Int
from games.core.engine.state import State
from games.core.title.knowledge import Knowledge

EXPLORATION_INTERVAL = 4  # on average, one part in this many is chosen at random
WIN_PER_POINT = 0.02  # winning probability for each unit of `Knowledge.evaluate` above the mean of all seats


class GreedyGuide(Guide):
    """Usually chooses the part with the largest weight; roll-outs end by their number of moves only."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge: Knowledge = knowledge

    def horizon(self, world: State) -> Int:
        return 0

    def propose(self, world: State, seat: Int) -> Int:
        if world.randbelow(EXPLORATION_INTERVAL) == 0:
            return world.random_option(seat)
        options = world.options(seat)
        weights = self.knowledge.weigh(world, seat)
        best: Int = 0
        for at in range(len(options)):
            if weights[at] > weights[best]:
                best = at
        return options[best]

    def values(self, world: State) -> list[float]:
        points = self.knowledge.evaluate(world)
        mean = sum(points) / len(points)
        outcome = world.outcome()
        if outcome is not None:
            winners = outcome.winners
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(points))]
        return [min(1.0, max(0.0, 1.0 / len(points) + WIN_PER_POINT * (each - mean))) for each in points]

    def weigh(self, world: State, seat: Int) -> list[float]:
        return self.knowledge.weigh(world, seat)
