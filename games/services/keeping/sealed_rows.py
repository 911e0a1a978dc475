"""Writing rows whose fields are sealed, outside a `LockedMatch`. The caller holds the lock of their match."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.db.models import F, QuerySet

from games.chance import sealing_keys
from games.models import Match, MatchKey, Seat
from games.plumbing import bulk_sql
from games.sealed_row import SealedRow

Row = TypeVar("Row", bound=SealedRow)


def create_match(match: Match, key: bytes, seats: Sequence[Seat]) -> None:
    """Store a new match with its secret key and its first seats."""
    for row in (match, *seats):
        row.seal_fields(key)
    match.save(force_insert=True)
    MatchKey.objects.create(match=match, key=key)
    Seat.objects.bulk_create(seats)


def insert(row: SealedRow) -> None:
    """Add a new row of a match that is stored."""
    if key := sealing_keys([row.match_key()]).get(row.match_key()):
        row.seal_fields(key)
    bulk_sql.insert([row])


def save(rows: Sequence[SealedRow], columns: tuple[str, ...]) -> None:
    """Write `columns` of stored rows of one model, and seal those that have changed."""
    keys = sealing_keys({row.match_key() for row in rows})
    for row in rows:
        if key := keys.get(row.match_key()):  # without its key the seals stay as they are, and the audit says so
            row.renew_seals(key)
    bulk_sql.update(rows, (*columns, "macs"))


def update(rows: QuerySet[Row], **values: object) -> int:
    """Write `values` to all `rows`, which are locked for it, and seal them; return how many. A row that cannot be read
    is still written, with the seals that it has."""
    try:
        found = list(rows.select_for_update())
    except Exception:  # noqa: BLE001 - a column may hold anything; if it is the database that fails, it fails again
        return sum(_update_one(rows.filter(pk=pk), values) for pk in list(rows.values_list("pk", flat=True)))
    for row in found:
        for name, value in values.items():
            setattr(row, name, value)
    save(found, tuple(values))
    return len(found)


def move_seats(match: Match, places: Mapping[int, int]) -> None:
    """Give the seats of a table the indices `places`, by those that they have now."""
    seats = list(Seat.objects.select_for_update().filter(match=match))
    # Out of each other's way first: no two seats of a match have the same index at any time.
    Seat.objects.filter(match=match).update(index=F("index") + match.seat_count)
    key = sealing_keys([match.pk]).get(match.pk)
    for seat in seats:
        if key:  # without it the seals stay as they are, and the audit says so
            seat.seal_moved(key, {"index": places[seat.index]})
        else:
            seat.index = places[seat.index]
    bulk_sql.update(seats, ("index", "macs"))


def _update_one(row: QuerySet[Row], values: Mapping[str, object]) -> int:
    try:
        row.get()
    except Exception:  # noqa: BLE001 - the same
        return row.update(**values)
    return update(row, **values)
