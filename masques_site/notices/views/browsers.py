"""The browsers that get a user's notices: pages subscribe and unsubscribe them by script."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from masques_site.accounts.templatetags.browsers import browser as described
from masques_site.accounts.views.access import current_user, rate_limited, within_rate_limit
from masques_site.notices.channels.push import place_of
from masques_site.notices.models import Endpoint
from masques_site.notices.services import endpoints


@never_cache
@login_required
@require_POST
def turn_on(request: HttpRequest) -> HttpResponse:
    """Add the browser whose PushSubscription the request holds as JSON."""
    user = current_user(request)
    if not within_rate_limit(request, "endpoints"):
        return rate_limited(request)
    try:
        label = described(request.headers.get("User-Agent", ""))
        endpoint = endpoints.add("push", place_of(_said(request)), label, user=user)
    except ValidationError as error:
        return JsonResponse({"error": " ".join(error.messages)}, status=422)
    return JsonResponse({"endpoint": endpoint.pk}, status=201)


@never_cache
@login_required
@require_POST
def turn_off(request: HttpRequest) -> HttpResponse:
    """Remove the user's browser with this address."""
    url = _url_in(_said(request), "endpoint")
    Endpoint.objects.filter(user=current_user(request), channel="push", url=url).delete()
    return HttpResponse(status=204)


@csrf_exempt  # a service worker has no token; who knows the old address, which is secret, owns the subscription
@never_cache
@require_POST
def changed(request: HttpRequest) -> HttpResponse:
    """Replace a browser's subscription, which the browser has renewed, by its new one."""
    if not within_rate_limit(request, "endpoints_changed"):
        return rate_limited(request)
    said = _said(request)
    found = Endpoint.objects.filter(channel="push", url=_url_in(said, "old_endpoint"))
    old = found.select_related("user").first()
    if old is None or old.user is None:
        return JsonResponse({"error": _("There is no such subscription.")}, status=404)
    try:
        subscription = said.get("subscription")
        place = place_of(subscription if isinstance(subscription, dict) else {})
    except ValidationError as error:
        return JsonResponse({"error": " ".join(error.messages)}, status=422)
    user, label = old.user, old.label
    old.delete()
    endpoints.add("push", place, label, user=user)
    return HttpResponse(status=204)


def _url_in(said: dict[str, Any], name: str) -> str:
    """Return the address of this name; an empty one for what no database can hold, either."""
    url = said.get(name)
    return url if isinstance(url, str) and url.isprintable() else ""


def _said(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object of the request; an empty one for anything else."""
    try:
        said = json.loads(request.body)
    except (ValueError, RecursionError, RawPostDataException):  # the last: a form, which has been read
        return {}
    return said if isinstance(said, dict) else {}
