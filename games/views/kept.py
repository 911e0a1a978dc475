"""Browser caching of public pages: for visitors without an account only, and separately for each."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

View = Callable[..., HttpResponse]


def kept_by_strangers(seconds: int) -> Callable[[View], View]:
    """Return a decorator of views: a stranger's browser may show the page again for this many seconds without asking.

    A stranger has no session. Even so the page belongs to one browser: the token in its forms fits that browser's
    cookie. So no proxy may keep it, and the browser compares cookies and languages before showing it again: logging in
    or choosing another language or theme gives a new page. Pages of logged-in users are not kept at all.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            response = view(request, *args, **kwargs)
            if response.status_code == 200 and may_be_kept(request, response):
                patch_vary_headers(response, ["Cookie", "Accept-Language"])
                patch_cache_control(response, private=True, max_age=seconds)
            return response

        return kept

    return decorate


def may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether the page is that of a stranger, and contains no one-time message."""
    return not (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or request.user.is_authenticated
        or getattr(messages.get_messages(request), "used", False)
        or response.cookies
        or b' nonce="' in response.content
    )
