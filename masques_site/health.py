"""The health check `/healthz`, and its parts, which other modules use too."""

import secrets
from datetime import timedelta

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clock
from games.models import Heartbeat
from leagues.models import RatedResult

LATE = timedelta(minutes=1)  # after the last sweep, which comes every few seconds
UNRATED = timedelta(minutes=10)  # after the end of a match whose result is not rated


def database_answers() -> bool:
    """Return whether the database can be read."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except Error:
        return False


def database_stores() -> bool:
    """Return whether the database takes what is written: not on a full disk, nor while it is away."""
    try:
        return cache.add(f"probe-{secrets.token_hex(8)}", 1, timeout=1)
    except Error:
        return False


def broker_answers() -> bool:
    """Return whether the broker answers, so that hints and wake-ups go out."""
    try:
        with redis.from_url(settings.BROKER_URL, socket_connect_timeout=0.5, socket_timeout=0.5) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError, ValueError):
        return False


def sweeps_come() -> bool:
    """Return whether beat and a worker have done a sweep lately. A site that starts has no row yet."""
    seen = Heartbeat.objects.values_list("at", flat=True).first()
    return seen is None or seen > clock.now() - LATE


def results_are_rated() -> bool:
    """Return whether the worker of the ratings keeps up."""
    return not RatedResult.objects.filter(is_due=True, finished_at__lt=clock.now() - UNRATED).exists()


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Respond 200 if the database answers and stores, else 503. The states of broker, sweeps and ratings are only
    reported: pages and moves work without them."""
    is_there = database_answers()
    stores = is_there and database_stores()
    state = {
        "database": "ok" if is_there else "down",
        "storage": "ok" if stores else "down",
        "broker": "ok" if broker_answers() else "down",
    }
    if is_there:
        state["sweeps"] = "ok" if sweeps_come() else "late"
        state["ratings"] = "ok" if results_are_rated() else "late"
    return JsonResponse(state, status=200 if stores else 503)
