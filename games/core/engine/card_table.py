"""Tables with a row for each kind of card. An error in one is reported in words as soon as it is loaded."""

from collections.abc import Iterator, Sequence
from typing import Any


def check_table(name: str, rows: Sequence[Any], numbers: int) -> None:
    """Raise `ValueError` unless a table has `numbers` rows, all complete, in the order of their numbers. A row is a
    named tuple that begins with number and code; a field without a default may not be empty."""
    codes = []
    for place, row in enumerate(rows):
        if row.number != place:
            raise ValueError(f"{name}: the row of {row.code} is at place {place}, but its number is {row.number}.")
        if row.code in codes:
            raise ValueError(f"{name}: {row.code} has two rows.")
        for field in empty_fields(row):
            raise ValueError(f"{name}: {row.code} has no {field}.")
        codes.append(row.code)
    if len(rows) != numbers:
        raise ValueError(f"{name}: there are {numbers} numbers and {len(rows)} rows; the last row is {codes[-1]}.")


def empty_fields(row: Any) -> Iterator[str]:
    """Yield the fields of a named tuple, and of those within it, that may not be empty and are."""
    for field, value in zip(row._fields, row, strict=True):
        if value == "" and field not in row._field_defaults:
            yield field
        elif hasattr(value, "_fields"):
            for part in empty_fields(value):
                yield f"{field}.{part}"
