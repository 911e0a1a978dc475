"""Writing rows whose fields are sealed, outside a `LockedMatch`. The caller holds the lock of their match."""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import QuerySet

from games.chance import sealing_keys
from games.models import Match, MatchKey, Seat
from games.sealed_row import SealedRow
from games.services import bulk_sql

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
    row.seal_fields(sealing_keys([row.match_key()])[row.match_key()])
    bulk_sql.insert([row])


def save(rows: Sequence[SealedRow], columns: tuple[str, ...]) -> None:
    """Write `columns` of stored rows of one model, and seal those that have changed."""
    keys = sealing_keys({row.match_key() for row in rows})
    for row in rows:
        if key := keys.get(row.match_key()):  # without its key the seals stay as they are, and the audit says so
            row.renew_seals(key)
    bulk_sql.update(rows, (*columns, "macs"))


def update(rows: QuerySet[Row], **values: object) -> int:
    """Write `values` to all `rows`, which are locked for it, and seal them; how many."""
    found = list(rows.select_for_update())
    for row in found:
        for name, value in values.items():
            setattr(row, name, value)
    save(found, tuple(values))
    return len(found)
