"""The searches of the stronger levels: a guide, a number of re-dealt worlds, and a search method."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.bots.bot import world_seeds
from games.bots.search.candidates import best_moves
from games.bots.search.flat import Trial
from games.bots.search.guide import Guide
from games.bots.search.tree import Tree
from games.core.engine.state import State
from games.core.title.thinker import InformationSet, Thinker

GuideFactory = Callable[[State], Guide]
"""Makes a guide from a world of the decision."""


@dataclass(frozen=True, slots=True)
class TreeThinker(Thinker):
    """Tree search with a fixed number of iterations, each in a newly dealt world."""

    guide_factory: GuideFactory
    iterations: int
    moves: int = 100
    """The maximal length of a roll-out; most end sooner, at the guide's horizon."""
    exploration: float = 0.3
    widen: float = 1.0
    bias_weight: float = 1.0
    """The weight of the guide's prior, which decreases with the visits of a branch."""

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seeds = world_seeds(seed, self.iterations + 1)
        world = known.deal(seeds[0])
        guide = self.guide_factory(world)
        tree = Tree(guide, known.seat, guide.horizon(world), self.moves, self.exploration, self.widen, self.bias_weight)
        for each in seeds[1:]:
            tree.iterate(known.deal(each))
        return list(tree.answer(world))

    def times(self, factor: float) -> "TreeThinker":
        return replace(self, iterations=max(1, round(self.iterations * factor)))

    def effort(self) -> str:
        return f"{self.iterations:,} iterations"


@dataclass(frozen=True, slots=True)
class FlatThinker(Thinker):
    """Sequential halving over the best candidate moves, all tried in the same worlds. The worse half is dropped
    `halvings` times; the number of worlds, `worlds` at first, doubles after each time."""

    guide_factory: GuideFactory
    worlds: int
    candidates: int = 12
    halvings: int = 0
    moves: int = 100
    """The maximal length of a roll-out; most end sooner, at the guide's horizon."""
    looks: int = 1
    """The number of worlds whose weights choose the candidates."""

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seeds = world_seeds(seed, self.worlds * (2 ** (self.halvings + 1) - 1) + self.looks)
        worlds = [known.deal(each) for each in seeds[: self.looks]]
        world = worlds[0]
        guide = self.guide_factory(world)
        moves = best_moves(guide, worlds, known.seat, self.candidates)
        if len(moves) == 1:
            return moves[0]
        trial = Trial(guide, known.seat, guide.horizon(world), self.moves, moves)
        at = self.looks
        for halving in range(self.halvings + 1):
            if halving:
                trial.halve()
            for each in seeds[at : at + self.worlds * 2**halving]:
                trial.run(known.deal(each))
            at += self.worlds * 2**halving
        return list(trial.best())

    def times(self, factor: float) -> "FlatThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.candidates} candidates, {self.worlds * (2 ** (self.halvings + 1) - 1)} worlds"
