"""Former holders of seats that were taken over: past events show their names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.core.engine.ending import TAKEN_OVER
from games.core.engine.events import Event, EventKind
from games.models import FormerHolder
from games.policy import policy
from games.selectors.stored import each_readable
from games.translation import seat_number

Names = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class FormerName:
    """Records that `seat` was held by `name` until the event at `ply`; "" for a deleted account."""

    ply: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class FormerNames:
    """The former holders of all seats of a match, in the order in which their seats were taken over."""

    rows: tuple[FormerName, ...] = ()

    def at(self, ply: int, names: Names) -> Names:
        """Return the names by seat index at the time of the event at `ply`; `names` are those of now."""
        before = {row.seat: row.name or seat_number(row.seat) for row in reversed(self.rows) if row.ply > ply}
        return (lambda seat: before.get(seat) or names(seat)) if before else names

    def until(self, ply: int) -> str:
        """Return the name of the player whose seat was taken over at `ply`; "" if unknown."""
        return next((row.name for row in self.rows if row.ply == ply), "")

    def before(self, seat: int) -> str | None:
        """Return the name of the player who held `seat` before its present holder; None if it was never taken over."""
        return next((row.name for row in reversed(self.rows) if row.seat == seat), None)


NOBODY = FormerNames()


def former_names_of(logs: Mapping[str, Sequence[Event]]) -> dict[str, FormerNames]:
    """Return the former names of the seats that were taken over, by match; one statement, none if
    there are none. A row that cannot be read is left out."""
    match_ids = [match_id for match_id, events in logs.items() if any(map(_is_take_over, events))]
    if not match_ids:
        return {}
    rows = FormerHolder.objects.filter(match__in=match_ids).select_related("user").order_by("match", "ply")
    found: dict[str, list[FormerHolder]] = {}
    for row in each_readable(rows):
        if isinstance(row.ply, int) and isinstance(row.seat, int):
            found.setdefault(row.match_id, []).append(row)
    return {match_id: _named(former) for match_id, former in found.items()}


def _is_take_over(event: Event) -> bool:
    return event.kind == EventKind.SITE and event.text == TAKEN_OVER


def _named(rows: Sequence[FormerHolder]) -> FormerNames:
    names = policy().names([row.user for row in rows if row.user is not None])
    return FormerNames(tuple(FormerName(row.ply, row.seat, names.get(row.user_id or 0, "")) for row in rows))
