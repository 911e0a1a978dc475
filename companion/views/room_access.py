"""From the codes of rooms to what they lead to, and from refusals to responses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from companion.core.letters import read_code
from companion.models import Hand
from companion.policy import policy
from companion.refusals import NoSuchCode
from companion.room_forms import EnterForm
from companion.selectors import rooms
from games.core.text import _
from games.models import Match, Seat, Status
from games.refusals import Forbidden, Missing, Refusal
from games.selectors.matches import match_for_viewer, seats_of
from games.translation import translate
from games.views.access import allow_methods, refusal_response, wants_json
from games.views.seat_cards import seat_of

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a code leads: to the match of a room, with its seats and its private link, or to a hand that this device
    may take over."""

    code: str
    match: Match | None = None
    seats: tuple[Seat, ...] = ()
    link: str = ""
    hand: Hand | None = None


def followed(request: HttpRequest, typed: str) -> Lead:
    """Return where the code that a visitor typed, or scanned, leads. Raises `NoSuchCode`, `TooMany` after too many
    wrong ones, and `BrokenRow`."""
    code = read_code(typed)
    if code is None:
        raise NoSuchCode
    take_back = policy().begin_try(request)
    way = rooms.way_to(code)
    hand = rooms.hand_by_code(code) if way is None else None
    if way is None and (hand is None or not policy().moves_by_code(hand.user)):
        raise NoSuchCode
    take_back()
    if way is None:
        return Lead(code, hand=hand)
    match_id, link = way
    match = match_for_viewer(request.user, match_id, link)
    return Lead(code, match, tuple(seats_of(match)), link)


def code_page(view: View) -> View:
    """Decorate a page or an act of people who come with a code. A wrong code leads back to the form for codes; another
    refusal of an act becomes a message on the code's page."""

    @wraps(view)
    def page(request: HttpRequest, code: str = "") -> HttpResponse:
        try:
            return view(request, code)
        except NoSuchCode as refusal:
            return wrong_code(request, refusal)
        except Refusal as refusal:
            if request.method != "POST" or not code or refusal.status == 429 or wants_json(request):
                return refusal_response(request, refusal)
            messages.error(request, translate(refusal.reason))
            return redirect("companion:room", code)

    return page


def wrong_code(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the form for codes, with the reason why the last one leads nowhere."""
    if wants_json(request):
        return refusal_response(request, refusal)
    form = EnterForm({"code": ""})
    form.full_clean()
    form.errors["code"] = form.error_class([translate(refusal.reason)])
    return render(request, "companion/rooms/enter.html", {"form": form}, status=refusal.status)


def table_action(view: View) -> View:
    """Decorate a view that handles the POST of a logged-in user in the room of a match. A refusal becomes a message on
    the room's page."""

    @allow_methods("POST")
    @wraps(view)
    def action(request: HttpRequest, match_id: str) -> HttpResponse:
        page = reverse("companion:table", args=[match_id])
        try:
            if not request.user.is_authenticated:
                if wants_json(request):
                    raise Forbidden(_("Log in first."))
                return redirect_to_login(page)
            match_for_viewer(request.user, match_id)  # else it's missing, whatever was sent
            return view(request, match_id)
        except Refusal as refusal:
            if isinstance(refusal, Missing) or wants_json(request):
                return refusal_response(request, refusal)
            messages.error(request, translate(refusal.reason))
            return redirect(page)

    return action


def session_key(request: HttpRequest) -> str:
    """Return the key of the session of a logged-in user."""
    return str(request.session.session_key or "")


def place_of(match: Match, user: Any, seats: tuple[Seat, ...]) -> str:
    """Return the address of the page of a match at which `user` plays: the room while it waits, then their hand; for
    spectators the public board."""
    if match.status == Status.OPEN:
        return reverse("companion:table", args=[match.pk])
    return hand_url(match.pk) if seat_of(user, list(seats)) is not None else reverse("games:match", args=[match.pk])


def hand_url(match_id: str) -> str:
    """Return the address of a hand."""
    return reverse("games:hand", args=[match_id])
