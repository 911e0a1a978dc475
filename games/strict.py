"""Base classes of models that check each row as it is read from the database.

A database can hold what the site never writes: an unknown word, a number of the wrong kind, a moment in the year 9999,
JSON of another shape. There are two ways to handle it:

`StrictModel` raises `BrokenRow` for such a row. Code that reads many rows for many people leaves it out
(`games.selectors.stored.each_readable`), a page about that one row says that it is set aside, and a task continues with
the next.

`ForgivingModel` reads the wrong value as missing and keeps the rest of the row. Accounts are read this way, because
their names are on other people's pages too, and reports, because they must always reach moderators.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

import structlog
from django.db import DataError, models
from django.db.backends.base.operations import BaseDatabaseOperations

from games.core.errors import STORED_VALUE_ERRORS, BrokenLog, BrokenRow

logger = structlog.get_logger(__name__)

Check = Callable[[Any], bool]
Row = TypeVar("Row", bound=models.Model)

UNREADABLE = (*STORED_VALUE_ERRORS, DataError)
"""The errors that reading a row raises if one of its values cannot be converted."""

FIRST_MOMENT = datetime(1970, 1, 1, tzinfo=UTC)
LAST_MOMENT = datetime(9000, 1, 1, tzinfo=UTC)  # far enough from the end of time for every sum
LAST_NUMBER = 2**63 - 1
SLUG = re.compile("[-a-zA-Z0-9_]+")


class StrictQuerySet(models.QuerySet[Row]):
    """Raises `BrokenRow` for any value that cannot be converted, whatever the ORM raises."""

    def _fetch_all(self) -> None:
        try:
            super()._fetch_all()  # where every query that keeps its rows is made
        except BrokenLog:
            raise
        except UNREADABLE as error:
            raise BrokenRow(f"a row of {self.model._meta.label}: {type(error).__name__}: {error}") from error


class StrictManager(models.Manager[Row]):
    """Makes strict querysets."""

    def get_queryset(self) -> StrictQuerySet[Row]:
        """Return all rows, none of them read yet."""
        return StrictQuerySet(self.model, using=self._db)


class StrictModel(models.Model):
    """Raises `BrokenRow` when a row is read whose columns cannot be right.

    The field of a column determines its right values: its choices, its length, the type and range of its number, a
    moment with which one can calculate. `RIGHT` adds checks by the name of the field, and `is_sound` compares columns
    with each other. Columns that a query does not read are not checked.
    """

    RIGHT: ClassVar[Mapping[str, Check]] = {}

    objects = StrictManager()

    class Meta:
        abstract = True

    def is_sound(self) -> bool:
        """Return whether the columns agree with each other; called for complete rows in which every column is right."""
        return True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """Return the row; raises `BrokenRow`, which names the column."""
        row = super().from_db(db, field_names, values, **options)
        for name in _wrong_columns(row):
            raise BrokenRow.at(f"{name} of {cls._meta.label} {row.pk}", getattr(row, name))
        if len(values) == len(cls._meta.concrete_fields) and not row.is_sound():
            raise BrokenRow(f"the columns of {cls._meta.label} {row.pk} do not go together")
        return row


class ForgivingModel(models.Model):
    """Reads a value that a column cannot hold as missing, and logs it.

    `RIGHT` is as in `StrictModel`. A wrong value is replaced by what `INSTEAD` returns for the row, by the name of the
    field, or by the default of the field.
    """

    RIGHT: ClassVar[Mapping[str, Check]] = {}
    INSTEAD: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """Return the row, with its wrong values replaced."""
        row = super().from_db(db, field_names, values, **options)
        for name in _wrong_columns(row):
            field: Any = cls._meta.get_field(name)
            setattr(row, name, cls.INSTEAD[name](row) if name in cls.INSTEAD else field.get_default())
            logger.error("invalid value read as missing", table=cls._meta.db_table, key=row.pk, column=name)
        return row


def _wrong_columns(row: StrictModel | ForgivingModel) -> list[str]:
    """Return the attributes of those columns, among the ones that were read, whose values cannot be right."""
    held = row.__dict__
    return [name for name, is_right in _checks(type(row)) if name in held and not is_right(held[name])]


@cache
def _checks(model: type[StrictModel] | type[ForgivingModel]) -> tuple[tuple[str, Check], ...]:
    """Return the check of each column, by the name of its attribute."""
    found = []
    for field in model._meta.concrete_fields:
        own = model.RIGHT.get(field.name)
        by_kind = _by_kind(field)
        if own is not None or by_kind is not None:
            found.append((field.attname, _nullable(field.null, by_kind, own)))
    return tuple(found)


def _nullable(null: bool, *checks: Check | None) -> Check:
    first, *others = [check for check in checks if check is not None]
    if not others:
        return (lambda value: value is None or first(value)) if null else first
    return lambda value: (null and value is None) or (first(value) and all(check(value) for check in others))


def _by_kind(field: Any) -> Check | None:
    """Return the check that follows from the kind of a column; None if nothing is known of that kind."""
    if field.is_relation:
        return None
    if field.choices:
        words = frozenset(value for value, _label in field.flatchoices) | ({""} if field.blank else set())
        return lambda value: value in words
    if isinstance(field, models.BooleanField):
        return lambda value: value is True or value is False
    if isinstance(field, models.DateTimeField):
        return lambda value: isinstance(value, datetime) and FIRST_MOMENT < value < LAST_MOMENT
    if isinstance(field, models.DateField):
        return lambda value: isinstance(value, date) and FIRST_MOMENT.date() < value < LAST_MOMENT.date()
    if isinstance(field, models.FloatField):
        return lambda value: isinstance(value, float) and math.isfinite(value)
    if isinstance(field, models.IntegerField):
        least, most = _bounds(field)
        return lambda value: type(value) is int and least <= value <= most
    if isinstance(field, models.CharField | models.TextField):
        longest = field.max_length or LAST_NUMBER
        if isinstance(field, models.SlugField):  # a part of addresses
            return lambda value: isinstance(value, str) and len(value) <= longest and bool(SLUG.fullmatch(value))
        return lambda value: isinstance(value, str) and len(value) <= longest
    return None


def _bounds(field: Any) -> tuple[int, int]:
    """Return the least and the largest number that PostgreSQL would store. SQLite stores 2**62 in a column of any
    width."""
    return BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]


def holds(check: Check) -> Check:
    """Return `check`, wrapped so that values of other types are invalid too."""

    def is_right(value: Any) -> bool:
        try:
            return check(value)
        except STORED_VALUE_ERRORS:
            return False

    return is_right
