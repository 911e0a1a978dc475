"""Rooms: opening one, and entering one by its code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from companion.core.letters import read_code
from companion.policy import policy
from companion.refusals import NoSuchCode
from companion.room_forms import EnterForm, RoomForm
from companion.selectors import rooms
from companion.selectors.plays import is_code_of_play
from companion.services.rooms import hands, opening, sitting
from companion.views.room_access import Lead, code_page, followed, hand_url, place_of, session_key
from games.core.text import _
from games.core.title.game import Game
from games.models import Status
from games.plumbing.responses import SeeOther
from games.policy import policy as games_policy
from games.refusals import Conflict, Refusal
from games.registry import TITLES
from games.selectors import lists
from games.translation import translate
from games.views.access import allow_methods
from games.views.fields import readable
from games.views.seat_cards import seat_of

SCREENS_KEPT = 5


@never_cache
@allow_methods("GET", "HEAD", "POST")
def open_room(request: HttpRequest) -> HttpResponse:
    """Show the form for a table in one room: first its title and number of seats, then everything else. On POST, open
    it; a stranger becomes a guest first."""
    given = request.POST if request.method == "POST" else request.GET
    game, seats = _chosen(given.get("title", ""), given.get("seats", ""))
    if game is None or seats is None:
        status = 400 if request.method == "POST" else 200
        return render(request, "companion/rooms/choose.html", {"titles": TITLES.values()}, status=status)
    offers_rated = request.user.is_authenticated and games_policy().refuse_rated(request.user) is None
    form = RoomForm(game, seats, given if request.method == "POST" else None, offers_rated=offers_rated)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                policy().admit(request)
                match = opening.open_room(host=request.user, session=session_key(request), **form.arguments())
                return redirect("companion:table", match.pk)
            except Refusal as refusal:
                form.add_error(None, translate(refusal.reason))
                status = refusal.status
    context = {"form": form, "game": game, "seats": seats}
    return render(request, "companion/rooms/new.html", context, status=status)


def _chosen(title: str, seats: str) -> tuple[Game | None, int | None]:
    """Return the title and its number of seats, as far as they are right."""
    game = TITLES.get(title)
    if game is None:
        return None, None
    return game, next((count for count in game.seats if str(count) == seats), None)


@never_cache
@allow_methods("GET", "HEAD", "POST")
@code_page
def enter(request: HttpRequest, _code: str) -> HttpResponse:
    """Show the form for the letters of a code; on POST, lead to its page, or to that of the play with this code."""
    if request.method != "POST":
        return render(request, "companion/rooms/enter.html", {"form": EnterForm()})
    typed = readable(request, "code")
    try:
        return redirect("companion:room", followed(request, typed).code)
    except NoSuchCode:
        code = read_code(typed)
        if code is None or not is_code_of_play(code):
            raise
        return redirect("companion:by_code", code)


@never_cache
@allow_methods("GET", "HEAD")
@code_page
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a visitor with this code can do: sit down, watch, use the device as the screen, or take over a hand.
    Lead players to their place."""
    lead = followed(request, code)
    if lead.hand is not None:
        return _hand_page(request, lead)
    assert lead.match is not None
    match, seats = lead.match, list(lead.seats)
    if seat_of(request.user, seats) is not None:
        return redirect(place_of(match, request.user, lead.seats))
    context = {
        "match": match,
        "summary": lists.summary_of(match, seats, request.user),
        "code": lead.code,
        "link": lead.link,
        "is_open": match.status == Status.OPEN,
        "is_running": match.status == Status.RUNNING,
        "here": reverse("companion:room", args=[lead.code]),
    }
    return render(request, "companion/rooms/room.html", context)


def _hand_page(request: HttpRequest, lead: Lead) -> HttpResponse:
    assert lead.hand is not None
    if request.user.pk == lead.hand.user_id:
        return redirect("companion:hand", lead.hand.room_id)
    context = {"code": lead.code, "name": games_policy().names([lead.hand.user])[lead.hand.user_id]}
    return render(request, "companion/rooms/take.html", context)


@never_cache
@allow_methods("GET", "HEAD")
@code_page
def room_screen(request: HttpRequest, code: str) -> HttpResponse:
    """Make this device the screen of the room: it shows this match, and those that the same people play after it."""
    lead = followed(request, code)
    if lead.match is None:
        raise NoSuchCode
    if lead.match.status not in rooms.NOT_OVER:
        return redirect("companion:room", lead.code)
    others = [each for each in request.session.get(rooms.SCREENS, []) if each != lead.code]
    request.session[rooms.SCREENS] = [*others, lead.code][-SCREENS_KEPT:]
    return redirect(f"{reverse('games:screen', args=[lead.match.pk])}?link={lead.link}")


@never_cache
@allow_methods("POST")
@code_page
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down; a stranger becomes a guest by that."""
    lead = followed(request, code)
    if lead.match is None:
        raise NoSuchCode
    if lead.match.status != Status.OPEN or len(lead.seats) == lead.match.seat_count:
        return redirect("companion:room", lead.code)  # says what is possible now; no guest is made for nothing
    policy().admit(request)
    sitting.sit_down(user=request.user, session=session_key(request), code=lead.code)
    return SeeOther(reverse("companion:table", args=[lead.match.pk]))


@never_cache
@allow_methods("POST")
@code_page
def take(request: HttpRequest, code: str) -> HttpResponse:
    """Take over the hand of this code on this device, on which nobody may be logged in."""
    lead = followed(request, code)
    if lead.hand is None:
        raise NoSuchCode
    if request.user.is_authenticated:
        raise Conflict(_("You’re logged in on this device. Log out first, then take over the hand."))
    match = hands.take_by_code(code=lead.code, enter=lambda user: policy().log_in_alone(request, user))
    return SeeOther(hand_url(match.pk) if match.status != Status.OPEN else reverse("companion:table", args=[match.pk]))
