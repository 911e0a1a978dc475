"""Error pages, which say what happened and what to do next."""

import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
STATUSES_WITHOUT_BODY = {405, 429}  # Django and allauth send these responses with an empty body


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a form that is too large. The template is rendered without the request, which may be invalid."""
    status = 413 if isinstance(exception, TOO_LARGE) else 400
    return HttpResponse(render_to_string(f"errors/{status}.html"), status=status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form with a missing or outdated CSRF token; nothing was changed, and the user may try again."""
    return render(request, "errors/403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, the same for pages that do not exist and for pages that the user may not know of."""
    return render(request, "errors/404.html", status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """429."""
    return render(request, "errors/429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 if the database does not answer. Rendered without the database."""
    status = 503 if isinstance(sys.exc_info()[1], OperationalError) else 500
    headers = {"Retry-After": "5"} if status == 503 else {}
    return HttpResponse(render_to_string(f"errors/{status}.html"), status=status, headers=headers)


class RejectNulMiddleware:
    """Responds with 400 to paths and queries that contain NUL, which PostgreSQL cannot store or compare."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\x00" in request.path_info or "\x00" in query or "%00" in query:
            return bad_request(request, BadRequest())
        return self.get_response(request)


class ErrorPageMiddleware:
    """Renders an error page in place of a response with an empty body."""

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
