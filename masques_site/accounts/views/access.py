"""Who may call a page, and where to go afterwards."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.core.internal import ratelimit
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme

from games.policy import policy
from masques_site.accounts.models import User

View = Callable[..., HttpResponse]


def who(request: HttpRequest) -> User:
    """The person who is signed in; only behind `login_required`."""
    return cast(User, request.user)


def posted(request: HttpRequest) -> QueryDict | None:
    """The sent form, however empty; None when the page is only looked at."""
    return request.POST if request.method == "POST" else None


def next_page(request: HttpRequest, default: str) -> str:
    """The `next` of the form, if it is a page of this site."""
    wanted = request.POST.get("next", "")
    host = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts=host, require_https=request.is_secure())
    return wanted if safe and wanted.startswith("/") else default


def allowed(request: HttpRequest, action: str) -> bool:
    """Whether `request` is within the limit of `action` (settings.ACCOUNT_RATE_LIMITS), counting it."""
    return bool(ratelimit.consume(request, app="allauth.account", action=action))


def too_many(request: HttpRequest) -> HttpResponse:
    """The answer to a request beyond its limit."""
    response: HttpResponse = ratelimit.respond_429(request)
    return response


def moderator_required(view: View) -> View:
    """Only for moderators; others are refused, visitors asked to log in."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not policy().is_moderator(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return cast(View, guarded)


def first_words(error: ValidationError) -> str:
    """The first sentence of `error`."""
    return str(error.messages[0])
