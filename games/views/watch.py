"""The running matches that anybody may watch."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games import clock
from games.forms import WatchFilter
from games.selectors.watching import running_matches, watched
from games.services.beside.looks import PRESENT
from games.views.access import allow_methods

MATCHES_A_PAGE = 30


@never_cache
@allow_methods("GET", "HEAD")
def watch(request: HttpRequest) -> HttpResponse:
    """Show anybody the public matches that run now, the most watched first."""
    form = WatchFilter(request.GET)
    title = form.cleaned_data["title"] if form.is_valid() else ""
    found = running_matches(title, clock.now() - PRESENT)
    page = Paginator(found, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    begin = (page.number - 1) * MATCHES_A_PAGE
    matches = watched(found[begin : begin + MATCHES_A_PAGE], request.user)
    return render(request, "games/watch.html", {"form": form, "title": title, "page": page, "matches": matches})
