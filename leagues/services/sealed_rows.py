"""Writing sealed rows by prepared statements (`games.services.bulk_sql`). The caller holds the lock of the season."""

from collections.abc import Sequence
from typing import Any

from games.services import bulk_sql
from games.strict import UNREADABLE
from leagues.models.sealed import Held, SealedModel, held

MACS = "macs"


class Insertion(bulk_sql.Insertion):
    """New rows of one model, converted and sealed now and added later. What tells them from others is known now."""

    def __init__(self, rows: Sequence[SealedModel]) -> None:
        for row in rows:
            row.seal()
        super().__init__(rows)
        self._sealed = rows

    def fill(self, name: str, values: Sequence[Any]) -> None:
        """Give the field `name` of each row its value, which was not known before, and its seal."""
        super().fill(name, values)
        for row in self._sealed:
            row.seal_column(row._meta.get_field(name).attname)  # type: ignore[union-attr]
        super().fill(MACS, [row.macs for row in self._sealed])


class Update(bulk_sql.Update):
    """The `columns` of stored rows of one model, converted now, sealed and written later."""

    def __init__(self, rows: Sequence[SealedModel], columns: tuple[str, ...]) -> None:
        super().__init__(rows, (*columns, MACS))
        self._sealed, self._changed = rows, columns

    def write(self) -> None:
        """Write the rows, with the seals of what changes; one statement more reads what is stored."""
        if not self._sealed:
            return
        stored = _stored(self._sealed)
        self.fill(MACS, [self._macs(row, stored.get(row.pk)) for row in self._sealed])
        super().write()

    def _macs(self, row: SealedModel, before: Held | None) -> bytes | None:
        """The seals of a row; one that cannot be read has none from now on, and the check names it."""
        return None if before is None else row.renewed_by(before, self._changed)


def _stored(rows: Sequence[SealedModel]) -> dict[Any, Held]:
    try:
        return held(type(rows[0]).objects.filter(pk__in=[row.pk for row in rows]))
    except UNREADABLE:
        return {}


def update(rows: Sequence[SealedModel], columns: tuple[str, ...]) -> None:
    """Write `columns` of stored rows of one model, with their seals."""
    Update(rows, columns).write()
