"""Rows whose columns are sealed, so that `recompute_seasons --check` names what was altered in the database.

Sealing is part of writing: `save`, `create`, `update`, `bulk_create` and `bulk_update` do it, and
`leagues.services.keeping.sealed_rows` does it for prepared statements. Reading costs nothing. docs/decisions/0042.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple, TypeVar

from django.conf import settings
from django.db import models, transaction
from django.db.models import Case, Value, When

from games.core.engine.sealer import RowSealer
from games.strict import UNREADABLE, StrictManager, StrictModel, StrictQuerySet

Row = TypeVar("Row", bound="SealedModel")

SCOPE = "leagues"
"""The scope of these seals; seals of a match have its id instead."""
BYTES = (bytes, memoryview)  # as SQLite and PostgreSQL return them; SQLite returns any other value that is stored
BATCH = 200  # rows whose seals are written by one statement


class Held(NamedTuple):
    """The stored sealed columns of a row, and its seals."""

    values: Sequence[object]
    macs: bytes


class SealedQuerySet(StrictQuerySet[Row]):
    """A queryset that seals what it writes. The caller holds the lock of the rows' season or league."""

    def update(self, **values: Any) -> int:
        """Update as Django does and seal changed columns again, with one statement more for one row, up to three for
        several; return the number of rows."""
        if not self.model.seals_any(values):
            return super().update(**values)
        with transaction.atomic(using=self.db, savepoint=False):
            try:
                before = held(self)
            except UNREADABLE:  # the old seals stay, and the check names the row
                return super().update(**values)
            if len(before) == 1 and not _has_expression(values):
                return super().update(**values, macs=self._renewed(before, values))
            count = super().update(**values) if before else 0
            seal_changes(self.model, before)
        return count

    def _renewed(self, before: "Mapping[Any, Held]", values: Mapping[str, object]) -> bytes:
        """Return the seals of a row that is stored as `before`, the only one, once the columns `values` are written."""
        (stored,), row = before.values(), self.model()
        for name, value in values.items():
            field: Any = self.model._meta.get_field(name)
            setattr(row, field.attname, value.pk if isinstance(value, models.Model) else value)
        return row.renewed_by(stored, values)

    def bulk_create(self, objs: Iterable[Row], *args: Any, **options: Any) -> list[Row]:
        """Create as Django does, with the seals of all rows."""
        rows = list(objs)
        for row in rows:
            row.seal()
        return super().bulk_create(rows, *args, **options)


class SealedManager(StrictManager[Row]):
    """The manager whose querysets seal what they write."""

    def get_queryset(self) -> SealedQuerySet[Row]:
        """Return all rows, none of them read yet."""
        return SealedQuerySet(self.model, using=self._db)


class SealedModel(StrictModel):
    """A row with a MAC for each column of `SEALED` in `macs`, in this order.

    `IDENTITY` are the columns that distinguish a row from others, and that hardly ever change; they come first in
    `SEALED`. Both are part of the stored data: new columns are added at the end, by a migration that seals them. The
    key is derived from `SECRET_KEY`.
    """

    SEALED: ClassVar[tuple[str, ...]]
    IDENTITY: ClassVar[tuple[str, ...]]

    macs = models.BinaryField(null=True, editable=False)

    objects = SealedManager()  # type: ignore[misc]  # a class variable, as in StrictModel

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Save as Django does, with the seals of what changes."""
        columns = options.get("update_fields")
        if self._state.adding:
            self.seal()
            super().save(*args, **options)
        elif columns is not None and not self.seals_any(columns):
            super().save(*args, **options)
        else:
            self._save_changes(*args, **options)

    def _save_changes(self, *args: Any, **options: Any) -> None:
        with transaction.atomic(savepoint=False):
            try:
                before = held(type(self).objects.filter(pk=self.pk)).get(self.pk)
            except UNREADABLE:  # the old seals stay, and the check names the row
                before = None
            columns = options.get("update_fields")
            if before is not None:
                self.macs = self.renewed_by(before, columns)
                options |= {} if columns is None else {"update_fields": {*columns, "macs"}}
            super().save(*args, **options)

    def seal(self) -> RowSealer:
        """Seal all columns as they are; the caller stores the row. Return the sealer."""
        values = [self._value(name) for name in self.SEALED]
        sealer = self.sealer_of(values)
        self.macs = sealer.seal(values)
        return sealer

    def renewed_by(self, before: Held, columns: Iterable[str] | None) -> bytes:
        """Return the seals of a row that was stored as `before`, once `columns`, by name, are written, or all of
        them."""
        names = self.SEALED if columns is None else {self._meta.get_field(name).attname for name in columns}  # type: ignore[union-attr]
        stored = zip(self.SEALED, before.values, strict=True)
        return self.renewed(before, [self._value(name) if name in names else old for name, old in stored])

    def _value(self, column: str) -> object:
        """Return the value of a column as the database returns it."""
        value = getattr(self, column)
        converted = None if value is None else _converted(type(self)).get(column)
        return value if converted is None else converted(value)

    @classmethod
    def seals_any(cls, columns: Iterable[str]) -> bool:
        """Return whether one of the columns, by name or attribute, is sealed."""
        return any(name in cls.SEALED or f"{name}_id" in cls.SEALED for name in columns)

    @classmethod
    def sealed(cls, values: Sequence[object]) -> bytes:
        """Return the seals of a row with these values of its sealed columns."""
        return cls.sealer_of(values).seal(values)

    @classmethod
    def renewed(cls, before: Held, after: Sequence[object]) -> bytes:
        """Return the seals of a row that was stored as `before` and now has the values `after`."""
        sealer, own = cls.sealer_of(before.values), len(cls.IDENTITY)
        if list(before.values[:own]) == list(after[:own]):
            return sealer.renew(before.values, after, before.macs)
        wrong = sealer.altered(before.values, before.macs)
        return cls.sealer_of(after).seal(after, wrong)

    @classmethod
    def altered(cls, held: Held) -> list[str]:
        """Return the names of the columns that something other than the site has written."""
        return [cls.SEALED[place].removesuffix("_id") for place in cls.sealer_of(held.values).altered(*held)]

    @classmethod
    def sealer_of(cls, values: Sequence[object]) -> RowSealer:
        """Return the sealer of a row with these values of its sealed columns."""
        own = len(cls.IDENTITY)
        return RowSealer(_key(settings.SECRET_KEY), SCOPE, cls.__name__.encode(), values[:own], _names(cls), own)


def _has_expression(values: Mapping[str, object]) -> bool:
    """Return whether the database computes one of the values."""
    return any(hasattr(value, "resolve_expression") for value in values.values())


def held(rows: models.QuerySet[Any]) -> dict[Any, Held]:
    """Return the sealed columns of `rows` and their seals, by primary key. Raises one of `UNREADABLE`."""
    found = rows.order_by().values_list("pk", "macs", *rows.model.SEALED)
    return {pk: Held(values, bytes(macs) if isinstance(macs, BYTES) else b"") for pk, macs, *values in found}


def seal_changes(model: type[SealedModel], before: Mapping[Any, Held]) -> None:
    """Seal the columns in which the rows of these keys differ from `before`. A column whose old value did not fit its
    seal stays wrong for good."""
    try:
        after = held(model.objects.filter(pk__in=before)) if before else {}
    except UNREADABLE:
        return
    renewed = {pk: model.renewed(before[pk], now.values) for pk, now in after.items()}
    _write_seals(model, {pk: macs for pk, macs in renewed.items() if macs != after[pk].macs})


def seal_as_stored(rows: models.QuerySet[Any]) -> int:
    """Seal rows as they are stored, even altered ones; return how many. Raises one of `UNREADABLE`."""
    model: type[SealedModel] = rows.model
    macs = {pk: model.sealed(row.values) for pk, row in held(rows).items()}
    _write_seals(model, macs)
    return len(macs)


def _write_seals(model: type[SealedModel], macs: Mapping[Any, bytes]) -> None:
    keys = list(macs)
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        chosen = Case(*(When(pk=pk, then=Value(macs[pk])) for pk in batch), output_field=models.BinaryField())
        model.objects.filter(pk__in=batch).update(macs=chosen)


@cache
def _key(secret: str) -> bytes:
    return sha256(b"seals of leagues " + secret.encode()).digest()


@cache
def _names(model: type[SealedModel]) -> list[bytes]:
    return [name.removesuffix("_id").encode() + b"=" for name in model.SEALED]


@cache
def _converted(model: type[SealedModel]) -> Mapping[str, Callable[[Any], object]]:
    """Return how to restore column values that JSON changes: it has no tuples, and its keys are texts."""
    found: dict[str, Callable[[Any], object]] = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.JSONField):
            found[field.name] = lambda value: json.loads(json.dumps(value))
        elif isinstance(field, models.FloatField):
            found[field.name] = float
    return found
