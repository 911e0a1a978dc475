"""Answers in advance: a page with a form."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.core.engine.state import TURN
from games.models import Status
from games.plumbing.responses import SeeOther
from games.selectors.in_advance import answers_in_advance_of
from games.services.match import in_advance
from games.translation import translate
from games.views import board
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.fields import readable
from games.views.match_context import MatchContext

PREFIX = "answer_"  # of the fields of the form, before the key


@dataclass(slots=True)
class Panel:
    """The given and the possible answers for each key. `is_closed` while one of the answers may be due; `were_dropped`
    if some were given for a situation that has changed since."""

    fields: list[dict[str, Any]] = field(default_factory=list)
    is_closed: bool = False
    were_dropped: bool = False


def panel_of(context: MatchContext) -> Panel:
    """Return the panel of the visitor; without fields if there is nothing to answer. Raises `BrokenLog`."""
    if not context.may_resign() or context.seat is None:
        return Panel()
    game, state, index = context.match.game, context.state, context.seat.index
    stored, epoch = answers_in_advance_of(context.match, context.seat), state.epoch_in_advance(index)
    panel = Panel(is_closed=state.response() != TURN and bool(game.keys_in_advance(state, index)))
    for key in game.presenter.in_advance(board.view_for(state, index, context.due)):
        text, given_in = stored.get(key.key, ("", epoch))
        panel.were_dropped |= given_in != epoch
        answers = [
            {"text": answer, "label": translate(label, context.names), "chosen": (answer, epoch) == (text, given_in)}
            for answer, label in key.answers
        ]
        label = translate(key.label, context.names)
        panel.fields.append({"name": PREFIX + key.key, "label": label, "answers": answers})
    return panel


@never_cache
@allow_methods("GET", "HEAD", "POST")
@handle_refusals
def answers_in_advance(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the form of the answers in advance, or store them; an empty field means that they want to be asked."""
    path = reverse("games:match", args=[match_id])
    match = match_for_request(request, match_id)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:standing", args=[match_id]))
    if request.method == "POST":
        given = {name.removeprefix(PREFIX): readable(request, name) for name in request.POST if name.startswith(PREFIX)}
        in_advance.keep_answers_in_advance(actor=request.user, match_id=match.pk, given=given)
        messages.success(request, gettext("Your answers have been saved. No one sees them before they’re needed."))
        return SeeOther(path)
    if match.status == Status.OPEN:
        return SeeOther(path)
    panel = panel_of(MatchContext.for_user(request.user, match))
    if not panel.fields:
        return SeeOther(path)
    return render(request, "games/match/in_advance.html", {"match": match, "panel": panel})
