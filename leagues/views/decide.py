"""What organisers decide about a season: its timetable, its people, its matches, its cards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.core import text
from games.refusals import BadInput, Conflict
from leagues.models import Card, Entry, RoleKind, Season, Step
from leagues.refusals import NoSuchLeague
from leagues.selectors import consequences
from leagues.selectors.seasons import people_of
from leagues.services import cards, entries, requests, seasons, steps, withdrawals
from leagues.services.roles import require
from leagues.services.seasons import BEFORE_START, OVER, next_step
from leagues.services.seen import Seen, check_seen, newest_line
from leagues.views import desk
from leagues.views.access import Where, season_page
from leagues.views.desk import LONGEST_REASON, decision
from leagues.views.pages import frame


@decision
def answer_entry(request: HttpRequest, where: Where, entry_id: int) -> None:
    """Accept or decline somebody who asked to enter."""
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
    """Somebody who plays, and how an organiser takes them out of the season."""
    require(request.user, where.league, RoleKind.ORGANISER)
    entry = _entry_of(where, entry_id)
    context = {
        **frame(request, where, "organise"),
        "entry": entry,
        "person": people_of({entry.pk: entry}, request.user)[entry.pk],
        "plays": entry.state in withdrawals.IN and where.season.state not in OVER,
        "is_own": entry.user_id == request.user.pk,
        "newest_line": newest_line(where.league),
    }
    return render(request, "leagues/person.html", context)


@decision
def take_out(request: HttpRequest, where: Where, entry_id: int) -> HttpResponse | None:
    """Take somebody out of the season, before or after the draw."""
    entry = _entry_of(where, entry_id)
    expel = request.POST.get("do") == "expel"
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    require(request.user, where.league, RoleKind.ORGANISER)
    asked: HttpResponse | None = None
    if entry.state in withdrawals.IN and where.season.state not in OVER:
        name = people_of({entry.pk: entry}, request.user)[entry.pk].name
        plan = consequences.of_taking_out(where.season, entry, name, expel=expel)
        asked = desk.sure(request, where, plan)
    if asked is None:
        withdrawals.take_out(actor=request.user, entry_id=entry_id, expel=expel, **known)
    return asked


def _entry_of(where: Where, entry_id: int) -> Entry:
    """An entry of the season of the address; raises `NoSuchLeague`."""
    entry = where.season.entries.select_related("user", "division__season").filter(pk=entry_id).first()
    if entry is None:
        raise NoSuchLeague
    return entry


@decision
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


@decision
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
            steps.check_moment(at)
            step = _step_as_seen(request, where.season, seen)
            asked = desk.sure(request, where, consequences.of_moving(where.season, step, at))
            if asked is None:
                steps.move(at=at, **known)
        case _:
            raise BadInput(text._("Timetable: hold, release or move."))
    if asked is None:
        messages.success(request, _("The timetable is changed; members read it in the log."))
    return asked


def _step_as_seen(request: HttpRequest, season: Season, seen: Seen) -> Step:
    """The next step, for a preview; what changes it looks again under the lock. Raises `Forbidden`, `Conflict`,
    `Overtaken`."""
    require(request.user, season.league, RoleKind.ORGANISER)
    step = next_step(season)
    if step is None:
        raise Conflict(text._("Nothing is left of this season's timetable."))
    check_seen(seen, step.revision, season.league)
    return step


@decision
def correct(request: HttpRequest, where: Where) -> None:
    """Set the result of a match."""
    requests.correct_result(
        actor=request.user,
        season_id=where.season.pk,
        fixture_number=_number(request.POST.get("fixture", ""), text._("Match: write its number.")),
        places=_places(request.POST.getlist("place")),
        reason=desk.reason_of(request),
    )
    messages.success(request, _("The result is set."))


@decision
def lift_card(request: HttpRequest, where: Where, card_id: int) -> None:
    """Take a card back, with what would follow from it."""
    _check_here(Card.objects.filter(pk=card_id, entry__season=where.season))
    cards.lift(actor=request.user, card_id=card_id, reason=desk.reason_of(request), seen=desk.seen_of(request))
    messages.success(request, _("The card is taken back."))


@decision
def cancel(request: HttpRequest, where: Where) -> HttpResponse | None:
    """Cancel a season that has not started."""
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    require(request.user, where.league, RoleKind.ORGANISER)
    plan = consequences.of_cancelling(where.season) if where.season.state in BEFORE_START else None
    asked = desk.sure(request, where, plan)
    if asked is None:
        seasons.cancel(actor=request.user, season_id=where.season.pk, **known)
    return asked


def _check_here(rows: QuerySet[Any]) -> None:
    """Raise `NoSuchLeague` if the season of the address has no such row."""
    if not rows.exists():
        raise NoSuchLeague


def _moment(value: str) -> datetime:
    """A moment of the reader's zone, as a field of the type datetime-local writes it."""
    try:
        found = parse_datetime(value)
    except ValueError:
        found = None
    if found is None:
        raise BadInput(text._("Time: write a day and a time."))
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def _places(values: Sequence[str]) -> list[int]:
    return [_number(value, text._("Places: write a number for each seat, 1 for the winner.")) for value in values]


def _number(value: str, complaint: Any) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        raise BadInput(complaint)
    return int(value)
