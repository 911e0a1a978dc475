"""Writing sealed rows by prepared statements (`games.plumbing.bulk_sql`). The caller holds the lock of the season.

Rows are sealed when they are converted, which may be before the lock is taken, so that little is left to do within it.
"""

from collections.abc import Sequence
from typing import Any

from games.plumbing import bulk_sql
from games.strict import UNREADABLE
from leagues.models.sealed import Held, SealedModel, held

MACS = "macs"


class Insertion(bulk_sql.Insertion):
    """New rows of one model, converted and sealed now and added later. Their `IDENTITY` is known now."""

    def __init__(self, rows: Sequence[SealedModel]) -> None:
        self._sealers = [row.seal() for row in rows]
        super().__init__(rows)
        self._sealed = rows

    def fill(self, name: str, values: Sequence[Any]) -> None:
        """Give the field `name` of each row its value, a key or a number that was not known before, and its seal."""
        super().fill(name, values)
        if self._sealed:
            place = _place(self._sealed[0], name)
            macs = zip(self._sealed, self._sealers, values, strict=True)
            super().fill(MACS, [sealer.put(bytes(row.macs or b""), place, value) for row, sealer, value in macs])


class Update(bulk_sql.Update):
    """The `columns` of stored rows of one model, converted and sealed now and written later."""

    def __init__(self, rows: Sequence[SealedModel], columns: tuple[str, ...]) -> None:
        super().__init__(rows, (*columns, MACS))
        self._sealed, self._changed = rows, columns
        self._before = _stored(rows)
        self._sealers = {pk: rows[0].sealer_of(row.values) for pk, row in self._before.items()}
        self._ahead = {row.pk: self._renewed(row) for row in rows}
        self._filled: list[tuple[int, Sequence[Any]]] = []

    def fill(self, name: str, values: Sequence[Any]) -> None:
        """Give the field `name` of each row its value, a key or a number that was not known before."""
        super().fill(name, values)
        if self._sealed and name != MACS:
            self._filled.append((_place(self._sealed[0], name), values))

    def write(self) -> None:
        """Write the rows, with the seals of what changes; one statement more reads which seals are stored by now."""
        if not self._sealed:
            return
        keys = [row.pk for row in self._sealed]
        now = dict(type(self._sealed[0]).objects.filter(pk__in=keys).values_list("pk", MACS))
        self.fill(MACS, [self._macs(index, row, now.get(row.pk)) for index, row in enumerate(self._sealed)])
        super().write()

    def _renewed(self, row: SealedModel) -> bytes | None:
        """Return the seals of a row; None for one that cannot be read: it has none from now on, and the check names
        it."""
        before = self._before.get(row.pk)
        return None if before is None else row.renewed_by(before, self._changed)

    def _macs(self, index: int, row: SealedModel, now: Any) -> bytes | None:
        before, ahead = self._before.get(row.pk), self._ahead[row.pk]
        if before is None or ahead is None or now is None:
            return None
        if bytes(now) != before.macs:  # something else of the row was written meanwhile
            self._before = _stored([row])
            return self._renewed(row)
        for place, values in self._filled:
            ahead = self._sealers[row.pk].replace(ahead, place, before.values[place], values[index])
        return ahead


def _place(row: SealedModel, name: str) -> int:
    return row.SEALED.index(row._meta.get_field(name).attname)  # type: ignore[union-attr]


def _stored(rows: Sequence[SealedModel]) -> dict[Any, Held]:
    if not rows:
        return {}
    try:
        return held(type(rows[0]).objects.filter(pk__in=[row.pk for row in rows]))
    except UNREADABLE:
        return {}


def update(rows: Sequence[SealedModel], columns: tuple[str, ...]) -> None:
    """Write `columns` of stored rows of one model, with their seals."""
    Update(rows, columns).write()
