"""Cross tables: how everybody of a division did against everybody else, match by match."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from leagues.selectors.seasons import FixtureLine, Line, SeatLine, Table


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two players, for the one of the row: "1" is placed ahead, "0" behind, "½" level, "·" still open,
    "–" not counted as played."""

    sign: str
    match: FixtureLine


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of the table with its meetings; one cell for each line in the order of the table, None for itself."""

    line: Line
    cells: list[list[Meeting] | None]


def crosstable(table: Table) -> list[CrossRow]:
    """The rows of a division's cross table, in the order of its table."""
    meetings: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for match in table.fixtures:
        for own in match.seats:
            for other in match.seats:
                if own is not other:
                    meetings[own.entry_id, other.entry_id].append(Meeting(_sign(own, other), match))
    return [CrossRow(line, _cells(line, table.lines, meetings)) for line in table.lines]


def _cells(
    line: Line, lines: Sequence[Line], meetings: dict[tuple[int, int], list[Meeting]]
) -> list[list[Meeting] | None]:
    own = line.entry.pk
    return [None if other.entry.pk == own else meetings[own, other.entry.pk] for other in lines]


def _sign(own: SeatLine, other: SeatLine) -> str:
    if not own.kind:
        return "·"
    if own.place is None or other.place is None:
        return "–"
    if own.place == other.place:
        return "½"
    return "1" if own.place < other.place else "0"
