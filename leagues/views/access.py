"""From an address to the league and season that it names, and from refusals to responses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from csp.decorators import csp_replace
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from games.core.text import _
from games.plumbing.responses import FRAGMENT, fragment_wanted
from games.refusals import BadInput, Forbidden, Refusal
from games.translation import translate
from games.views.access import allow_methods, refusal_response, wants_json
from leagues.models import League, Season
from leagues.refusals import NoSuchLeague
from leagues.selectors.leagues import Standpoint, league_by_slug, season_of, standpoint

View = Callable[..., HttpResponse]
Action = Callable[..., HttpResponse | None]


@dataclass(frozen=True, slots=True)
class Where:
    """The league and season of an address, and the visitor's role there."""

    league: League
    season: Season
    stands: Standpoint


def locate(request: HttpRequest, slug: str, number: int | None = None) -> Where:
    """Return the league and one of its seasons, by default the newest; raises `NoSuchLeague`."""
    league = league_by_slug(slug)
    season = season_of(league, number)
    if season is None:
        raise NoSuchLeague
    season.league = league
    return Where(league, season, standpoint(request.user, league))


def season_page(view: View) -> View:
    """Decorate a page of a season, which is called with a `Where`."""

    @allow_methods("GET", "HEAD")
    @wraps(view)
    def page(request: HttpRequest, slug: str, number: int | None = None, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, locate(request, slug, number), **kwargs)
        except NoSuchLeague as refusal:
            return missing(request, refusal)
        except Refusal as refusal:
            return refusal_response(request, refusal)
        if fragment_wanted(request):
            response.headers[FRAGMENT] = "season"
        return response

    return page


def framable(view: View) -> View:
    """Allow a page in frames on other sites. Use it inside `season_page`, so that refusals stay out of frames."""
    return cast(View, xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view)))


def season_action(view: Action) -> View:
    """Decorate a POST of a member. If the view returns none, it redirects to the season's page; a refusal becomes a
    message there, or JSON for programs."""

    @allow_methods("POST")
    @wraps(view)
    def action(request: HttpRequest, slug: str, number: int | None = None, **kwargs: Any) -> HttpResponse:
        here = season_url(slug, number)
        try:
            if not request.user.is_authenticated:
                if wants_json(request):
                    raise Forbidden(_("Log in first."))
                return redirect_to_login(here)
            if any("\0" in value for values in request.POST.lists() for value in values[1]):
                raise BadInput(_("The text contains characters that can’t be stored."))
            return view(request, locate(request, slug, number), **kwargs) or redirect(here)
        except NoSuchLeague as refusal:
            return missing(request, refusal)
        except Refusal as refusal:
            if wants_json(request):
                return refusal_response(request, refusal)
            messages.error(request, translate(refusal.reason))
            return redirect(here)

    return action


def missing(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the response to programs for a missing or hidden page; raise Http404 for people."""
    if wants_json(request):
        return refusal_response(request, refusal)
    raise Http404(translate(refusal.reason))


def season_url(slug: str, number: int | None = None) -> str:
    """Return the page of a season; of the newest one without a number."""
    if number is None:
        return reverse("leagues:league", args=[slug])
    return reverse("leagues:season", args=[slug, number])
