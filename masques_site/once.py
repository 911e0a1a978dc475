"""The middleware by which a form takes effect once (`masques_site.accounts.attempts`)."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from games import clock
from masques_site.accounts import attempts
from masques_site.accounts.models import Attempt

BACKEND = "django.contrib.auth.backends.ModelBackend"
LED_ON = (302, 303)


class OnceMiddleware:
    """Middleware that answers a form that was sent before like the first time, and notes where a form leads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        attempt: Attempt | None = getattr(request, "attempt", None)
        if attempt is not None:
            attempts.end(attempt, request, response.headers["Location"] if response.status_code in LED_ON else "")
        return response

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        """Begin the attempt of a form, or answer a repeated one; after all other checks, so that a forged form leaves
        no row."""
        if request.method != "POST":
            return None
        begun = attempts.begin(request)
        if isinstance(begun, attempts.Repeated):
            return _answer_again(request, begun)
        request.attempt = begun  # type: ignore[attr-defined]
        return None


def _answer_again(request: HttpRequest, repeated: attempts.Repeated) -> HttpResponse:
    if not repeated.url:
        return render(request, "errors/once.html", status=409)
    guest = repeated.row.user
    if guest is not None and guest.is_guest and not request.user.is_authenticated:
        if repeated.row.at < clock.now() - attempts.GUEST_FOR:
            return render(request, "errors/once.html", status=409)
        login(request, guest, backend=BACKEND)  # the browser may have dropped the first answer, with its cookies
    return HttpResponseRedirect(repeated.url)
