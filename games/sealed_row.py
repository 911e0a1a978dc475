"""Rows whose fields are sealed: the audit finds one that was altered, and names the field (docs/decisions/0012)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, ClassVar, Self

from django.db import models

from games.core.engine.sealer import RowSealer


class SealedRow(models.Model):
    """A row of a match with a MAC for each column of `SEALED` in `macs`, in this order.

    `IDENTITY` are the columns that tell the row from others of its match; the sealed ones come first in `SEALED`. Code
    that writes a sealed column writes `macs` too, as `services.keeping.sealed_rows` and `LockedMatch` do. All three
    constants are part of the stored data: a change needs a migration that seals all rows again.
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
        """Return the row as Django makes it; it also keeps its values as they were read."""
        row = super().from_db(db, field_names, values, **more)
        row._as_read = (field_names, values)
        return row

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Refresh as Django does, and take the current values as those that were read."""
        super().refresh_from_db(*args, **kwargs)
        self._as_read = self.SEALED, self.sealed_of(self.__dict__)

    def seal_fields(self, key: bytes) -> None:
        """Seal all fields of a new row."""
        values = self.sealed_of(self.__dict__)
        self.macs = self._sealer(key).seal(values)
        self._as_read = self.SEALED, values

    def renew_seals(self, key: bytes) -> None:
        """Seal the fields that have changed since the row was read. One that did not hold then stays wrong for good:
        writing a row does not hide what was done to it."""
        before, after = self.sealed_of(dict(zip(*self._as_read, strict=True))), self.sealed_of(self.__dict__)
        self.macs = self._sealer(key).renew(before, after, bytes(self.macs or b""))
        self._as_read = self.SEALED, after

    def seal_moved(self, key: bytes, identity: Mapping[str, Any]) -> None:
        """Give the row another `identity`, and seal it as the row that it is now. Fields whose seals did not hold stay
        wrong."""
        before = self._sealer(key).altered(self.sealed_of(self.__dict__), bytes(self.macs or b""))
        for name, value in identity.items():
            setattr(self, name, value)
        values = self.sealed_of(self.__dict__)
        self.macs = self._sealer(key).seal(values, before)
        self._as_read = self.SEALED, values

    def altered_fields(self, key: bytes) -> list[str]:
        """Return the names of the fields that were altered since the site wrote the row."""
        values = self.sealed_of(self.__dict__)
        places = self._sealer(key).altered(values, bytes(self.macs or b""))
        return [self.SEALED[place].removesuffix("_id") for place in places]

    @classmethod
    def sealed_of(cls, columns: Mapping[str, Any]) -> Sequence[object]:
        """Return the values that are sealed, of all of the row's columns."""
        values: tuple[object, ...] = _words(cls).values(columns)
        return values

    def match_key(self) -> str:
        """Return the id of the match whose key seals the row."""
        return str(self.__dict__["match_id"])

    def _sealer(self, key: bytes) -> RowSealer:
        words, columns = _words(type(self)), self.__dict__
        identity = [columns[name] for name in self.IDENTITY]
        return RowSealer(key, self.match_key(), words.table, identity, words.names, words.loose)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that seal the rows of a model: its table and its fields by their names in the seals, how many of the
    first identify the row, and how to take the sealed values from all columns."""

    table: bytes
    names: tuple[bytes, ...]
    loose: int
    values: Callable[[Mapping[str, Any]], Any]


@cache
def _words(model: type[SealedRow]) -> _Words:
    names = tuple(name.removesuffix("_id").encode() + b"=" for name in model.SEALED)
    loose = sum(name in model.IDENTITY for name in model.SEALED)
    return _Words(model.SEALED_TABLE.encode(), names, loose, itemgetter(*model.SEALED))
