"""The page of a hand: on which device it is, and how it moves to another."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from companion.policy import policy
from companion.selectors import rooms
from companion.services.rooms import hands
from companion.views.room_access import place_of, session_key, table_action
from games import clock
from games.models import Match
from games.plumbing.responses import SeeOther
from games.refusals import Missing
from games.selectors.matches import seats_of
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.seat_cards import seat_of


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def hand(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show where the hand of this visitor is: on another device, or here and how it moves to another one. Lead visitors
    who have none to the match."""
    match = match_for_request(request, match_id)
    if not rooms.is_in_room(match):
        raise Missing
    seats = seats_of(match)
    if rooms.is_elsewhere(request.session, request.user, match.pk):
        is_logged_in = seat_of(request.user, seats) is not None
        return render(request, "companion/rooms/moved.html", {"match": match, "is_logged_in": is_logged_in})
    if seat_of(request.user, seats) is None:
        return redirect(place_of(match, request.user, tuple(seats)))
    back = place_of(match, request.user, tuple(seats))
    return render(request, "companion/rooms/hand.html", _context(request, match) | {"back": back})


def _context(request: HttpRequest, match: Match) -> dict[str, Any]:
    found = rooms.hand_of(match, request.user)
    is_live = found is not None and found.code_until is not None and found.code_until > clock.now()
    code = found.code if found is not None and is_live else None
    return {
        "match": match,
        "by_code": policy().moves_by_code(request.user),
        "code": code or "",
        "code_until": found.code_until if found is not None and is_live else None,
        "address": request.build_absolute_uri(reverse("companion:room", args=[code])) if code else "",
    }


@table_action
def offer_code(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a code by which another device takes over the hand."""
    hands.offer_code(user=request.user, match_id=match_id)
    return SeeOther(reverse("companion:hand", args=[match_id]))


@table_action
def take_here(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take the hand over to this device."""
    hands.take_here(user=request.user, match_id=match_id, session=session_key(request))
    match = match_for_request(request, match_id)
    return SeeOther(place_of(match, request.user, tuple(seats_of(match))))
