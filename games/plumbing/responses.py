"""The responses of a match's pages, and what they tell the site's handler.

This is the one place where games hands something to the handler (`masques_site.plumbing.handler`): the two attributes
of `MatchResponse`. Any other handler may ignore them; the page is the same.
"""

from collections.abc import Callable
from typing import Any

import structlog
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

logger = structlog.get_logger(__name__)

FRAGMENT = "X-Fragment"  # response header: the answer is the part of a page that the page's script asked for


class SeeOther(HttpResponseRedirect):
    """A redirect that is followed by GET, whatever the method of the request was."""

    status_code = 303


class SameForm(HttpResponseRedirect):
    """A redirect to another address that takes the form as it was sent."""

    status_code = 307


class MatchResponse(HttpResponse):
    """The page of a match, or a fragment of it: the `part` of that name, which the page's script asks for.

    `shared_revision` is the revision of the match that it shows, if every visitor without a session gets the same
    bytes for the same address and headers; None if the response is for one visitor only.

    `after_sending` is called once, when the response has been sent, so that the visitor does not wait for it. If the
    database fails meanwhile, that is logged and nothing else happens.
    """

    def __init__(
        self,
        content: str,
        *,
        status: int = 200,
        part: str = "match",
        shared_revision: int | None = None,
        after_sending: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(content, status=status)
        self.headers[FRAGMENT] = part
        self.shared_revision = shared_revision
        self.after_sending = after_sending

    def close(self) -> None:
        """Call `after_sending`, and close the response. Every handler calls this when the response has been sent."""
        call, self.after_sending = self.after_sending, None
        try:
            if call is not None:
                call()
        except Error as error:
            logger.warning("callback after response failed", error=type(error).__name__)
        finally:
            super().close()


def fragment_wanted(request: HttpRequest) -> bool:
    """Return whether the page's script asks for a part of a page only."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") == "partial"


def page_or_part(request: HttpRequest, page: str, part: str, name: str, context: dict[str, Any]) -> HttpResponse:
    """Render the template `page`, or the template `part` of it if a script that follows the section `name` requests
    it."""
    if not fragment_wanted(request):
        return render(request, page, context)
    response = render(request, part, context)
    response.headers[FRAGMENT] = name
    return response
