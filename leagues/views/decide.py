"""Decisions of organisers about a season: its timetable, its people, its matches, its cards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.core import text
from games.refusals import BadInput, Conflict, Refusal
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format
from leagues.models import BEFORE_START, OVER, Card, Entry, Fixture, FixtureState, RoleKind, Season, SeasonState, Step
from leagues.refusals import NoSuchLeague
from leagues.selectors import consequences
from leagues.selectors.seasons import match_of, people_of
from leagues.services.deciding import cards, decisions, extensions, requests, undo
from leagues.services.deciding.seen import Seen, check_seen, newest_line
from leagues.services.entering import entries
from leagues.services.leaving import withdrawals
from leagues.services.organising.roles import require
from leagues.services.playing import settling
from leagues.services.timetable import seasons, steps
from leagues.services.timetable.seasons import next_step
from leagues.views import desk
from leagues.views.access import Where, season_page
from leagues.views.desk import LONGEST_REASON, decision
from leagues.views.pages import frame

MOST_NUMBER = 10**9  # of a match


@decision(page=desk.page)
def answer_entry(request: HttpRequest, where: Where, entry_id: int) -> None:
    """Accept or decline a player who asked to enter."""
    _check_here(where.season.entries.filter(pk=entry_id))
    entries.answer_entry(
        actor=request.user,
        entry_id=entry_id,
        accept=request.POST.get("answer") == "accept",
        reason=request.POST.get("reason", "")[:LONGEST_REASON],
        seen=desk.seen_of(request),
    )


@season_page
def person(request: HttpRequest, where: Where, entry_id: int) -> HttpResponse:
    """Show a player, and the form to take them out of the season."""
    return _person_page(request, where, entry_id)


def _person_page(request: HttpRequest, where: Where, entry_id: int, *, refusal: Refusal | None = None) -> HttpResponse:
    require(request.user, where.league, RoleKind.ORGANISER)
    entry = _entry_of(where, entry_id)
    context = {
        **frame(request, where, "organise"),
        "entry": entry,
        "person": people_of({entry.pk: entry}, request.user)[entry.pk],
        "plays": entry.state in withdrawals.IN and where.season.state not in OVER,
        "is_own": entry.user_id == request.user.pk,
        "reason": request.POST.get("reason", ""),
        "refused": "" if refusal is None else desk.in_words(refusal, request.user),
        "newest_line": newest_line(where.league),
    }
    return render(request, "leagues/person.html", context, status=200 if refusal is None else refusal.status)


@decision(page=_person_page)
def take_out(request: HttpRequest, where: Where, entry_id: int) -> HttpResponse | None:
    """Take a player out of the season, before or after the draw."""
    entry = _entry_of(where, entry_id)
    expel = request.POST.get("do") == "expel"
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    require(request.user, where.league, RoleKind.ORGANISER)
    check_seen(known["seen"], entry.revision, where.league)
    asked: HttpResponse | None = None
    if entry.state in withdrawals.IN and where.season.state not in OVER:
        name = people_of({entry.pk: entry}, request.user)[entry.pk].name
        plan = consequences.of_taking_out(where.season, entry, name, expel=expel)
        back = reverse("leagues:person", args=[where.league.slug, where.season.number, entry_id])
        asked = desk.sure(request, where, plan, back)
    if asked is None:
        withdrawals.take_out(actor=request.user, entry_id=entry_id, expel=expel, **known)
        messages.success(request, _("Done. Members will see it in the log."))
    return asked


def _entry_of(where: Where, entry_id: int) -> Entry:
    """Return an entry of the season of the address; raises `NoSuchLeague`."""
    entry = where.season.entries.select_related("user", "division__season").filter(pk=entry_id).first()
    if entry is None:
        raise NoSuchLeague
    return entry


@decision(page=desk.page)
def answer_request(request: HttpRequest, where: Where, request_id: int) -> None:
    """Grant or refuse what a member asks."""
    _check_here(where.season.requests.filter(pk=request_id))
    requests.answer(
        actor=request.user,
        request_id=request_id,
        grant=request.POST.get("answer") == "grant",
        reason=request.POST.get("reason", "")[:LONGEST_REASON],
        seen=desk.seen_of(request),
    )


@decision(page=desk.page)
def change_step(request: HttpRequest, where: Where) -> HttpResponse | None:
    """Hold, release or move the next step."""
    seen = desk.seen_of(request)
    known: dict[str, Any] = {
        "actor": request.user,
        "season_id": where.season.pk,
        "reason": desk.reason_of(request),
        "seen": seen,
    }
    asked: HttpResponse | None = None
    match request.POST.get("do"):
        case "hold":
            steps.hold(**known)
        case "release":
            step = _step_as_seen(request, where.season, seen)
            asked = desk.sure(request, where, consequences.of_releasing(where.season, step))
            if asked is None:
                steps.release(**known)
        case "move":
            at = _moment(request.POST.get("at", ""))
            seasons.check_moment(at)
            step = _step_as_seen(request, where.season, seen)
            asked = desk.sure(request, where, consequences.of_moving(where.season, step, at))
            if asked is None:
                steps.move(at=at, **known)
        case _:
            raise BadInput(text._("Timetable: choose to hold, resume or move a step."))
    if asked is None:
        messages.success(request, _("Timetable changed. Members will see it in the log."))
    return asked


def _step_as_seen(request: HttpRequest, season: Season, seen: Seen) -> Step:
    """Return the next step, for a preview; the change checks it again under the lock. Raises `Forbidden`, `Conflict`,
    `Overtaken`."""
    require(request.user, season.league, RoleKind.ORGANISER)
    step = next_step(season)
    if step is None:
        raise Conflict(text._("There’s nothing left on this season’s timetable."))
    check_seen(seen, step.revision, season.league)
    return step


@season_page
def find_match(request: HttpRequest, where: Where) -> HttpResponse:
    """Redirect from the number of a match to its page; the organisers' page says what is wrong with an unknown one."""
    require(request.user, where.league, RoleKind.ORGANISER)
    if "match" not in request.GET:
        return redirect("leagues:organise", where.league.slug)
    try:
        number = _number(request.GET["match"], text._("Match: enter its number."))
        if not where.season.fixtures.filter(number=number).exists():
            raise BadInput(text._("Match: there’s no match with this number in this season."))
    except BadInput as refusal:
        return desk.page(request, where, refusal=refusal)
    return redirect("leagues:decide_match", where.league.slug, where.season.number, number)


@season_page
def match(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Show a match of the season, and how an organiser sets its result."""
    return _match_page(request, where, fixture)


def _match_page(request: HttpRequest, where: Where, fixture: int, *, refusal: Refusal | None = None) -> HttpResponse:
    row = _fixture_of(where, fixture)
    require(request.user, where.league, RoleKind.ORGANISER)
    line = match_of(row, request.user)
    places = range(1, len(line.seats) + 1)
    kept = {} if refusal is None else desk.typed(request.POST)
    stored = [str(seat.place or "") for seat in line.seats]
    typed = request.POST.getlist("place") if kept.get(desk.FORM) == "result" else stored
    context = {
        **frame(request, where, "organise"),
        "match": line,
        "rows": list(zip(line.seats, [*typed, *[""] * len(line.seats)], strict=False)),
        "places": [str(place) for place in places],
        "may_correct": where.season.state == SeasonState.RUNNING and not settling.is_built_on(where.season, row),
        "may_extend": row.state != FixtureState.SETTLED and where.season.rules.format is not Format.LADDER,
        "most_days": extensions.MOST_DAYS,
        "may_replay": row.state != FixtureState.PLANNED and where.season.rules.format is not Format.LADDER,
        "former": [reverse("games:match", args=[former.match_id]) for former in row.former_matches.all()],
        "is_own": any(seat.person.is_viewer for seat in line.seats),
        "kept": kept,
        "ticked": request.POST.getlist("seat") if kept.get(desk.FORM) == "decision" else [],
        "refused": "" if refusal is None else desk.in_words(refusal, request.user),
        "newest_line": newest_line(where.league),
    }
    return render(request, "leagues/decide_match.html", context, status=200 if refusal is None else refusal.status)


@decision(page=_match_page)
def correct(request: HttpRequest, where: Where, fixture: int) -> HttpResponse | None:
    """Set the result of a match."""
    row = _fixture_of(where, fixture)
    seen, places = desk.seen_of(request), _places(request.POST.getlist("place"))
    known: dict[str, Any] = {"seen": seen, "reason": desk.reason_of(request), "places": places}
    require(request.user, where.league, RoleKind.ORGANISER)
    check_seen(seen, row.revision, where.league)
    requests.checked_correction(request.user, where.season, row, places)
    plan = consequences.of_correcting(match_of(row, request.user), places)
    asked = desk.sure(request, where, plan, _page_of(where, row))
    if asked is None:
        requests.correct_result(actor=request.user, season_id=where.season.pk, fixture_number=row.number, **known)
        messages.success(request, _("Result set."))
        return redirect(_page_of(where, row))
    return asked


@decision(page=_match_page)
def settle(request: HttpRequest, where: Where, fixture: int) -> HttpResponse | None:
    """Declare seats of a match forfeited, annul it, or have it replayed."""
    row = _fixture_of(where, fixture)
    chosen = _chosen(request)
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request), "chosen": chosen}
    require(request.user, where.league, RoleKind.ORGANISER)
    check_seen(known["seen"], row.revision, where.league)
    decisions.check(request.user, where.season, row, chosen)
    plan = consequences.of_deciding(match_of(row, request.user), chosen)
    asked = desk.sure(request, where, plan, _page_of(where, row))
    if asked is None:
        decisions.decide(actor=request.user, season_id=where.season.pk, fixture_number=row.number, **known)
        messages.success(request, _("Done. Members will see it in the log."))
        return redirect(_page_of(where, row))
    return asked


@decision(page=_match_page)
def extend_match(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Give a match more time."""
    row = _fixture_of(where, fixture)
    _extend(request, where, row.number)
    return redirect(_page_of(where, row))


@decision(page=desk.page)
def extend_all(request: HttpRequest, where: Where) -> None:
    """Give all open matches of the season more time."""
    _extend(request, where, None)


def _extend(request: HttpRequest, where: Where, number: int | None) -> None:
    extensions.extend(
        actor=request.user,
        season_id=where.season.pk,
        days=_number(request.POST.get("days", ""), text._("Days: enter a number.")),
        reason=desk.reason_of(request),
        fixture_number=number,
        seen=desk.seen_of(request),
    )
    messages.success(request, _("Time extended. Members will see it in the log."))


def _page_of(where: Where, fixture: Fixture) -> str:
    """Return the address of the page on which organisers decide about a match."""
    return reverse("leagues:decide_match", args=[where.league.slug, where.season.number, fixture.number])


def _chosen(request: HttpRequest) -> Chosen:
    """Return the decision about a match that the form names. Raises `BadInput`."""
    word = request.POST.get("do", "")
    if word not in list(Decision):
        raise BadInput(text._("Match: choose to forfeit, annul or replay it."))
    if word != Decision.FORFEIT:
        return Chosen(Decision(word))
    complaint = text._("Forfeit: choose who forfeits.")
    seats = {_number(value, complaint) for value in request.POST.getlist("seat")}
    return Chosen(Decision.FORFEIT, tuple(sorted(seats)))


def _fixture_of(where: Where, number: int) -> Fixture:
    """Return a match of the season of the address by its number; raises `NoSuchLeague`."""
    rows = where.season.fixtures.select_related("season__league", "division")
    fixture = rows.filter(number=number).first() if number < MOST_NUMBER else None
    if fixture is None:
        raise NoSuchLeague
    return fixture


@decision(page=desk.page)
def lift_card(request: HttpRequest, where: Where, card_id: int) -> None:
    """Lift a card: it has no consequences any more."""
    _check_here(Card.objects.filter(pk=card_id, entry__season=where.season))
    cards.lift(actor=request.user, card_id=card_id, reason=desk.reason_of(request), seen=desk.seen_of(request))
    messages.success(request, _("Card withdrawn."))


@decision(page=desk.page)
def take_back(request: HttpRequest, where: Where, line_id: int) -> None:
    """Undo an organiser's action, as long as nothing has followed from it."""
    _check_here(where.season.log.filter(pk=line_id))
    undo.undo(actor=request.user, line_id=line_id, reason=desk.reason_of(request))
    messages.success(request, _("Undone. Members will see it in the log."))


@decision(page=desk.page)
def cancel(request: HttpRequest, where: Where) -> HttpResponse | None:
    """Cancel a season that has not started."""
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    require(request.user, where.league, RoleKind.ORGANISER)
    asked: HttpResponse | None = None
    if where.season.state in BEFORE_START:
        check_seen(known["seen"], where.season.revision, where.league)
        asked = desk.sure(request, where, consequences.of_cancelling(where.season))
    if asked is None:
        seasons.cancel(actor=request.user, season_id=where.season.pk, **known)
    return asked


def _check_here(rows: QuerySet[Any]) -> None:
    """Raise `NoSuchLeague` if the season of the address has no such row."""
    if not rows.exists():
        raise NoSuchLeague


def _moment(value: str) -> datetime:
    """Return a moment of the reader's zone, written by a field of the type datetime-local. Raises `BadInput`."""
    try:
        found = parse_datetime(value)
    except ValueError:
        found = None
    if found is None:
        raise BadInput(text._("Time: enter a day and a time."))
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def _places(values: Sequence[str]) -> list[int]:
    return [_number(value, text._("Places: enter a number for each seat, 1 for the winner.")) for value in values]


def _number(value: str, complaint: Any) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        raise BadInput(complaint)
    return int(value)
