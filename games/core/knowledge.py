"""What a title tells the bots: how good each next part looks, and how strong levels think."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from games.core.rows import mypyc_attr
from games.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker(ABC):
    """A way to decide from dealt worlds: the same seed, with the same knowledge, gives the same move."""

    @abstractmethod
    def think(self, seat: int, deal: Callable[[int], State], seed: int) -> list[int]:
        """All parts of a whole, legal move for `seat`, which owes a decision and has chosen no part.

        `deal` gives a fresh world for the seat from a 32-bit seed.
        """

    @abstractmethod
    def times(self, factor: float) -> "Thinker":
        """The same thinker with `factor` times the effort, or nearly so: with more it must not play worse."""

    @abstractmethod
    def effort(self) -> str:
        """How much it thinks, in a few words for a table: “2,000 iterations”."""


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

    def thinker(self, level: str) -> Thinker | None:
        """How the title thinks at `level`, a name of `games.bots.levels`; None: as any title would."""
        return None
