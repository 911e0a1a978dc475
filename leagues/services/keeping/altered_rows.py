"""Finding the sealed rows that something other than the site has written, and accepting them."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet

from games.strict import UNREADABLE
from leagues.models.sealed import SealedModel, held, seal_as_stored

CHUNK = 1_000


def sentences(rows: QuerySet[Any]) -> Iterator[str]:
    """Yield a sentence for each of `rows` that something other than the site has written, or that cannot be read."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        try:
            yield from _altered(rows.model, chunk)
        except UNREADABLE:
            for pk in chunk:
                yield from _altered_one(rows.model, pk)


def accept(rows: QuerySet[Any]) -> int:
    """Seal `rows` as they are stored now; return how many. Rows that cannot be read are skipped."""
    count = 0
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for pk in keys:
        with suppress(*UNREADABLE):
            count += seal_as_stored(rows.model.objects.filter(pk=pk))
    return count


def _altered(model: type[SealedModel], keys: list[Any]) -> list[str]:
    found = []
    for pk, row in sorted(held(model.objects.filter(pk__in=keys)).items()):
        columns = model.altered(row)
        if not row.macs:
            found.append(f"{model.__name__} {pk}: not sealed")
        elif columns:
            found.append(f"{model.__name__} {pk}: altered: {', '.join(columns)}")
    return found


def _altered_one(model: type[SealedModel], pk: Any) -> list[str]:
    try:
        return _altered(model, [pk])
    except UNREADABLE:
        columns = [name.removesuffix("_id") for name in model.SEALED if not _can_read(model, pk, name)]
        return [f"{model.__name__} {pk}: cannot be read: {', '.join(columns)}"]


def _can_read(model: type[SealedModel], pk: Any, column: str) -> bool:
    try:
        model.objects.values_list(column).get(pk=pk)
    except UNREADABLE:
        return False
    return True
