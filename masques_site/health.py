"""The health check `/healthz`."""

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except Error:
        return False


def broker_answers() -> bool:
    try:
        with redis.from_url(settings.BROKER_URL, socket_connect_timeout=0.5, socket_timeout=0.5) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError, ValueError):
        return False


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 if the database answers, else 503. The state of the broker is reported only: the site works without it."""
    database = database_answers()
    state = {"database": "ok" if database else "down", "broker": "ok" if broker_answers() else "down"}
    return JsonResponse(state, status=200 if database else 503)
