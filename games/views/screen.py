"""The screen of a match, for a television or a tablet in the middle of a real table.

It shows the public side of the match alone. It is drawn for a spectator, even if the visitor has a seat: everyone who
sits around the table looks at it.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache

from games.core.engine.events import Entry
from games.models import Access, Match, Status
from games.plumbing.addresses import url
from games.plumbing.responses import FRAGMENT, MatchResponse, fragment_wanted
from games.policy import policy
from games.refusals import SetAside
from games.selectors import lists
from games.selectors.matches import seats_of
from games.services.keeping.quarantine import quarantine_broken
from games.translation import translate
from games.views import board, log_text
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.match_context import MatchContext
from games.views.match_page import ended, ply_in
from games.views.seat_cards import Present, SeatCard, seat_cards
from games.views.section import drawn_once
from games.views.since import last_stop, settling

BOARD, TABLE = "screen", "screen-table"  # the parts that the script asks for: of a match that has begun, and all others
LAST_LINES = 2


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def screen(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the public side of the match. `?at=` a ply at which a round ended shows that end. The script of a screen
    that is over is sent on to that of the players' next match."""
    match = match_for_request(request, match_id)
    if match.status == Status.FINISHED and fragment_wanted(request):
        following = policy().next_screen(request, match)
        if following:
            return redirect(following)
    if match.status in (Status.OPEN, Status.EXPIRED):
        return table_response(request, match)
    if match.status == Status.QUARANTINED:
        return set_aside_response(request, match)
    try:
        with quarantine_broken(match.pk):
            return board_response(request, MatchContext(match, seats_of(match), None))
    except SetAside:
        return set_aside_response(request, match)


# A match that has begun.


def board_response(request: HttpRequest, context: MatchContext) -> HttpResponse:
    """Return the screen of a match that has begun, or the part of it that its script asks for; raises `BrokenLog`."""
    match, at = context.match, asked_stop(request, context)
    if fragment_wanted(request):
        is_shared = match.access == Access.OPEN and not request.user.is_authenticated
        drawn = section_of(context, at, whole=False)
        return MatchResponse(drawn, part=BOARD, shared_revision=match.rev if is_shared else None)
    shown = {"match": match, "game": match.game, "drawn_once": page_of(context, at)}
    return MatchResponse(render_to_string("games/screen/screen.html", shown, request), part=BOARD)


def asked_stop(request: HttpRequest, context: MatchContext) -> int | None:
    """Return the ply that the request asks for if the last round ended there; None for the present table. Raises
    `BrokenLog`."""
    at = ply_in(request.GET.get("at", ""))
    return at if at is not None and at == last_stop(context.match.game, context.reader.entries) else None


def section_of(context: MatchContext, at: int | None, *, whole: bool) -> SafeString:
    """Return the section of the screen, which is drawn again at every change, once for all screens. `whole` is for a
    page that is opened; without it, things that have left the board in sight are animated. Raises `BrokenLog`."""

    def draw() -> SafeString:
        return render_to_string("games/screen/_screen.jinja", section_context(context, at, whole=whole))

    return drawn_once(context, f"screen {at} {whole}", draw, Present(""))


def page_of(context: MatchContext, at: int | None) -> SafeString:
    """Return the section, with what the title draws once."""
    section = section_of(context, at, whole=True)
    view = board.view_for(context.state, None, context.due)
    scene = board.scene(context.match.game, view, context.names)
    return render_to_string("games/screen/_page.html", {"scene": scene, "section": section})


def section_context(context: MatchContext, at: int | None, *, whole: bool) -> dict[str, Any]:
    """Return what the template of the section shows: the end of the last round, at ply `at`, or if that is None the
    present table."""
    match, game = context.match, context.match.game
    entries = context.reader.entries
    cards = seat_cards(match, context.seats, context.names, None, context.former)
    shown: dict[str, Any] = {
        "match": match,
        "game": game,
        "path": url("games:screen", match.pk),
        "last_stop": last_stop(game, entries) or 0,
    }
    if at is not None:
        return shown | end_of_round(context, at, [entry for entry in entries if entry.ply < at], cards)
    view = board.view_for(context.state, None, context.due)
    drawn = board.draw(game, view, None, cards, context.names, "", played_out=() if whole else entries)
    over, rows = ended(context, cards), drawn["seats"]
    if over is not None and over["has_places"]:
        rows = sorted(rows, key=lambda seat: seat["card"].place)
    return shown | {
        "drawn": drawn,
        "rows": rows,
        "ply": match.ply,
        "asked": translate(game.presenter.waiting(view), context.names) if context.due else "",
        "lines": log_text.newest(game, entries, context.names, LAST_LINES, context.former),
        "ended": over,
    }


def end_of_round(context: MatchContext, at: int, past: Sequence[Entry], cards: list[SeatCard]) -> dict[str, Any]:
    """Return the board at the end of a round, at ply `at`, and what that brought; `past` is the log until then."""
    game, names = context.match.game, context.names
    view, settled = context.reader.view_at(at), settling(game, past, at)
    lines = log_text.describe(game, [entry for entry in past if entry.ply == at - 1], names, context.former)
    drawn = board.draw(game, view, None, cards, names, "", played_out=past, settling=settled)
    return {
        "drawn": drawn,
        "rows": drawn["seats"],
        "ply": at,
        "stop": next((line for line in reversed(lines) if line.items), lines[-1]),
    }


# A match that has not begun, or cannot be shown.


def table_response(request: HttpRequest, match: Match) -> HttpResponse:
    """Return the screen of a table that waits for its players, or was closed."""
    summary = lists.summary_of(match, seats_of(match), AnonymousUser())
    return _table(request, match, {"summary": summary, "is_open": match.status == Status.OPEN})


def set_aside_response(request: HttpRequest, match: Match) -> HttpResponse:
    """Return the screen of a match that is set aside."""
    return _table(request, match, {"is_set_aside": True}, status=503)


def _table(request: HttpRequest, match: Match, shown: dict[str, Any], status: int = 200) -> HttpResponse:
    template = "games/screen/_table.html" if fragment_wanted(request) else "games/screen/screen.html"
    response = render(request, template, shown | {"match": match, "game": match.game}, status=status)
    response.headers[FRAGMENT] = TABLE
    return response
