"""Reading a match again: any ply, any seat it may be seen from, its record, and the proof of its deals."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.chance import published_nonces
from games.core.engine.events import Entry
from games.core.records.record import comments_of_times
from games.core.text import _
from games.models import Match, Status
from games.plumbing.bidi import bare
from games.plumbing.responses import FRAGMENT, SeeOther, fragment_wanted
from games.refusals import BadInput, Conflict, Forbidden, SetAside
from games.selectors import matches as selectors
from games.selectors.proofs import proof_of
from games.selectors.reading import Reader, read_all
from games.services.keeping.quarantine import quarantine_broken
from games.views import board, history_list, log_text
from games.views.access import allow_methods, handle_refusals, match_for_request, wants_json
from games.views.match_context import MatchContext
from games.views.seat_cards import seat_cards
from games.views.since import settling

PUBLIC, ALL = "public", "all"


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The perspective from which a history is read. `seat` is None for a spectator; `all` opens every entry of the
    log."""

    name: str
    seat: int | None
    all: bool = False


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board at any ply next to the log as sentences."""
    match = match_for_request(request, match_id)
    if match.status in (Status.OPEN, Status.EXPIRED):
        return SeeOther(reverse("games:match", args=[match.pk]))
    context = started_match(request, match)
    try:
        with quarantine_broken(match.pk):
            template, shown = history_part(request, context, viewpoint_of(request, context))
    except SetAside:
        return render(request, "games/match/set_aside.html", {"match": match}, status=503)
    response = render(request, template, shown)
    response.headers[FRAGMENT] = "history"
    return response


def history_part(request: HttpRequest, context: MatchContext, viewpoint: Viewpoint) -> tuple[str, dict[str, Any]]:
    """Return the template and its context: the page, or the part of it that its script asks for; raises `BrokenLog`."""
    fragment = fragment_wanted(request)
    if fragment and ("before" in request.GET or "after" in request.GET):
        reader = Reader(context.match, context.events, viewpoint.seat, context.viewer)
        return "games/history/_lines.jinja", list_context(
            request, context, viewpoint, readable_entries(reader, viewpoint)
        )
    shown = history_context(request, context, viewpoint)
    if fragment:
        return "games/history/_history.jinja", shown
    shown["section"] = render_to_string("games/history/_history.jinja", shown, request)
    shown["scene"] = board.scene(context.match.game, shown["drawn"]["view"], context.names)
    return "games/history/history.html", shown


def started_match(request: HttpRequest, match: Match) -> MatchContext:
    """Return the context of a match that has begun; raises `Conflict` if there is no history to read."""
    if match.status not in (Status.RUNNING, Status.FINISHED):
        raise Conflict(_("This match has no history yet."))
    return MatchContext.for_user(request.user, match)


def viewpoint_of(request: HttpRequest, context: MatchContext) -> Viewpoint:
    """Return the viewpoint: `?as=` a seat's number from 0, `public` or `all`. While the match runs, only one's own seat
    or the public view; raises `BadInput` or `Forbidden`."""
    asked = request.GET.get("as", "")
    if not asked:
        return Viewpoint(PUBLIC, None) if context.viewer is None else Viewpoint(str(context.viewer), context.viewer)
    if asked == PUBLIC:
        return Viewpoint(PUBLIC, None)
    over = context.match.status == Status.FINISHED
    if asked == ALL:
        if not over:
            raise Forbidden(_("Everything is shown when the match is over."))
        return Viewpoint(ALL, None, all=True)
    if not history_list.NUMBER.fullmatch(asked) or int(asked) >= context.match.seat_count:
        raise BadInput(_("The field “%(name)s” isn’t a seat in this match.", name="as"))
    if int(asked) != context.viewer and not over:
        raise Forbidden(_("You can see the match from other seats when it’s over."))
    return Viewpoint(str(int(asked)), int(asked))


def history_context(request: HttpRequest, context: MatchContext, viewpoint: Viewpoint) -> dict[str, Any]:
    """Return everything the template shows; raises `BrokenLog`."""
    match, game, names = context.match, context.match.game, context.names
    reader = Reader(match, context.events, viewpoint.seat, context.viewer)
    entries = readable_entries(reader, viewpoint)
    shown = list_context(request, context, viewpoint, entries)
    ply = shown["ply"]
    past = [entry for entry in entries if entry.ply < ply]
    left = past if fragment_wanted(request) else []
    view = reader.view_at(ply) if ply < match.ply else board.view_for(context.state, viewpoint.seat, context.due)
    cards = seat_cards(match, context.seats, names, context.viewer, context.former)
    link = f"{shown['path']}?ply={ply}{shown['suffix']}"
    return shown | {
        "here": "history",
        "label": context.label,
        "game": game,
        "last": match.ply,
        "drawn": board.draw(game, view, None, cards, names, "", played_out=left, settling=settling(game, past, ply)),
        "cards": cards,
        "viewpoint": viewpoint,
        "viewpoints": viewpoints(context, viewpoint, shown["path"], ply),
        "link": request.build_absolute_uri(link),
        "address": link,
        "over": match.status == Status.FINISHED,
    }


def list_context(
    request: HttpRequest, context: MatchContext, viewpoint: Viewpoint, entries: list[Entry]
) -> dict[str, Any]:
    """Return what the list of sentences shows, and its links. Only the sentences shown are made."""
    match, game = context.match, context.match.game
    asked = history_list.number(request, "ply")
    ply = match.ply if asked is None else min(asked, match.ply)
    said = [entry for entry, _text in log_text.sentences(game, entries, context.former)]
    plies = [entry.ply + 1 for entry in said]
    ends = [entry.ply + 1 for entry in said if log_text.stop_of(game, entry) is not None]
    current = max((each for each in plies if each <= ply), default=0)
    place = history_list.Place(ply, reverse("games:history", args=[match.pk]), f"&as={viewpoint.name}")
    piece = history_list.piece_of(request, plies, place)
    stops = history_list.stops(said, context.first_decision, match.ply)
    step = max(0, bisect_right(stops, ply) - 1)
    since = stops[step - 1] if step else current - 1  # of what led to the first decision the last sentence alone
    told = [entry for entry in said if since < entry.ply + 1 <= current]
    shown = said[piece.first : piece.end]
    spoken = [entry.ply for entry in (*shown, *told)]
    times = selectors.times_of(match, min(spoken), max(spoken) + 1) if spoken else {}
    return {
        "match": match,
        "path": place.path,
        "suffix": place.suffix,
        "ply": ply,
        "piece": piece,
        "lines": log_text.describe(game, shown, context.names, context.former),
        "times": {ply + 1: at for ply, at in times.items()},  # by the position that an event led to, like the lines
        "current": current,
        "step": step + 1,
        "of_steps": len(stops),
        "first_ply": stops[0],
        "current_lines": log_text.describe(game, told, context.names, context.former),
        "round_marks": history_list.round_marks(ends),
        "round_steps": history_list.round_steps(ends, place) if ends else [],
        "steps": history_list.steps(stops, place),
    }


def readable_entries(reader: Reader, viewpoint: Viewpoint) -> list[Entry]:
    """Return the entries of the log that may be read from `viewpoint`, whose `reader` this is."""
    return read_all(reader.match, reader.events) if viewpoint.all else reader.entries


def viewpoints(context: MatchContext, viewpoint: Viewpoint, path: str, ply: int) -> list[dict[str, Any]]:
    """Return the seats one may look through, as links."""
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
    """Show the match in its title's file form: whole once it is over, until then as one may know it."""
    match = match_for_request(request, match_id)
    context = started_match(request, match)
    over = match.status == Status.FINISHED
    viewpoint = Viewpoint(ALL, None, all=True) if over else viewpoint_of(request, context)
    tags = {f"Seat{seat}": bare(context.names(seat)) for seat in range(match.seat_count)}
    tags["Site"] = request.build_absolute_uri(reverse("games:match", args=[match.pk]))
    with quarantine_broken(match.pk):
        entries = readable_entries(Reader(match, context.events, viewpoint.seat, context.viewer), viewpoint)
        text = match.game.write_record(tags, match.seat_count, entries)
    text += comments_of_times(entries, selectors.times_of(match, 0, match.ply))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.title}-{match.pk}.txt"'
    return response


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def proof(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the promise made before the first card and, once the match is over, all that it takes to check it."""
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
    return render(request, "games/history/proof.html", context)
