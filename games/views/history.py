"""Reading a match again: any ply, any seat it may be seen from, its record, and the proof of its deals."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.chance import published_nonces
from games.core.events import Entry
from games.core.text import _
from games.models import Match, Status
from games.refusals import BadInput, Conflict, Forbidden, SetAside
from games.selectors import matches as selectors
from games.selectors.proofs import proof_of
from games.services.quarantine import quarantine_broken
from games.views import board, log_text
from games.views.access import allow_methods, handle_refusals, match_for_request, wants_json
from games.views.match_context import MatchContext
from games.views.responses import FRAGMENT, SeeOther, fragment_wanted
from games.views.seat_cards import seat_cards
from games.views.since import settling

PUBLIC, ALL = "public", "all"
NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Through whom a history is read. `seat` is None for a spectator; `all` opens every entry of the log."""

    name: str
    seat: int | None
    all: bool = False


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board at any ply beside the log as sentences."""
    match = match_for_request(request, match_id)
    if match.status in (Status.OPEN, Status.EXPIRED):
        return SeeOther(reverse("games:match", args=[match.pk]))
    context = started_match(request, match)
    try:
        with quarantine_broken(match.pk):
            shown = history_context(request, context, viewpoint_of(request, context))
    except SetAside:
        return render(request, "match/set_aside.html", {"match": match}, status=503)
    if fragment_wanted(request):
        template = "history/_history.html"
    else:
        template = "history/history.html"
        shown["scene"] = board.scene(match.game, shown["drawn"]["view"], context.names)
    response = render(request, template, shown)
    response.headers[FRAGMENT] = "history"
    return response


def started_match(request: HttpRequest, match: Match) -> MatchContext:
    """The context of a match that has begun; raises `Conflict` if there is no history to read."""
    if match.status not in (Status.RUNNING, Status.FINISHED):
        raise Conflict(_("This match has no history to read."))
    return MatchContext.for_user(request.user, match)


def viewpoint_of(request: HttpRequest, context: MatchContext) -> Viewpoint:
    """Through whom to look: `?as=` a seat's number from 0, `public` or `all`. While the match runs, only one's own
    seat or the public view; raises `BadInput` or `Forbidden`."""
    asked = request.GET.get("as", "")
    if not asked:
        return Viewpoint(PUBLIC, None) if context.viewer is None else Viewpoint(str(context.viewer), context.viewer)
    if asked == PUBLIC:
        return Viewpoint(PUBLIC, None)
    over = context.match.status == Status.FINISHED
    if asked == ALL:
        if not over:
            raise Forbidden(_("Everything is shown once the match is over."))
        return Viewpoint(ALL, None, all=True)
    if not NUMBER.fullmatch(asked) or int(asked) >= context.match.seat_count:
        raise BadInput(_("The field “%(name)s” names no seat of this match.", name="as"))
    if int(asked) != context.viewer and not over:
        raise Forbidden(_("You may look through other seats once the match is over."))
    return Viewpoint(str(int(asked)), int(asked))


def ply_of(request: HttpRequest, last: int) -> int:
    """The ply asked for, at most the last; raises `BadInput` for what is no number."""
    asked = request.GET.get("ply", "")
    if not asked:
        return last
    if not NUMBER.fullmatch(asked):
        raise BadInput(_("The field “%(name)s” must be a number.", name="ply"))
    return min(int(asked), last)


def history_context(request: HttpRequest, context: MatchContext, viewpoint: Viewpoint) -> dict[str, Any]:
    """Everything the template shows; raises `BrokenLog`."""
    match, game, names = context.match, context.match.game, context.names
    ply = ply_of(request, match.ply)
    entries = readable_entries(context, viewpoint)
    lines = log_text.describe(game, entries, names, context.former)
    past = [entry for entry in entries if entry.ply < ply]
    left = past if fragment_wanted(request) else []
    stops = sorted({0, match.ply, *(line.ply for line in lines)})
    state = selectors.position_after(match, context.events[:ply]).state
    at_end = ply == match.ply
    view = board.view_for(state, viewpoint.seat, context.due if at_end else list(state.deciders()))
    cards = seat_cards(match, context.seats, names, context.viewer, context.former)
    current = max((line.ply for line in lines if line.ply <= ply), default=0)
    path = reverse("games:history", args=[match.pk])
    suffix = f"&as={viewpoint.name}"
    link = f"{path}?ply={ply}{suffix}"
    return {
        "here": "history",
        "label": context.label,
        "match": match,
        "game": game,
        "path": path,
        "suffix": suffix,
        "ply": ply,
        "last": match.ply,
        "drawn": board.draw(game, view, None, cards, names, "", played_out=left, settling=settling(game, past, ply)),
        "cards": cards,
        "lines": lines,
        "current": current,
        "current_lines": [line for line in lines if line.ply == current],
        "rounds": [line.ply for line in lines if line.items],
        "round_steps": round_steps(lines, ply, path, suffix),
        "steps": steps(ply, stops, path, suffix),
        "viewpoint": viewpoint,
        "viewpoints": viewpoints(context, viewpoint, path, ply),
        "link": request.build_absolute_uri(link),
        "address": link,
        "over": match.status == Status.FINISHED,
    }


def round_steps(lines: list[log_text.Line], ply: int, path: str, suffix: str) -> list[dict[str, Any]]:
    """Links to the ends of the rounds, counted from 1."""
    ends = [line.ply for line in lines if line.items]
    return [
        {"number": number, "url": f"{path}?ply={end}{suffix}", "current": end == ply}
        for number, end in enumerate(ends, 1)
    ]


def readable_entries(context: MatchContext, viewpoint: Viewpoint) -> list[Entry]:
    """The entries of the log that may be read from `viewpoint`."""
    entries = log_text.entries_of(context.match, context.events)
    return entries if viewpoint.all else log_text.redacted(context.match, entries, viewpoint.seat)


def steps(ply: int, stops: list[int], path: str, suffix: str) -> list[dict[str, Any]]:
    """First, back, forward, last: each goes to the next sentence of the log, so that no step shows nothing new."""
    back = max((stop for stop in stops if stop < ply), default=None)
    forward = min((stop for stop in stops if stop > ply), default=None)
    first = stops[0] if ply > stops[0] else None
    last = stops[-1] if ply < stops[-1] else None
    named = (
        ("first", gettext("First"), first),
        ("back", gettext("Back"), back),
        ("forward", gettext("Forward"), forward),
        ("last", gettext("Last"), last),
    )
    return [
        {"name": name, "label": label, "url": "" if stop is None else f"{path}?ply={stop}{suffix}"}
        for name, label, stop in named
    ]


def viewpoints(context: MatchContext, viewpoint: Viewpoint, path: str, ply: int) -> list[dict[str, Any]]:
    """The seats one may look through, as links."""
    over = context.match.status == Status.FINISHED
    seats = range(context.match.seat_count) if over else [] if context.viewer is None else [context.viewer]
    named = [(str(seat), context.names(seat)) for seat in seats]
    named.append((PUBLIC, gettext("A spectator")))
    if over:
        named.append((ALL, gettext("Everything")))
    if len(named) == 1:
        return []
    return [
        {"label": label, "url": f"{path}?{urlencode({'ply': ply, 'as': name})}", "current": name == viewpoint.name}
        for name, label in named
    ]


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match in its title's file form: whole once it is over, until then as one may know it."""
    match = match_for_request(request, match_id)
    context = started_match(request, match)
    over = match.status == Status.FINISHED
    viewpoint = Viewpoint(ALL, None, all=True) if over else viewpoint_of(request, context)
    tags = {f"Seat{seat}": context.names(seat) for seat in range(match.seat_count)}
    tags["Site"] = request.build_absolute_uri(reverse("games:match", args=[match.pk]))
    with quarantine_broken(match.pk):
        text = match.game.write_record(tags, match.seat_count, readable_entries(context, viewpoint))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.title}-{match.pk}.txt"'
    return response


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def proof(request: HttpRequest, match_id: str) -> HttpResponse:
    """The promise made before the first card and, once the match is over, all that it takes to check it."""
    match = match_for_request(request, match_id)
    seats = selectors.seats_of(match)
    shown = proof_of(match, seats)
    nonces = published_nonces(match, seats)
    if wants_json(request) or request.GET.get("format") == "json":
        document: dict[str, Any] = {
            "match": match.pk,
            "title": match.title,
            "rules_version": match.rules_version,
            "seats": match.seat_count,
            "options": match.settings,
            "commitment": match.commitment,
            "nonces": list(nonces),
            "key": shown.key if shown else None,
            "events": shown.events if shown else None,
        }
        return JsonResponse(document, json_dumps_params={"indent": 1})
    names = selectors.names_of(seats)
    context = {
        "match": match,
        "game": match.game,
        "path": reverse("games:proof", args=[match.pk]),
        "proof": shown,
        "nonces": [{"name": names(seat), "nonce": nonce} for seat, nonce in enumerate(nonces)],
    }
    return render(request, "history/proof.html", context)
