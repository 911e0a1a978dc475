"""From refusals to the responses of the companion's pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from companion.refusals import NoSuchPlay
from games.core.text import _
from games.refusals import Forbidden, Refusal
from games.translation import translate
from games.views.access import allow_methods, refusal_response, wants_json

View = Callable[..., HttpResponse]


def play_page(view: View) -> View:
    """Decorate a page: a `Refusal` that it raises becomes the response that `refusal_response` makes of it."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refusal_response(request, refusal)

    return page


def play_action(view: View) -> View:
    """Decorate a view that handles the POST of a logged-in user to a play. A refusal becomes a message on the play's
    page."""

    @allow_methods("POST")
    @wraps(view)
    def action(request: HttpRequest, play_id: str, **kwargs: Any) -> HttpResponse:
        page = reverse("companion:play", args=[play_id])
        try:
            if not request.user.is_authenticated:
                if wants_json(request):
                    raise Forbidden(_("Log in first."))
                return redirect_to_login(page)
            return view(request, play_id, **kwargs)
        except Refusal as refusal:
            if isinstance(refusal, NoSuchPlay) or wants_json(request):
                return refusal_response(request, refusal)
            messages.error(request, translate(refusal.reason))
            return redirect(page)

    return action
