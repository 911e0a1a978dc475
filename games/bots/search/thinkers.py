"""How strong levels think: a guide, a number of worlds, a way to use them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.bots.bot import world_seeds
from games.bots.search.candidates import best_moves
from games.bots.search.flat import Trial
from games.bots.search.guide import Guide
from games.bots.search.tree import Tree
from games.core.state import State
from games.core.thinker import InformationSet, Thinker

MakeGuide = Callable[[State], Guide]
"""A fresh guide from a world of the decision."""


@dataclass(frozen=True, slots=True)
class TreeThinker(Thinker):
    """Tree search with a fixed number of iterations, a dealt world for each."""

    make_guide: MakeGuide
    iterations: int
    moves: int = 100
    """The most moves of a roll-out; the guide's chapters end most of them sooner."""
    explore: float = 0.3
    widen: float = 1.0
    trust: float = 1.0
    """How much the guide's liking counts against the first visits of a branch."""

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seeds = world_seeds(seed, self.iterations + 1)
        world = known.deal(seeds[0])
        guide = self.make_guide(world)
        tree = Tree(guide, known.seat, guide.horizon(world), self.moves, self.explore, self.widen, self.trust)
        for each in seeds[1:]:
            tree.iterate(known.deal(each))
        return list(tree.answer(world))

    def times(self, factor: float) -> "TreeThinker":
        return replace(self, iterations=max(1, round(self.iterations * factor)))

    def effort(self) -> str:
        return f"{self.iterations:,} iterations"


@dataclass(frozen=True, slots=True)
class FlatThinker(Thinker):
    """The candidates that look best, tried in the same worlds; with `halvings` the worse half is dropped so often,
    each time after `worlds` more worlds, twice as many as before."""

    make_guide: MakeGuide
    worlds: int
    candidates: int = 12
    halvings: int = 0
    moves: int = 100
    """The most moves of a roll-out; the guide's chapters end most of them sooner."""

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seeds = world_seeds(seed, self.worlds * (2 ** (self.halvings + 1) - 1) + 1)
        world = known.deal(seeds[0])
        guide = self.make_guide(world)
        moves = best_moves(guide, world, known.seat, self.candidates)
        if len(moves) == 1:
            return moves[0]
        trial = Trial(guide, known.seat, guide.horizon(world), self.moves, moves)
        at = 1
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
