"""The page of a match: see it, send a move, give up, the heartbeat."""

from functools import partial
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.core.text import _
from games.models import Access, Match, Status
from games.plumbing.jinja_templates import unmarked
from games.plumbing.responses import MatchResponse, SeeOther, fragment_wanted
from games.policy import policy
from games.refusals import BadInput, BadMove, Forbidden, Missing, Refusal, SetAside, TooLarge
from games.selectors import lists
from games.selectors.matches import seats_of, was_taken
from games.services.beside import presence
from games.services.keeping.quarantine import quarantine_broken
from games.services.match import play as moves
from games.templatetags.frame import remember_waiting
from games.translation import translate
from games.views.access import allow_methods, handle_refusals, match_for_request, wants_json
from games.views.fields import MAX_DIGITS, number, readable
from games.views.match_context import MatchContext
from games.views.match_page import PageQuery
from games.views.page_kinds import PageKind
from games.views.seat_cards import present, seat_of
from games.views.section import page_for_spectators, pieces_for_spectators, present_at, seat_context
from games.views.tables import open_table_page

GO_ON = "X-Go-On"  # response header: the page of the match that the reader wants to see next
ANSWER = "X-Answer"  # request header of the page's script: how to answer a move


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the match: its board, who owes what, and the choices of a visitor who owes a decision."""
    return match_response(request, match_for_request(request, match_id))


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def hand(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the visitor's own hand alone: for a phone at a real table, where a screen shows the board. Visitors without
    a seat, and all before the match begins, are sent to the match; those whose hand is on another device, to the page
    that says so."""
    match = match_for_request(request, match_id)
    if elsewhere := policy().hand_elsewhere(request, match.pk):
        return SeeOther(elsewhere)
    return match_response(request, match, PageKind.HAND)


def match_response(
    request: HttpRequest, match: Match, kind: PageKind = PageKind.MATCH, refusal: Refusal | None = None
) -> HttpResponse:
    """Show the page of `match` of this `kind`, or the fragment of it that the page's script requested. A refusal is
    shown at the top; a visitor without a seat sees it on the page of the whole match."""
    if match.status in (Status.OPEN, Status.EXPIRED):
        return open_table_page(request, match) if kind == PageKind.MATCH else SeeOther(PageKind.MATCH.address(match.pk))
    if match.status == Status.QUARANTINED:
        return render(request, "games/match/set_aside.html", {"match": match}, status=503)
    context = MatchContext.for_user(request.user, match)
    if context.seat is None and kind == PageKind.HAND:
        if refusal is None:
            return SeeOther(PageKind.MATCH.address(match.pk))
        kind = PageKind.MATCH
    try:
        with quarantine_broken(match.pk):
            if context.seat is None and refusal is None:
                return response_for_spectators(request, context)
            return response_for_visitor(request, context, kind, refusal)
    except SetAside:
        return render(request, "games/match/set_aside.html", {"match": match}, status=503)


def response_for_visitor(
    request: HttpRequest, context: MatchContext, kind: PageKind, refusal: Refusal | None
) -> MatchResponse:
    """Return the page as this visitor alone sees it, and record that they have it open; raises `BrokenLog`."""
    match, seat, fragment = context.match, context.seat, fragment_wanted(request)
    if context.beside is not None:
        remember_waiting(request, context.beside.waiting)
    shown = seat_context(context, kind, PageQuery.of(request), present_at(context), whole=not fragment)
    if refusal is not None:
        shown["refusal"] = translate(refusal.reason, context.names)
    picker = shown.get("picker")
    drawn = render_to_string(kind.section, shown, request)
    whole = drawn if fragment else render_to_string(kind.page, shown | {"section": drawn}, request)
    after_sending = None
    if seat is not None and refusal is None and request.method != "HEAD":
        presence.note_look(match, seat)
        after_sending = partial(presence.mark_end_seen, seat) if presence.end_is_news(match, seat) else None
    return MatchResponse(
        whole,
        status=refusal.status if refusal else BadMove.status if picker and picker.refusal else 200,
        part=kind.value,
        after_sending=after_sending,
    )


def response_for_spectators(request: HttpRequest, context: MatchContext) -> MatchResponse:
    """Return the page as all spectators see it; raises `BrokenLog`."""
    match, fragment = context.match, fragment_wanted(request)
    drawn = unmarked(pieces_for_spectators(context)) if fragment else page_for_spectators(context)
    if fragment:
        is_shared = match.access == Access.OPEN and not request.user.is_authenticated
        return MatchResponse(drawn, shared_revision=match.rev if is_shared else None)
    page = {"match": match, "game": match.game, "drawn_once": drawn}
    return MatchResponse(render_to_string("games/match/match.html", page, request))


# Sending a move.


@never_cache
@allow_methods("POST")
@handle_refusals
def move(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take the move; on success back to the page it came from (`back`), else that page with the reason on top. The
    page's script asks for the new table at once, instead of being sent to it."""
    kind = PageKind.named(request.POST.get("back", ""))
    path = kind.address(match_id)
    if not request.user.is_authenticated:
        match_for_request(request, match_id)
        if wants_json(request):
            raise Forbidden(_("Log in first."))
        return redirect_to_login(path)
    try:
        # No statement before the service: a move has a budget of statements (tests/services/match/test_statements.py).
        accepted = moves.play(actor=request.user, match_id=match_id, seat=None, **move_fields(request))
    except Refusal as refusal:
        # Raises for visitors who may not know of the match; with its private link they may, but have no seat.
        visible = match_for_request(request, match_id)
        reason = Forbidden(moves.NO_SEAT) if isinstance(refusal, Missing) else refusal
        if wants_json(request):
            raise reason from refusal
        return match_response(request, visible, kind, reason)
    if wants_json(request):
        return JsonResponse({"rev": accepted.rev, "repeated": accepted.repeated})
    goes_on = kind == PageKind.MATCH and policy().goes_on(request.user)  # a hand stays at its table
    onward = lists.next_after(request.user, match_id) if goes_on else None
    if onward is not None:
        path = PageKind.MATCH.address(onward)
    if request.headers.get(ANSWER) != "table" or not fragment_wanted(request):
        return SeeOther(path)
    if onward is None:
        return match_response(request, match_for_request(request, match_id), kind)
    response = MatchResponse("")
    response.headers[GO_ON] = path
    return response


def move_fields(request: HttpRequest) -> dict[str, Any]:
    """Return the fields of a move's form; raises the `Refusal` that names the wrong one."""
    text = field(request, "text", moves.MAX_MOVE)
    client_move_id = field(request, "client_move_id", 64)
    seen = number(field(request, "seen", MAX_DIGITS), "seen")
    return {"text": text, "seen": seen, "client_move_id": client_move_id}


def field(request: HttpRequest, name: str, limit: int) -> str:
    """Return one field of the form: present, clean and short enough; raises the `Refusal` that names it."""
    value = readable(request, name)
    if not value:
        raise BadInput(_("The field “%(name)s” is missing.", name=name))
    if len(value) > limit:
        raise TooLarge(_("The field “%(name)s” is too long (up to %(limit)s characters).", name=name, limit=limit))
    return value


# Giving up, and the heartbeat.


@never_cache
@allow_methods("GET", "HEAD", "POST")
@handle_refusals
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the question whether they mean it; on POST, give up the seat."""
    match = match_for_request(request, match_id)
    path = reverse("games:match", args=[match.pk])
    if not request.user.is_authenticated:
        return redirect_to_login(path)
    context = MatchContext.for_user(request.user, match)
    if context.seat is None:
        raise Forbidden(moves.NO_SEAT)
    if request.method == "POST":
        moves.resign(actor=request.user, match_id=match.pk, seat=context.seat.index)
        return SeeOther(path)
    if not context.may_resign():
        return SeeOther(path)
    return render(request, "games/match/resign.html", {"match": match, "game": match.game, "path": path})


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def rev(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer the page's heartbeat: the match's revision, whether the visitor owes a decision, and who is at the table.

    A page that shows exactly this revision (`?seen=`) keeps its reader present: notices stay silent meanwhile. One that
    sent a move and got no answer (`?sent=`, its `client_move_id`) learns whether it was accepted.
    """
    match = match_for_request(request, match_id)
    seats = seats_of(match)
    seat = seat_of(request.user, seats)
    is_current = request.GET.get("seen") == str(match.rev)
    if is_current and seat is None:
        presence.note_spectator(match, spectator_identity(request))
    due = match.status == Status.RUNNING and seat is not None and not seat.bot and seat.due_decision is not None
    who = present(seats, presence.spectators(match), None if seat is None else seat.index)
    if is_current and seat is not None:
        presence.mark_seen(match, seat)
    told = {"rev": match.rev, "due": due, "status": match.status}
    told |= {"present": who.words, "here": sorted(who.here)}
    if seat is not None and "sent" in request.GET:
        told["taken"] = was_taken(match, seat, request.GET["sent"])
    return JsonResponse(told)


def spectator_identity(request: HttpRequest) -> str:
    """Return the identity of a spectator: the account, or for visitors without one their address. All visitors from one
    address count as one, since a browser can claim any name."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"address {request.META.get('REMOTE_ADDR', '')}"
