"""What a title tells the bots: how good each next part looks."""

from abc import ABC, abstractmethod

from games.core.rows import mypyc_attr
from games.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(ABC):
    """A title's judgement. It is asked about re-dealt worlds only, never about the true position."""

    @abstractmethod
    def weigh(self, world: State, seat: int) -> list[float]:
        """How good each of `world.options(seat)` looks for `seat`, in its order; larger is better.

        The unit is about one point of a tenth of a win, so that soft-max temperatures mean the same for all
        titles. Deterministic given `world` (its generator included).
        """

    @abstractmethod
    def evaluate(self, world: State) -> list[float]:
        """For each seat, how the position looks, in the same unit; at the end of a match, its result."""
