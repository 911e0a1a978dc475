"""The page of a room whose match has not started, and everything its people may do there."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from companion.models import Room
from companion.selectors import rooms
from companion.services.rooms import codes, opening, sitting
from companion.views.room_access import hand_url, place_of, session_key, table_action
from games.core.text import _
from games.forms import AddBotForm
from games.models import Match, Seat, Status
from games.plumbing.responses import SeeOther, page_or_part
from games.policy import policy
from games.refusals import BadInput, Missing
from games.selectors import lists
from games.selectors.matches import seats_of
from games.services.waiting.seat_order import order_seats
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.fields import number, readable

LONGEST_ORDER = 60


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the room to users who may know of the match: its code, the seats and their order. Once the match has started
    lead everybody to their place."""
    match = match_for_request(request, match_id)
    room = rooms.room_of(match)
    if room is None:
        raise Missing
    seats = seats_of(match)
    if match.status != Status.OPEN:
        return redirect(place_of(match, request.user, tuple(seats)))
    context = _context(request, match, room, seats)
    return page_or_part(request, "companion/rooms/table.html", "companion/rooms/_table.html", "room", context)


def _context(request: HttpRequest, match: Match, room: Room, seats: list[Seat]) -> dict[str, Any]:
    room.match = match
    summary = lists.summary_of(match, seats, request.user)
    is_host = request.user.pk is not None and match.host_id == request.user.pk
    code = rooms.live_code(room)
    return {
        "match": match,
        "summary": summary,
        "is_host": is_host,
        "calls": is_host and summary.free > 0,  # the host's phone shows the code first, for others to scan
        "orders": orders(match.seat_count),
        "agreement": rooms.agreement(room, seats),
        "may_agree": summary.mine is not None and policy().refuse_rated(request.user) is None,
        "bot_form": AddBotForm(match.game) if is_host and summary.free else None,
        "code": code,
        "address": request.build_absolute_uri(reverse("companion:room", args=[code])) if code else "",
    }


def orders(count: int) -> list[tuple[str, str]]:
    """Return for each of `count` seats the order in which its holder sits one seat further up, and that in which they
    sit further down; empty where there is no such seat.

    >>> orders(3)[1]
    ('1 0 2', '0 2 1')
    """
    swapped = []
    for place in range(count - 1):
        order = list(range(count))
        order[place : place + 2] = [place + 1, place]
        swapped.append(" ".join(map(str, order)))
    return list(zip(["", *swapped], [*swapped, ""], strict=True))


@table_action
def order(request: HttpRequest, match_id: str) -> HttpResponse:
    """Seat the people in another order."""
    typed = readable(request, "order")
    if len(typed) > LONGEST_ORDER:
        raise BadInput(_("Order: name each seat once."))
    wanted = [number(part, "order") for part in typed.split()]
    rev = number(request.POST.get("rev", ""), "rev")
    order_seats(host=request.user, match_id=match_id, rev=rev, order=wanted)
    return SeeOther(reverse("companion:table", args=[match_id]))


@table_action
def agree(request: HttpRequest, match_id: str) -> HttpResponse:
    """Agree to a rated match, or take that back."""
    answer = request.POST.get("agree", "")
    if answer not in ("yes", "no"):
        raise BadInput(_("Rated: say yes or no."))
    sitting.agree(user=request.user, match_id=match_id, agrees=answer == "yes")
    return SeeOther(reverse("companion:table", args=[match_id]))


@table_action
def start(request: HttpRequest, match_id: str) -> HttpResponse:
    """Start the match with those who sat there when the page was drawn."""
    rev = number(request.POST.get("rev", ""), "rev")
    sitting.start(host=request.user, match_id=match_id, rev=rev)
    return SeeOther(hand_url(match_id))


@table_action
def renew(request: HttpRequest, match_id: str) -> HttpResponse:
    """Replace the code by a new one."""
    codes.renew_code(host=request.user, match_id=match_id)
    messages.success(request, gettext("The room has a new code. The old one no longer works."))
    return SeeOther(reverse("companion:table", args=[match_id]))


@table_action
def again(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open the next match of the same people, or sit down at it."""
    match = opening.play_again(user=request.user, session=session_key(request), match_id=match_id)
    return SeeOther(reverse("companion:table", args=[match.pk]))
