"""Helpers of the views: permissions, rate limits, redirects."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme

from games.policy import policy
from masques_site.accounts.models import User
from masques_site.errors import too_many

View = Callable[..., HttpResponse]


def current_user(request: HttpRequest) -> User:
    """Return the signed-in user; only for views with `login_required`."""
    return cast(User, request.user)


def post_data(request: HttpRequest) -> QueryDict | None:
    """Return the POST data; None if the request is not a POST."""
    return request.POST if request.method == "POST" else None


def next_page(request: HttpRequest, default: str) -> str:
    """Return the `next` field of the form if it is a path of this site, else `default`."""
    wanted = request.POST.get("next", "")
    host = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts=host, require_https=request.is_secure())
    return wanted if safe and wanted.startswith("/") else default


def within_rate_limit(request: HttpRequest, action: str) -> bool:
    """Count `request`, also if it is a GET, and return whether it is within the rate limit of `action`
    (settings.ACCOUNT_RATE_LIMITS)."""
    return bool(ratelimit.consume(request, app="allauth.account", action=action, limit_get=True))


def rate_limited(request: HttpRequest) -> HttpResponse:
    """Return the response to a request beyond its rate limit."""
    response: HttpResponse = ratelimit.respond_429(request)
    return response


def too_many_guests(request: HttpRequest) -> HttpResponse:
    """Return the response to another guest from an address with too many of them; it says when to try again."""
    response = too_many(request, "errors/guests.html", minutes=settings.GUEST_MINUTES)
    response.headers.setdefault("Retry-After", str(60 * settings.GUEST_MINUTES))
    return response


def moderator_required(view: View) -> View:
    """Restrict a view to moderators; anonymous users are redirected to the log-in."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not policy().is_moderator(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return cast(View, guarded)


def first_message(error: ValidationError) -> str:
    """Return the first message of `error`."""
    return str(error.messages[0])
