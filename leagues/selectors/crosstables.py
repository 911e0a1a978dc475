"""Cross tables: the results of every player of a division against every other, match by match."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from leagues.core.results import ResultKind
from leagues.selectors.seasons import FixtureLine, Line, SeatLine, ShownDivision

AHEAD, BEHIND, LEVEL, OPEN, NOT_COUNTED = "1", "0", "½", "·", "–"
# The notation of cross tables for unplayed results; an annulled match does not count.
UNPLAYED_SIGNS = {
    ResultKind.WON_BY_FORFEIT: "+",
    ResultKind.FORFEITED: "×",
    ResultKind.ANNULLED: NOT_COUNTED,
    ResultKind.UNPLAYED: NOT_COUNTED,
}


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two players and its sign for the one of the row: ahead, behind or level, still open, won by forfeit
    or forfeited, or not counted."""

    sign: str
    match: FixtureLine


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of the standings with its meetings; one cell for each line in their order, None for itself."""

    line: Line
    cells: list[list[Meeting] | None]


def crosstable(shown: ShownDivision) -> list[CrossRow]:
    """Return the rows of a division's cross table, in the order of its standings."""
    meetings: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for match in shown.fixtures:
        for own in match.seats:
            for other in match.seats:
                if own is not other:
                    meetings[own.entry_id, other.entry_id].append(Meeting(_sign(own, other), match))
    return [CrossRow(line, _cells(line, shown.lines, meetings)) for line in shown.lines]


def _cells(
    line: Line, lines: Sequence[Line], meetings: dict[tuple[int, int], list[Meeting]]
) -> list[list[Meeting] | None]:
    own = line.entry.pk
    return [None if other.entry.pk == own else meetings[own, other.entry.pk] for other in lines]


def _sign(own: SeatLine, other: SeatLine) -> str:
    if not own.kind:
        return OPEN
    if ResultKind(own.kind) in UNPLAYED_SIGNS:
        return UNPLAYED_SIGNS[ResultKind(own.kind)]
    if ResultKind(other.kind) is ResultKind.FORFEITED:
        return AHEAD
    if own.place is None or other.place is None:
        return NOT_COUNTED
    if own.place == other.place:
        return LEVEL
    return AHEAD if own.place < other.place else BEHIND
