"""What was measured, and how it is printed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.figures import percentile, table

COSTS = ("what", "server CPU", "in yardsticks", "median", "99 of 100", "statements", "bytes")


@dataclass
class Cost:
    """One kind of request: how many were sent, the server's CPU seconds for all, and how long each took."""

    what: str
    times: list[float]
    cpu: float
    statements: int | None = None
    size: int | None = None

    @property
    def each(self) -> float:
        """CPU milliseconds of one."""
        return self.cpu / len(self.times) * 1000

    def row(self, yardstick: float) -> tuple[str, ...]:
        """For the table under `COSTS`."""
        return (
            self.what,
            f"{self.each:.2f} ms",
            f"{self.each / yardstick:.1f}",
            f"{percentile(self.times, 50) * 1000:.1f} ms",
            f"{percentile(self.times, 99) * 1000:.1f} ms",
            "" if self.statements is None else str(self.statements),
            "" if self.size is None else f"{self.size:,}",
        )


@dataclass
class Report:
    """Everything that one run measured."""

    machine: str
    yardstick: Cost
    costs: list[Cost] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        """The tables."""
        rows = [COSTS, *(cost.row(self.yardstick.each) for cost in [self.yardstick, *self.costs])]
        return f"{self.machine}\n\n{table(rows)}\n\n{table([('what', 'measured'), *self.facts])}"


def times(values: Sequence[float]) -> str:
    """Median and the 99th of 100, in milliseconds."""
    return f"{percentile(values, 50) * 1000:.1f} ms, {percentile(values, 99) * 1000:.1f} ms"
