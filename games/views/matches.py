"""The page of a match: see it, compose a move, send it, give up."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.core.errors import MoveError
from games.core.events import Entry, Event
from games.core.log import Position
from games.core.state import State
from games.core.text import _
from games.models import Access, Match, Seat, Status
from games.policy import policy
from games.refusals import BadInput, BadMove, Forbidden, Missing, Refusal, SetAside, TooLarge
from games.selectors import matches as selectors
from games.services import play as moves
from games.services import presence
from games.services.presence import mark_seen
from games.services.quarantine import quarantine_broken
from games.templatetags import frame
from games.translation import translate
from games.views import log_text, spectators, stage
from games.views.access import answers_refusals, methods, wants_json, watched_match
from games.views.tables import open_table_page

LOG_LINES = 40
FRAGMENT = "X-Fragment"  # tells the page's script that an answer is the part of a page it asked for
SINCE = "X-Since"  # the ply up to which the page's reader had seen the match when it was opened


class SeeOther(HttpResponseRedirect):
    """Look there now, by GET, whatever the method was."""

    status_code = 303


@dataclass
class Table:
    """A match that has begun, as one visitor meets it. `seat` is None for a spectator."""

    match: Match
    seats: list[Seat]
    seat: Seat | None

    @classmethod
    def met_by(cls, user: Any, match: Match) -> "Table":
        seats = selectors.seats_of(match)
        return cls(match, seats, stage.seat_of(user, seats))

    @cached_property
    def names(self) -> log_text.Names:
        return selectors.names_of(self.seats)

    @cached_property
    def events(self) -> list[Event]:
        """The log as far as the match's row knows of it, so that row and log tell the same story."""
        return selectors.log_of(self.match, self.match.ply)

    @cached_property
    def position(self) -> Position:
        return selectors.position_after(self.match, self.events)

    @property
    def viewer(self) -> int | None:
        return None if self.seat is None else self.seat.index

    @property
    def due(self) -> list[int]:
        """Seats that still owe a decision."""
        running = self.match.status == Status.RUNNING
        return [seat.index for seat in self.seats if running and seat.due_decision is not None]

    @property
    def state(self) -> State:
        return self.position.state

    def may_decide(self) -> bool:
        """Whether the visitor may give, or change, a decision now."""
        return (
            self.seat is not None
            and self.match.status == Status.RUNNING
            and not self.seat.bot_level
            and self.seat.index in self.state.deciders()
        )


@never_cache
@methods("GET", "HEAD")
@answers_refusals
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match: its table, who owes what, and for those who do the choices."""
    return show(request, watched_match(request, match_id))


def show(request: HttpRequest, match: Match, refusal: Refusal | None = None) -> HttpResponse:
    """The page of `match`, or the fragment of it that the page's script asked for. A refusal stands on top."""
    if match.status in (Status.OPEN, Status.EXPIRED):
        return open_table_page(request, match)
    if match.status == Status.QUARANTINED:
        return render(request, "match/set_aside.html", {"match": match}, status=503)
    table = Table.met_by(request.user, match)
    try:
        with quarantine_broken(match.pk):
            if table.seat is None and refusal is None and not frame.waiting_count(Context({"request": request})):
                return show_to_spectator(request, table)
            return show_to(request, table, refusal)
    except SetAside:
        return render(request, "match/set_aside.html", {"match": match}, status=503)


def show_to(request: HttpRequest, table: Table, refusal: Refusal | None) -> HttpResponse:
    """The page as this visitor alone sees it; raises `BrokenLog`."""
    fragment = fragment_wanted(request)
    present = stage.presence_text(table.seats, presence.spectators(table.match))
    context = page_context(request, table, present, whole=not fragment)
    if refusal is not None:
        context["refusal"] = translate(refusal.reason, table.names)
    picker: stage.Picker | None = context["picker"]
    status = refusal.status if refusal else BadMove.status if picker and picker.refusal else 200
    template = "match/_match.html" if fragment else "match/match.html"
    response = render(request, template, context, status=status)
    response.headers[FRAGMENT] = "match"
    if table.seat is not None and request.method == "GET":
        # Nobody waits for this to be written: it is done when the answer has been sent.
        response._resource_closers.append(partial(mark_seen, table.match, table.seat))  # type: ignore[attr-defined]
        response.closes_late = True  # type: ignore[attr-defined]
    return response


def show_to_spectator(request: HttpRequest, table: Table) -> HttpResponse:
    """The page as all spectators see it to whom nothing else calls; raises `BrokenLog`."""
    match, fragment = table.match, fragment_wanted(request)
    part = "match/_match.html" if fragment else "match/_page.html"

    def draw() -> SafeString:
        return render_to_string(part, page_context(HttpRequest(), table, spectators.PRESENT, whole=not fragment))

    present = stage.presence_text(table.seats, presence.spectators(match))
    drawn = spectators.drawings.get(match, table.events, table.due, part, draw, present)
    if fragment:
        response = HttpResponse(drawn)
    else:
        response = render(request, "match/match.html", {"match": match, "game": match.game, "drawn_once": drawn})
    response.headers[FRAGMENT] = "match"
    if fragment and match.access == Access.OPEN and not request.user.is_authenticated:
        response.same_for_strangers = match.rev  # type: ignore[attr-defined]
    return response


def fragment_wanted(request: HttpRequest) -> bool:
    """Whether the page's script asks for a part of a page only."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") == "partial"


def page_context(request: HttpRequest, table: Table, present: str, *, whole: bool) -> dict[str, Any]:
    """Everything the template shows, with how many are `present` in words; raises `BrokenLog`. Without the `whole`
    page it is a table that takes the place of one in sight: what has left that one meanwhile is played out."""
    match, game = table.match, table.match.game
    view = stage.view_for(table.state, table.viewer, table.due)
    cards = stage.seat_cards(match, table.seats, table.names, table.viewer)
    path = reverse("games:match", args=[match.pk])
    answer = own_answer(table)
    picker = picker_for(request, table, view, answer, path)
    preview = picker.composition if picker else answer_preview(table, answer)
    url = picker.compose_url if picker and not picker.sentence else ""
    is_due = table.viewer is not None and table.viewer in table.due
    entries = log_text.redacted(match, log_text.entries_of(match, table.events), table.viewer)
    since = seen_until(request, table)
    fresh = game.presenter.touched([entry for entry in entries if entry.ply >= since]) if since else ()
    return {
        "match": match,
        "game": game,
        "path": path,
        "scene": stage.setting(game, view, table.names) if whole else {},
        "drawn": stage.draw(game, view, preview, cards, table.names, url, fresh, () if whole else entries),
        "cards": cards,
        "mine": next((card for card in cards if card.is_viewer), None),
        "picker": picker,
        "is_due": is_due,
        "answer": ""
        if not answer
        else translate(game.presenter.describe_move(view, table.viewer or 0, answer), table.names),
        "others_owe": translate(game.presenter.waiting(view), table.names) if table.due else "",
        "stand_in": table.seat is not None and is_due and bool(table.seat.bot_level),
        "seen": table.position.decision,
        "since": since,
        "lines": log_lines(table, entries, since),
        "present": present,
        "ended": ended(table),
        "may_resign": may_resign(table),
        "refusal": "",
    }


def own_answer(table: Table) -> str:
    """The sealed answer that the visitor has given in the open window and may still change, or ""; raises
    `BrokenLog` if it was altered."""
    if table.viewer is None or not table.may_decide() or table.viewer in table.due:
        return ""
    return selectors.own_answer(table.match, table.viewer)


def picker_for(request: HttpRequest, table: Table, view: dict[str, Any], answer: str, path: str) -> stage.Picker | None:
    """The picker of whoever owes a decision, or is changing a sealed answer."""
    query = request.GET.get("move") if request.method == "GET" else None
    if table.seat is None or not table.may_decide() or (answer and query is None):
        return None
    game, seat = table.match.game, table.seat.index
    words = stage.words_in(query)
    composition, refusal = stage.compose_as_far(game, table.state, seat, words, answer)
    confirm = policy().confirms_moves(request.user)
    picker = stage.pick(game, table.state, view, composition, table.names, path, confirm=confirm)
    if refusal is not None:
        picker.refusal = translate(refusal, table.names)
    tapped = request.GET.get("tap", "")[: stage.MAX_ELEMENT]
    if tapped and not composition.text:
        forbidden = game.presenter.forbidden(view, composition, tapped)
        picker.reminder = translate(forbidden or _("That cannot be chosen now."), table.names)
    return picker


def answer_preview(table: Table, answer: str) -> Any:
    """The visitor's own sealed answer as a composition, so that it is drawn where it will be."""
    if not answer or table.viewer is None:
        return None
    try:
        words = stage.words_of(table.match.game, table.state, table.viewer, answer)
    except MoveError:  # the window closed between two statements: the page will hear of it
        return None
    return stage.compose_as_far(table.match.game, table.state, table.viewer, words, answer)[0]


def seen_until(request: HttpRequest, table: Table) -> int:
    """The ply up to which the visitor had seen the match before. While a move is being composed, the page says how
    far that was when it was opened, so that what is new stays marked."""
    if table.seat is None:
        return table.match.ply
    told = request.headers.get(SINCE, "")
    seen_ply = table.seat.seen_ply
    return min(seen_ply, int(told)) if told.isascii() and told.isdigit() and len(told) < 10 else seen_ply


def log_lines(table: Table, entries: list[Entry], since: int) -> list[dict[str, Any]]:
    """The newest sentences of the log, newest first, with what is new to the visitor."""
    lines = log_text.newest(table.match.game, entries, table.names, LOG_LINES)
    return [{"ply": line.ply, "text": line.text, "is_new": line.ply > since} for line in lines]


def ended(table: Table) -> dict[str, Any] | None:
    """How the match ended: why, and everybody's place, best first."""
    outcome = table.match.outcome
    if table.match.status != Status.FINISHED or outcome is None:
        return None
    cards = stage.seat_cards(table.match, table.seats, table.names, table.viewer)
    mine = next((card.place for card in cards if card.is_viewer), None)
    winners = [card.name for card in cards if card.place == 1]
    if len(winners) == 1:
        headline = gettext("You win.") if mine == 1 else gettext("%(name)s wins.") % {"name": winners[0]}
    else:
        headline = gettext("Shared first place: %(names)s.") % {"names": ", ".join(winners)}
    return {
        "headline": headline,
        "reason": log_text.reason(table.match.game, outcome["reason"], table.names),
        "cards": sorted(cards, key=lambda card: (card.place or 0, card.index)),
        "has_scores": any(card.score is not None for card in cards),
    }


def may_resign(table: Table) -> bool:
    return table.seat is not None and table.match.status == Status.RUNNING and not table.seat.bot


# Sending a move.


@never_cache
@methods("POST")
@answers_refusals
def move(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take the move; on success back to the match, else the match with the reason on top."""
    path = reverse("games:match", args=[match_id])
    if not request.user.is_authenticated:
        watched_match(request, match_id)
        if wants_json(request):
            raise Forbidden(_("Log in first."))
        return redirect_to_login(path)
    try:
        # Nothing is asked of the database before the service does: a move has a budget of statements.
        accepted = moves.play(actor=request.user, match_id=match_id, seat=None, **move_fields(request))
    except Refusal as refusal:
        # Raises for those who may not know of the match; whoever has its private link may, but has no seat.
        mark_spectator = watched_match(request, match_id)
        reason = Forbidden(moves.NO_SEAT) if isinstance(refusal, Missing) else refusal
        if wants_json(request):
            raise reason from refusal
        return show(request, mark_spectator, reason)
    if wants_json(request):
        return JsonResponse({"rev": accepted.rev, "repeated": accepted.repeated})
    return SeeOther(path)


def move_fields(request: HttpRequest) -> dict[str, Any]:
    """The fields of a move's form; raises the `Refusal` that names the wrong one."""
    text = field(request, "text", moves.MAX_MOVE)
    client_move_id = field(request, "client_move_id", 64)
    seen = field(request, "seen", 10)
    if not (seen.isascii() and seen.isdigit()):
        raise BadInput(_("The field “%(name)s” must be a number.", name="seen"))
    return {"text": text, "seen": int(seen), "client_move_id": client_move_id}


def field(request: HttpRequest, name: str, limit: int) -> str:
    """One field of the form: present, clean and short enough; raises the `Refusal` that names it."""
    value = request.POST.get(name, "")
    if not value:
        raise BadInput(_("The field “%(name)s” is missing.", name=name))
    if len(value) > limit:
        raise TooLarge(_("The field “%(name)s” is too long: %(limit)s characters at most.", name=name, limit=limit))
    if "\x00" in value or "\ufffd" in value:
        raise BadInput(_("The field “%(name)s” is not readable text.", name=name))
    return value


# Giving up, and the heartbeat.


@never_cache
@methods("GET", "HEAD", "POST")
@answers_refusals
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask whether they mean it; then give up the seat."""
    match = watched_match(request, match_id)
    path = reverse("games:match", args=[match.pk])
    if not request.user.is_authenticated:
        return redirect_to_login(path)
    table = Table.met_by(request.user, match)
    if table.seat is None:
        raise Forbidden(moves.NO_SEAT)
    if request.method == "POST":
        moves.resign(actor=request.user, match_id=match.pk, seat=table.seat.index)
        return SeeOther(path)
    if not may_resign(table):
        return SeeOther(path)
    return render(request, "match/resign.html", {"match": match, "game": match.game, "path": path})


@never_cache
@methods("GET", "HEAD")
@answers_refusals
def rev(request: HttpRequest, match_id: str) -> HttpResponse:
    """Which revision the match has reached, for the page's heartbeat, and whether the visitor owes a decision.

    A page that shows this very revision (`?seen=`) keeps its reader present: notices stay silent meanwhile.
    """
    match = watched_match(request, match_id)
    seats = list(match.seats.all())
    seat = stage.seat_of(request.user, seats)
    if request.GET.get("seen") == str(match.rev):
        if seat is not None:
            mark_seen(match, seat)
        else:
            presence.mark_spectator(match, who_looks(request))
    due = match.status == Status.RUNNING and seat is not None and not seat.bot and seat.due_decision is not None
    present = stage.presence_text(seats, presence.spectators(match))
    return JsonResponse({"rev": match.rev, "due": due, "status": match.status, "present": present})


def who_looks(request: HttpRequest) -> str:
    """One word for each spectator: the account, or for a visitor without one the address and the browser."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"{request.META.get('REMOTE_ADDR', '')} {request.headers.get('User-Agent', '')}"
