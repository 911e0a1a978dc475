"""A title's heuristics for a search: a roll-out policy and an evaluation. Written to be compiled."""

from abc import ABC, abstractmethod

from games.core.engine.rows import Int, mypyc_attr
from games.core.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide(ABC):
    """Constructed for every decision, from a world of that decision. All worlds that it is called with descend from it.

    It is called hundreds of times a second; it may precompute and cache. It must use no randomness but
    `world.randbelow`.
    """

    @abstractmethod
    def horizon(self, world: State) -> Int:
        """Return a number, for example the round; a roll-out ends when it changes."""

    @abstractmethod
    def propose(self, world: State, seat: Int) -> Int:
        """Return a plausible next part for `seat`, one of `world.options(seat)`, drawn at random so that others are
        tried."""

    def play(self, world: State, seat: Int) -> None:
        """Complete a move of `seat` with parts from `propose`."""
        world.choose(seat, self.propose(world, seat))
        while world.composing(seat):
            world.choose(seat, self.propose(world, seat))

    @abstractmethod
    def values(self, world: State) -> list[float]:
        """Return each seat's probability of winning, from 0 to 1; at the end of a match its result."""

    @abstractmethod
    def weigh(self, world: State, seat: Int) -> list[float]:
        """Return a weight for each of `world.options(seat)`, in that order, in tenths of a win: `Knowledge.weigh`."""

    def shows(self, world: State, seat: Int) -> bool:
        """Return whether all seats will see the next part that `seat` chooses. A tree has no branches for hidden parts
        of other seats; they are chosen by `propose`."""
        return not world.sealed()
