"""Error pages, which say what happened and what to do next."""

import sys
from collections.abc import Callable
from typing import Any

import structlog
from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from games.core.errors import BrokenLog
from games.core.text import _
from games.refusals import Refusal
from games.translation import translate
from games.views.access import refusal_response, wants_json
from masques_site.health import database_stores

logger = structlog.get_logger(__name__)

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
STATUSES_WITHOUT_BODY = {405, 429}  # Django and allauth send these responses with an empty body


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond 400, or 413 for a form that is too large. The template is rendered without the request, which may be
    invalid."""
    status = 413 if isinstance(exception, TOO_LARGE) else 400
    return HttpResponse(render_to_string(f"errors/{status}.html"), status=status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond 403."""
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond 403 to a form with a missing or outdated CSRF token; nothing was changed, and the user may try again."""
    return render(request, "errors/403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond 404, the same for pages that do not exist and for pages that the user may not know of."""
    return render(request, "errors/404.html", status=404)


def too_many(request: HttpRequest, template: str = "errors/429.html", **words: Any) -> HttpResponse:
    """Respond 429 in the words of `template`; or 503 where nothing can be counted, which the limits take for too
    much."""
    if not database_stores():
        return unavailable(request)
    return render(request, template, words, status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond 500, or 503 if the database does not answer. Rendered without the database."""
    if isinstance(sys.exc_info()[1], OperationalError):
        return unavailable(request)
    if wants_json(request):
        words = translate(_("Something went wrong. The error has been logged, and nothing was left half done."))
        return JsonResponse({"code": "error", "message": words}, status=500)
    return HttpResponse(render_to_string("errors/500.html"), status=500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Respond 503 while the database does not answer or store, without using it."""
    if wants_json(request):
        words = translate(_("The site can’t save anything at the moment. Try again in a few seconds."))
        response: HttpResponse = JsonResponse({"code": "unavailable", "message": words}, status=503)
    else:
        response = HttpResponse(render_to_string("errors/503.html"), status=503)
    response.headers["Retry-After"] = "5"
    return response


class RejectNulMiddleware:
    """Middleware that responds with 400 to paths and queries that contain NUL, which PostgreSQL cannot store or
    compare."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\x00" in request.path_info or "\x00" in query or "%00" in query:
            return bad_request(request, BadRequest())
        return self.get_response(request)


class SetAsideRow(Refusal):
    """The refusal for a stored row that cannot be read, and is left alone until an operator has looked at it."""

    status = 503
    code = "set_aside"

    def __init__(self) -> None:
        super().__init__(_("This data can’t be read. It’s set aside until we’ve looked at it."))


class ErrorPageMiddleware:
    """Middleware that renders an error page in place of a response with an empty body, and for rows that cannot be
    read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: Any = self.get_response(request)
        if response.status_code in STATUSES_WITHOUT_BODY and not response.streaming and not response.content:
            page = render(request, f"errors/{response.status_code}.html", status=response.status_code)
            if "Allow" in response.headers:
                page.headers["Allow"] = response.headers["Allow"]
            return page
        result: HttpResponse = response
        return result

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Show a page that says that a row cannot be read; all other pages keep working."""
        if not isinstance(exception, BrokenLog):
            return None
        logger.error("stored row unreadable", path=request.path, error=str(exception))
        if wants_json(request):
            return refusal_response(request, SetAsideRow())
        return render(request, "errors/set_aside.html", status=503)
