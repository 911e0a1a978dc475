"""Percentiles and tables."""

from collections.abc import Iterable, Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """Return the `share`-th percentile; 0 if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


def markdown_table(rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; the first row is its header."""
    head, *rest = [list(row) for row in rows]
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
