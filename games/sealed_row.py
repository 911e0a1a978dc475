"""Rows whose fields are sealed: the audit finds one that was altered, and names the field (docs/decisions/0012)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from django.db import models

from games.core.sealer import RowSealer


class SealedRow(models.Model):
    """A row of a match with a MAC for each column of `SEALED` in `macs`, in this order.

    `IDENTITY` are the columns that tell the row from others of its match; those that are sealed come first in `SEALED`.
    Whoever writes a sealed column writes `macs` too: `games.services.sealed_rows` and `LockedMatch` do. All three
    constants are part of the stored data: a change takes a migration that seals anew.
    """

    SEALED: ClassVar[tuple[str, ...]]
    SEALED_TABLE: ClassVar[str]
    IDENTITY: ClassVar[tuple[str, ...]] = ()

    macs = models.BinaryField(null=True, editable=False)  # NULL: the row is not sealed

    _as_read: tuple[Sequence[str], Sequence[object]]

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Any, values: Any, **more: Any) -> Self:
        """The row as Django makes it; it also keeps its values as they were read."""
        row = super().from_db(db, field_names, values, **more)
        row._as_read = (field_names, values)
        return row

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """As Django does; afterwards the values as they were read are those of now."""
        super().refresh_from_db(*args, **kwargs)
        self._remember()

    def seal_fields(self, key: bytes) -> None:
        """Seal all fields of a new row."""
        values = self.sealed_of(self.__dict__)
        self.macs = self._sealer(key).seal(values)
        self._remember()

    def renew_seals(self, key: bytes) -> None:
        """Seal the fields that have changed since the row was read. One that did not hold then stays wrong for good:
        writing a row does not hide what was done to it."""
        before, after = self._read(), self.sealed_of(self.__dict__)
        self.macs = self._sealer(key).renew(before, after, bytes(self.macs or b""))
        self._remember()

    def altered_fields(self, key: bytes) -> list[str]:
        """The names of the fields that were altered since the site wrote the row."""
        values = self.sealed_of(self.__dict__)
        places = self._sealer(key).altered(values, bytes(self.macs or b""))
        return [self.SEALED[place].removesuffix("_id") for place in places]

    @classmethod
    def sealed_of(cls, columns: Mapping[str, Any]) -> list[object]:
        """The values that are sealed, of all of the row's columns."""
        return [columns[name] for name in cls.SEALED]

    def match_key(self) -> str:
        """The id of the match whose key seals the row."""
        return str(self.__dict__["match_id"])

    def _read(self) -> list[object]:
        names, values = self._as_read
        return self.sealed_of(dict(zip(names, values, strict=True)))

    def _remember(self) -> None:
        columns = self.__dict__
        self._as_read = self.SEALED, [columns[name] for name in self.SEALED]

    def _sealer(self, key: bytes) -> RowSealer:
        model, columns = type(self), self.__dict__
        names, loose = _names(model)
        identity = [columns[name] for name in model.IDENTITY]
        return RowSealer(key, self.match_key(), model.SEALED_TABLE, identity, names, loose)


@cache
def _names(model: type[SealedRow]) -> tuple[tuple[bytes, ...], int]:
    """The names of the sealed fields, as they are sealed, and how many of the first are the row's identity."""
    names = tuple(name.removesuffix("_id").encode() for name in model.SEALED)
    return names, sum(name in model.IDENTITY for name in model.SEALED)
