"""What was measured, and how it is printed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.figures import percentile, table

PEER = (
    "Beside it: boardgame.io with PostgreSQL takes 1.6 to 3.2 ms for a move where a trivial database page takes "
    "1.7 ms, and has not stored the move when it answers."
)
COSTS = ("what", "server CPU", "in yardsticks", "median", "99 of 100", "statements", "bytes")


@dataclass
class Cost:
    """One kind of request: the server's CPU seconds for all that were sent, and how long each took; and `yardstick`,
    the CPU seconds of as many trivial pages that were asked for in between."""

    what: str
    times: list[float]
    cpu: float
    yardstick: float
    statements: int | None = None
    size: int | None = None

    @property
    def each(self) -> float:
        """CPU milliseconds of one."""
        return self.cpu / len(self.times) * 1000

    @property
    def ratio(self) -> float:
        """How many trivial pages one of it costs, under the same load."""
        return self.cpu / self.yardstick

    def row(self) -> tuple[str, ...]:
        """For the table under `COSTS`."""
        return (
            self.what,
            f"{self.each:.2f} ms",
            f"{self.ratio:.1f}",
            f"{percentile(self.times, 50) * 1000:.1f} ms",
            f"{percentile(self.times, 99) * 1000:.1f} ms",
            "" if self.statements is None else str(self.statements),
            "" if self.size is None else f"{self.size:,}",
        )


@dataclass
class Report:
    """Everything that one run measured."""

    machine: str
    costs: list[Cost] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        """The tables."""
        rows = [COSTS, *(cost.row() for cost in self.costs)]
        return f"{self.machine}\n\n{table(rows)}\n\n{table([('what', 'measured'), *self.facts])}\n\n{PEER}"


def times(values: Sequence[float]) -> str:
    """Median and the 99th of 100, in milliseconds."""
    return f"{percentile(values, 50) * 1000:.1f} ms, {percentile(values, 99) * 1000:.1f} ms"
