"""Deleting the remains of visits: expired sessions, their list entries, and values of the cache.

Each run deletes a batch, like the other tasks of this kind; nothing waits for it.
"""

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from games.services.keeping.pruning import BATCH, BATCHES


def prune(batch: int = BATCH, batches: int = BATCHES) -> int:
    """Delete expired sessions, entries in lists of browsers that belong to none, and expired values of the cache;
    return how many rows."""
    now = timezone.now()  # sessions and the cache go by the machine's clock
    expired = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    listed = UserSession.objects.filter(~Exists(session)).order_by("pk")
    deleted = _delete(expired, batch, batches) + _delete(listed, batch, batches)
    return deleted + _empty_cache(batch, batches)


def _delete(rows: "QuerySet[Model]", batch: int, batches: int) -> int:
    deleted = 0
    for _turn in range(batches):
        keys = list(rows.values_list("pk", flat=True)[:batch])
        deleted += rows.model._default_manager.filter(pk__in=keys).delete()[0] if keys else 0
        if len(keys) < batch:
            break
    return deleted


def _empty_cache(batch: int, batches: int) -> int:
    """Delete expired values; return how many. Django deletes only those that are asked for again, or when there are too
    many."""
    table = connection.ops.quote_name(str(settings.CACHES["default"]["LOCATION"]))
    old = f"SELECT cache_key FROM {table} WHERE expires < %s LIMIT %s"  # noqa: S608 - the name is from the settings
    moment = connection.ops.adapt_datetimefield_value(timezone.now().replace(microsecond=0))
    deleted = 0
    for _turn in range(batches):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table} WHERE cache_key IN ({old})", [moment, batch])  # noqa: S608
            deleted += cursor.rowcount
            if cursor.rowcount < batch:
                break
    return deleted
