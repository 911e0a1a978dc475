"""Friendly pages for what went wrong: what happened, and what to do next."""

import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
EMPTY = {405, 429}  # answers that come without words from the frameworks


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a form that is too large. Nothing in the request can be relied on."""
    status = 413 if isinstance(exception, TOO_LARGE) else 400
    return HttpResponse(render_to_string(f"errors/{status}.html"), status=status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old: nothing was changed, and trying again helps."""
    return render(request, "errors/403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404. It looks the same for what does not exist and for what is not shown."""
    return render(request, "errors/404.html", status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """429."""
    return render(request, "errors/429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 when the database does not answer. Drawn without the database."""
    status = 503 if isinstance(sys.exc_info()[1], OperationalError) else 500
    headers = {"Retry-After": "5"} if status == 503 else {}
    return HttpResponse(render_to_string(f"errors/{status}.html"), status=status, headers=headers)


class NoNulInAddresses:
    """Answers 400 to an address or query that holds a NUL: no page has one, and PostgreSQL stores and finds none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\x00" in request.path_info or "\x00" in query or "%00" in query:
            return bad_request(request, BadRequest())
        return self.get_response(request)


class WordsForEmptyAnswers:
    """Puts a page where a framework answers with a bare status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: Any = self.get_response(request)
        if response.status_code in EMPTY and not response.streaming and not response.content:
            page = render(request, f"errors/{response.status_code}.html", status=response.status_code)
            if "Allow" in response.headers:
                page.headers["Allow"] = response.headers["Allow"]
            return page
        answer: HttpResponse = response
        return answer
