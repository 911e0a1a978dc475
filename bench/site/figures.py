"""The figures of a run, and their tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.figures import markdown_table, percentile

PEER = (
    "For comparison: boardgame.io with PostgreSQL takes 1.6 to 3.2 ms for a move where a trivial database page takes "
    "1.7 ms, and has not stored the move when it answers."
)
COSTS = ("what", "server CPU", "in yardsticks", "median", "99 of 100", "statements", "bytes")


@dataclass
class Cost:
    """One kind of request: the time of each, the CPU seconds of the server for all of them, and, as `yardstick`, the
    CPU seconds of as many trivial pages that were requested in between."""

    what: str
    times: list[float]
    cpu: float
    yardstick: float
    statements: int | None = None
    size: int | None = None

    @property
    def each(self) -> float:
        """CPU milliseconds per request."""
        return self.cpu / len(self.times) * 1000

    @property
    def ratio(self) -> float:
        """CPU time relative to a trivial page under the same load."""
        return self.cpu / self.yardstick

    def row(self) -> tuple[str, ...]:
        """Return a row of the table with the header `COSTS`."""
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
    """All figures of one run."""

    machine: str
    costs: list[Cost] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the tables."""
        rows = [COSTS, *(cost.row() for cost in self.costs)]
        facts = [("what", "measured"), *self.facts]
        return f"{self.machine}\n\n{markdown_table(rows)}\n\n{markdown_table(facts)}\n\n{PEER}"


def times(values: Sequence[float]) -> str:
    """Return the median and the 99th percentile, in milliseconds."""
    return f"{percentile(values, 50) * 1000:.1f} ms, {percentile(values, 99) * 1000:.1f} ms"
