"""A title's heuristics for bots: weights of next parts, and an evaluation of positions."""

from abc import ABC, abstractmethod
from collections.abc import Collection

from games.core.engine.rows import mypyc_attr
from games.core.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(ABC):
    """A title's heuristics. They are called with re-dealt worlds only, never with the true position."""

    @abstractmethod
    def weigh(self, world: State, seat: int) -> list[float]:
        """Return a weight for each of `world.options(seat)`, in that order; larger is better for `seat`.

        One unit is about a tenth of a win, so that soft-max temperatures mean the same for all titles. Deterministic
        given `world` (its generator included).
        """

    @abstractmethod
    def evaluate(self, world: State) -> list[float]:
        """Return the value of the position for each seat, in the same unit; at the end of a match, its result."""

    # For `manage.py train`, if the title's evaluation is a sum of fitted weights.

    feature_count: int = 0
    """How many features there are; 0: nothing is fitted."""
    free_features: Collection[int] = ()
    """The features that may lower a chance; all others never do."""

    def stage(self, world: State) -> int:
        """Return a number, for example the round: training takes a position each time it changes."""
        return 0

    def features(self, world: State) -> list[list[int]]:
        """Return, by seat, the numbers of its features, whose weights the evaluation adds up."""
        return []
