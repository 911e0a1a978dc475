"""Access to the page of a match, and the responses to visitors without it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games import clock
from games.core.errors import BrokenLog
from games.core.text import _
from games.models import Match
from games.refusals import Missing, Refusal, SetAside, WrongMethod
from games.selectors.matches import PRIVATE_LINKS, match_for_viewer
from games.services.clocks import deadlines
from games.services.keeping.quarantine import set_aside
from games.translation import translate

LINKS_KEPT = 50


def match_for_request(request: HttpRequest, match_id: str) -> Match:
    """Return the match, if the visitor may know of it, with every deadline that has passed settled; raises `Missing`
    and, if it cannot be read, `BrokenRow`.

    A private link (`?link=`) is remembered in the session, so that it need not be in every address.
    """
    link = remembered_link(request, match_id)
    match = match_for_viewer(request.user, match_id, link)
    if deadlines.overdue(match, clock.now()) and deadlines.expire(match.pk):
        match = match_for_viewer(request.user, match_id, link)
    return match


def remembered_link(request: HttpRequest, match_id: str) -> str:
    """Return the private link's token for this match: from the address, else from the session, else empty. A valid one
    from the address is stored in the session."""
    links: dict[str, str] = request.session.get(PRIVATE_LINKS, {})
    given = request.GET.get("link", "")[:64]
    if given and links.get(match_id) != given:
        try:
            match_for_viewer(request.user, match_id, given)
        except Missing:
            return links.get(match_id, "")  # a wrong link must not push out a right one
        except BrokenLog:
            pass  # requests for the match itself set it aside
        newest = {**links, match_id: given}
        request.session[PRIVATE_LINKS] = dict(list(newest.items())[-LINKS_KEPT:])
        return given
    return links.get(match_id, "")


def wants_json(request: HttpRequest) -> bool:
    """Return whether the caller is a program rather than a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def refusal_response(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return a refusal as JSON for programs, else as a separate page. Raises `Http404` for a page that is missing."""
    if wants_json(request):
        return JsonResponse({"code": refusal.code, "message": translate(refusal.reason)}, status=refusal.status)
    if isinstance(refusal, Missing):
        raise Http404(translate(refusal.reason))
    return render(request, "games/match/refused.html", {"reason": translate(refusal.reason)}, status=refusal.status)


def handle_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of the match `match_id`: a `Refusal` that it raises becomes the response that
    `refusal_response` makes of it. On `BrokenLog` the match is set aside, and the response says so."""

    @wraps(view)
    def guarded(request: HttpRequest, match_id: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, match_id, **kwargs)
        except Refusal as refusal:
            return refusal_response(request, refusal)
        except BrokenLog as error:
            set_aside(match_id, error)
            return set_aside_response(request, match_id)

    return guarded


def set_aside_response(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer a request for a match that is set aside, by users who may know of it."""
    try:
        match_for_viewer(request.user, match_id, remembered_link(request, match_id))
    except Missing as refusal:
        return refusal_response(request, refusal)
    except BrokenLog:
        pass  # the reason why it is set aside
    if wants_json(request):
        return refusal_response(request, SetAside())
    return render(request, "games/match/set_aside.html", status=503)


def allow_methods(*allowed: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Return a decorator of views that answers other methods with 405 and a sentence. Django's decorators send no
    body."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in allowed:
                return view(request, *args, **kwargs)
            names = ", ".join(allowed)
            response = refusal_response(
                request, WrongMethod(_("This address only accepts %(methods)s requests.", methods=names))
            )
            response.headers["Allow"] = names
            return response

        return checked

    return decorate
