"""The front page, for strangers and for players, and the small choices of the frame."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.plumbing.responses import page_or_part
from games.registry import TITLES
from games.selectors import lists
from games.selectors.rated_tables import with_ratings
from games.templatetags.frame import THEME_COOKIE, themed, waiting_matches
from games.views import showcase
from games.views.digest import digests


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show strangers the landing page, and players what waits for them."""
    if request.user.is_authenticated:
        dashboard = lists.dashboard(request.user)
        dashboard = replace(dashboard, fitting=with_ratings(dashboard.fitting, request.user))
        news = digests([*dashboard.due, *dashboard.ended, *dashboard.running])
        return page_or_part(
            request, "games/home.html", "games/_home.html", "home", {"dashboard": dashboard, "news": news}
        )
    titles = [{"game": game, "board": showcase.board(game)} for game in TITLES.values()]
    return render(request, "games/landing.html", {"titles": titles})


@require_safe
def next_match(request: HttpRequest) -> HttpResponse:
    """Redirect to the match that waits for the player: the one with the soonest deadline, else one that has ended
    without their having seen it. Redirect to the home page if there is none, and for strangers."""
    match_id = lists.next_waiting(request.user) if request.user.is_authenticated else None
    return redirect("games:match", match_id) if match_id else redirect("games:home")


@never_cache
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Return how many matches wait for the visitor, for pages whose socket is lost; 0 for strangers."""
    return JsonResponse({"waiting": waiting_matches(request)})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme in a cookie, and redirect to the page that the visitor was on."""
    response = HttpResponseRedirect(way_back(request))  # `redirect` would take a word for the name of a page
    response.set_cookie(
        THEME_COOKIE, themed(request.POST.get("theme")), max_age=365 * 86400, samesite="Lax", secure=request.is_secure()
    )
    return response


def way_back(request: HttpRequest) -> str:
    """Return the page in `next`, else the page that sent the form; “/” if that is not a page of this site."""
    target = request.POST.get("next") or request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return iri_to_uri(target) if safe else "/"
