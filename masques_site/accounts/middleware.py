"""Middleware for signed-in users: time zone, language, and restrictions for guests and staff."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import ResolverMatch
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from games import clock
from games.plumbing.request_values import RequestValue
from games.templatetags.frame import THEME_COOKIE
from masques_site.accounts.adapter import remember_device
from masques_site.accounts.models import User

# The user who signed in during the request: their browser is to be remembered as one of theirs.
NEWLY_SIGNED_IN: RequestValue[User] = RequestValue()
SEEN_EVERY = timedelta(hours=1)
# Pages about passwords, addresses and keys, which a guest does not have yet.
NOT_FOR_GUESTS = ("account_", "mfa_", "usersessions_")
FOR_GUESTS_TOO = ("account_logout", "account_confirm_email", "account_email_verification_sent")


class PeopleMiddleware:
    """Middleware that runs after authentication. It makes no query for a request that sends a move."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        response = self.for_person(request, user) if isinstance(user, User) else self.get_response(request)
        if isinstance(user, User) or _is_about_account(request.resolver_match):
            keep_private(response)
        newcomer = NEWLY_SIGNED_IN.get(request)
        if newcomer is not None:
            remember_device(request, response, newcomer)
        return response

    def for_person(self, request: HttpRequest, user: User) -> HttpResponse:
        """Respond in the user's time zone, and in their language unless this browser has chosen another."""
        fresh_browser = settings.LANGUAGE_COOKIE_NAME not in request.COOKIES
        if fresh_browser and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        try:
            timezone.activate(user.zone)
        except (ZoneInfoNotFoundError, ValueError):  # a zone that this machine's tables no longer know
            timezone.deactivate()
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()
        self.remember(request, response, user, fresh_browser=fresh_browser)
        return response

    def remember(self, request: HttpRequest, response: HttpResponse, user: User, *, fresh_browser: bool) -> None:
        """Synchronise language and theme of the user with the cookies, and update `last_seen_at` about once an hour."""
        chosen = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)
        if chosen is not None:
            if chosen.value != user.language:
                User.objects.filter(pk=user.pk).update(language=chosen.value)
        elif fresh_browser and user.language:
            set_language_cookie(response, user.language)
        theme = response.cookies.get(THEME_COOKIE)
        if theme is not None and theme.value != user.theme:
            User.objects.filter(pk=user.pk).update(theme=theme.value)
        if request.method == "GET":
            now = clock.now()
            if user.last_seen_at is None or now - user.last_seen_at >= SEEN_EVERY:
                User.objects.filter(pk=user.pk).update(last_seen_at=now)

    def process_view(
        self, request: HttpRequest, _view: Callable[..., Any], _args: tuple[Any, ...], _kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Redirect guests from members' pages to the page that turns them into members, and staff without a second
        factor to the page that sets one up."""
        user, match = request.user, request.resolver_match
        if not isinstance(user, User) or match is None:
            return None
        if user.is_guest and _is_for_members(match):
            messages.info(request, _("You’re playing as a guest. Create an account first (name and password)."))
            return redirect("accounts:keep")
        if _is_for_staff(match) and user.is_staff and not is_mfa_enabled(user):
            messages.warning(request, _("Staff accounts need a second factor: an authenticator app or a passkey."))
            return redirect("mfa_index")
        return None


def keep_private(response: HttpResponse) -> None:
    """Forbid caches to store `response`: it shows something of one person."""
    if "no-store" not in response.headers.get("Cache-Control", ""):
        add_never_cache_headers(response)


def set_language_cookie(response: HttpResponse, language: str) -> None:
    """Set the language cookie as Django's `set_language` view does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def _is_about_account(match: ResolverMatch | None) -> bool:
    return match is not None and not match.namespaces and (match.url_name or "").startswith(NOT_FOR_GUESTS)


def _is_for_members(match: ResolverMatch) -> bool:
    return _is_about_account(match) and match.url_name not in FOR_GUESTS_TOO


def _is_for_staff(match: ResolverMatch) -> bool:
    if match.namespaces[:1] == ["admin"]:
        return match.url_name not in ("login", "logout")
    return match.namespaces[:1] == ["accounts"] and (match.url_name or "").startswith("moderation")
