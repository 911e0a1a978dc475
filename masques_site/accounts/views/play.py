"""From the front page to a first decision in one press."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Access
from games.refusals import Refusal
from games.registry import TITLES
from games.services.waiting import tables
from games.translation import translate
from games.views.tables import QUICK_PACE
from masques_site.accounts import services
from masques_site.accounts.views.access import too_many_guests, within_rate_limit
from masques_site.accounts.views.account import BACKEND
from masques_site.accounts.zones import known_zone

LEVEL = "easy"


@never_cache
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a match of the site's first title against an easy bot; a stranger becomes a guest first."""
    if not request.user.is_authenticated:
        if not within_rate_limit(request, "guest"):
            return too_many_guests(request)
        login(request, services.create_guest(known_zone(request.POST.get("timezone", ""))), backend=BACKEND)
    title, game = next(iter(TITLES.items()))
    seats = game.usual_seats
    try:
        match = tables.open_table(
            host=request.user,
            title=title,
            seats=seats,
            pace=QUICK_PACE,
            access=Access.LINK,
            bots=[LEVEL] * (seats - 1),
        )
    except Refusal as refusal:
        messages.error(request, translate(refusal.reason))
        return redirect("games:home")
    return redirect("games:match", match.pk)
