"""Figures and tables."""

from collections.abc import Iterable, Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of 100 lie; 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows of a Markdown table, the first one as its head."""
    head, *rest = [list(row) for row in rows]
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
