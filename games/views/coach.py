"""The coach: short hints at the table, in a player's first match of a title against easy bots."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode

from games.core.engine.view import View
from games.core.text import _
from games.core.title.presenter import Composition
from games.models import Status
from games.plumbing.responses import SeeOther
from games.refusals import Forbidden, Refusal
from games.selectors.coach import unread
from games.services.beside import coach
from games.translation import translate
from games.views.access import allow_methods, refusal_response, wants_json
from games.views.home import way_back
from games.views.match_context import MatchContext

LEVEL = "easy"  # of the bots that all others must be
ALL = "all"  # instead of the key of a hint


def coach_for(
    context: MatchContext, view: View, composition: Composition | None, words: str | None
) -> dict[str, Any] | None:
    """Return what `match/_coach.jinja` shows to a visitor who composes a move, or None.

    `words` is the composition as the address has it, to come back to; a whole move that they name needs no hint any
    more, unlike one that is the only choice. One statement, and only if there is a hint.
    """
    if context.seat is None or composition is None or not against_easy_bots(context):
        return None
    if composition.text and words:
        return None
    hint = context.match.game.presenter.hint(view, composition)
    if hint is None or not unread(context.seat.user, context.match, hint.key):
        return None
    path = reverse("games:match", args=[context.match.pk])
    return {
        "key": hint.key,
        "title": context.match.title,
        "text": translate(hint.text, context.names),
        "url": reverse("games:coach"),
        "next": path if words is None else f"{path}?{urlencode({'move': words})}",
    }


def against_easy_bots(context: MatchContext) -> bool:
    """Return whether the visitor sits at a running match at which all others are, and always were, easy bots."""
    others = [seat for seat in context.seats if seat is not context.seat]
    running = context.match.status == Status.RUNNING
    return running and all(seat.bot == LEVEL and seat.user_id is None for seat in others)


@allow_methods("POST")
def put_away(request: HttpRequest) -> HttpResponse:
    """Put a hint away, or all of them, and go back to the table."""
    try:
        if not request.user.is_authenticated:
            if wants_json(request):
                raise Forbidden(_("Log in first."))
            return redirect_to_login(reverse("games:home"))
        hint = request.POST.get("hint", "")
        if hint == ALL:
            coach.put_all_away(user=request.user)
        else:
            coach.put_away(user=request.user, title=request.POST.get("title", ""), key=hint)
    except Refusal as refusal:
        return refusal_response(request, refusal)
    return SeeOther(way_back(request))
