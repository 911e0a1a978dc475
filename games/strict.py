"""Models of which no row is read that holds what the site never writes, and models of which no such value is read.

The database takes more than that: an unknown word, a number of the wrong kind, a moment in the year 9999, JSON of
another shape. A row with such a value raises `BrokenRow` when it is read, before anything is made of it. Whoever reads
many rows for many people leaves it out (`games.selectors.stored.each_readable`); a page about the row itself says that
it is set aside; work on many things goes on with the next.

People stand beside others on every page, and a report must reach moderators: of their rows the value is read as if it
were not there.
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
            super()._fetch_all()  # where every query is made whose rows are kept
        except BrokenLog:
            raise
        except UNREADABLE as error:
            raise BrokenRow(f"a row of {self.model._meta.label}: {type(error).__name__}: {error}") from error


class StrictManager(models.Manager[Row]):
    """Makes strict querysets."""

    def get_queryset(self) -> StrictQuerySet[Row]:
        """All rows, none of them read yet."""
        return StrictQuerySet(self.model, using=self._db)


class StrictModel(models.Model):
    """Reads no row whose columns cannot be right.

    What a column may hold follows from its field: its choices, its length, the kind and sign of its number, a moment
    with which one can calculate. `RIGHT` says the rest by the name of the field; `is_sound` looks at several columns
    together. Columns that were not asked for are not looked at.
    """

    RIGHT: ClassVar[Mapping[str, Check]] = {}

    objects = StrictManager()

    class Meta:
        abstract = True

    def is_sound(self) -> bool:
        """Whether the columns go together, each of which is right by itself; asked of whole rows only."""
        return True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """The row; raises `BrokenRow`, which names the column."""
        row = super().from_db(db, field_names, values, **options)
        held = row.__dict__
        for name, is_right in _checks(cls):
            if name in held and not is_right(held[name]):
                raise BrokenRow.at(f"{name} of {cls._meta.label} {row.pk}", held[name])
        if len(values) == len(cls._meta.concrete_fields) and not row.is_sound():
            raise BrokenRow(f"the columns of {cls._meta.label} {row.pk} do not go together")
        return row


class ForgivingModel(models.Model):
    """Reads what a column cannot hold as if it were not there, and logs it.

    `RIGHT` is that of `StrictModel`. `INSTEAD` says by the name of the field what is made of a row that cannot do
    without; other columns are read as their default.
    """

    RIGHT: ClassVar[Mapping[str, Check]] = {}
    INSTEAD: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """The row, in which every value can be right."""
        row = super().from_db(db, field_names, values, **options)
        held = row.__dict__
        for name, is_right in _checks(cls):
            if name in held and not is_right(held[name]):
                field: Any = cls._meta.get_field(name)
                held[name] = cls.INSTEAD[name](row) if name in cls.INSTEAD else field.get_default()
                logger.error("value read as missing", table=cls._meta.db_table, key=row.pk, column=name)
        return row


@cache
def _checks(model: type[StrictModel] | type[ForgivingModel]) -> tuple[tuple[str, Check], ...]:
    """The check of each column, by the name of its attribute."""
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
    """The check that follows from the kind of a column; None if nothing is known of that kind."""
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
    """What PostgreSQL takes, also where the database takes more: SQLite keeps 2**62 in a column of any width."""
    return BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]


def holds(check: Check) -> Check:
    """`check`, with which a value that it was not made for is not right either."""

    def is_right(value: Any) -> bool:
        try:
            return check(value)
        except STORED_VALUE_ERRORS:
            return False

    return is_right
