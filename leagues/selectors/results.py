"""The results of a division as the arithmetic takes them. Players are the primary keys of entries."""

from collections.abc import Iterable

from leagues.core.results import Result, ResultKind, SeatResult
from leagues.models import Division, FixtureSeat, FixtureState

COLUMNS = ("fixture_id", "fixture__number", "fixture__round", "entry_id", "place", "kind", "score", "timeouts")


def results_of(division: Division) -> list[Result]:
    """Return the results of all settled fixtures of a division, in their order; one statement."""
    seats = FixtureSeat.objects.filter(fixture__division=division, fixture__state=FixtureState.SETTLED)
    return results_from(seats.order_by("fixture__number", "seat").values_list(*COLUMNS))


def results_from(rows: Iterable[tuple[int, int, int, int, int | None, str, int | None, int]]) -> list[Result]:
    """Return the results in rows of `COLUMNS`, which are ordered by fixture and seat."""
    seats: dict[tuple[int, int], list[SeatResult]] = {}
    for _pk, number, round_number, entry, place, kind, score, timeouts in rows:
        seat = SeatResult(entry, place, ResultKind(kind), score, timeouts)
        seats.setdefault((number, round_number), []).append(seat)
    return [Result(number, round_number, tuple(found)) for (number, round_number), found in seats.items()]
