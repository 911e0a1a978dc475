"""What a title lends to a search: quick play, and a judgement of where it led. Written to be compiled."""

from abc import ABC, abstractmethod

from games.core.rows import Int, mypyc_attr
from games.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide(ABC):
    """Made anew for every decision, from a world of that decision. All worlds it is asked about descend from it.

    It is asked hundreds of times a second: it may prepare what it needs when it is made, and keep what it worked out.
    Randomness only by `world.below`.
    """

    @abstractmethod
    def horizon(self, world: State) -> Int:
        """A number that changes where looking on is no use, for example the round: simulations end there."""

    @abstractmethod
    def propose(self, world: State, seat: Int) -> Int:
        """A sensible next part for `seat`, one of `world.options(seat)`, drawn so that others get their turn too."""

    def play(self, world: State, seat: Int) -> None:
        """Make `seat`'s move, or what is missing of it, as `propose` would."""
        world.choose(seat, self.propose(world, seat))
        while world.composing(seat):
            world.choose(seat, self.propose(world, seat))

    @abstractmethod
    def values(self, world: State) -> list[float]:
        """For each seat how likely it is to win, from 0 to 1; at the end of a match its result."""

    @abstractmethod
    def weigh(self, world: State, seat: Int) -> list[float]:
        """How good each of `world.options(seat)` looks, in its order, in tenths of a win: `Knowledge.weigh`."""

    def shows(self, world: State, seat: Int) -> bool:
        """Whether everybody will see the next part that `seat` chooses. A search does not tell apart what it
        cannot see: such parts of others are proposed, and make no branch."""
        return not world.sealed()
