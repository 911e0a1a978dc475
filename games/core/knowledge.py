"""A title's heuristics for bots: weights of next parts, and an evaluation of positions."""

from abc import ABC, abstractmethod

from games.core.rows import mypyc_attr
from games.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(ABC):
    """A title's heuristics. They are called with re-dealt worlds only, never with the true position."""

    @abstractmethod
    def weigh(self, world: State, seat: int) -> list[float]:
        """A weight for each of `world.options(seat)`, in that order; larger is better for `seat`.

        One unit is about a tenth of a win, so that soft-max temperatures mean the same for all titles. Deterministic
        given `world` (its generator included).
        """

    @abstractmethod
    def evaluate(self, world: State) -> list[float]:
        """The value of the position for each seat, in the same unit; at the end of a match, its result."""
