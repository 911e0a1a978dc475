"""What organisers do: making a league, its rules, the timetable, entries, requests, results, roles."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games import clock
from games.bidi import isolated
from games.core import text
from games.core.game import Game
from games.policy import policy
from games.refusals import BadInput, Refusal
from games.registry import TITLES
from games.translation import translate
from games.views.access import allow_methods
from leagues.core.rules import Format, default_rules, formats_for, problem
from leagues.core.timetable import timetable
from leagues.forms import LeagueForm, format_choices
from leagues.log_text import CARD_NAMES, STEP_NAMES, describe
from leagues.models import Card, OfferState, RequestState, RoleKind
from leagues.selectors import seasons as season_selectors
from leagues.selectors.previews import preview
from leagues.services import cards, entries, leagues, requests, roles, seasons, steps
from leagues.services.roles import require
from leagues.services.seasons import BEFORE_START, OVER
from leagues.views.access import Where, locate, missing, season_action, season_page
from leagues.views.pages import frame

STAYED_LINES = 5  # results that were changed too late to move the places of a ladder


@allow_methods("GET", "HEAD", "POST")
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A new league: first the title, the seats and the format, then everything else with good defaults."""
    given = request.POST if request.method == "POST" else request.GET
    game, seats, format = _chosen(given.get("title", ""), given.get("seats", ""), given.get("format", ""))
    if game is None or seats is None or format is None:
        status = 400 if request.method == "POST" else 200
        context: dict[str, Any] = {
            "titles": TITLES.values(),
            "game": game,
            "seats": seats,
            "formats": [] if seats is None else format_choices(seats),
            "refusal": _impossible(given, game, seats),
        }
        return render(request, "leagues/choose.html", context, status=status)
    form = LeagueForm(game, seats, format, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            league = leagues.create_league(owner=request.user, terms=form.terms(), **form.about())
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            return redirect("leagues:league", league.slug)
    context = {"form": form, "game": game, "seats": seats, "format": format, **_preview(form)}
    return render(request, "leagues/new.html", context, status=422 if form.errors else 200)


def _chosen(title: str, seats: str, format: str) -> tuple[Game | None, int | None, Format | None]:
    """The title, its number of seats and the format, as far as they are right."""
    game = TITLES.get(title)
    if game is None:
        return None, None, None
    count = next((count for count in game.seats if str(count) == seats), None)
    if count is None:
        return game, None, None
    return game, count, next((one for one in formats_for(count) if one.value == format), None)


def _impossible(given: QueryDict, game: Game | None, seats: int | None) -> str:
    """Why there is no league of what was chosen, and what comes nearest; empty if nothing wrong was chosen."""
    if given.get("title") and game is None:
        return translate(text._("Title: there is no title of that name here."))
    if game is None or not given.get("seats"):
        return ""
    wanted, chosen = str(given["seats"]), str(given.get("format", ""))
    if seats is None and not (wanted.isascii() and wanted.isdigit() and len(wanted) < 9):
        return translate(text._("Seats: choose one of the list."))
    count = int(wanted) if seats is None else seats
    if seats is not None and chosen not in [one.value for one in Format]:
        return translate(text._("Format: choose one of the list.")) if chosen else ""
    format = formats_for(count)[0] if seats is None else Format(chosen)
    refusal = problem(default_rules(format, count), game.seats)
    return "" if refusal is None else translate(refusal)


def _preview(form: LeagueForm) -> dict[str, Any]:
    """The timetable and the schedule as they would be if sign-up opened now."""
    rules = form.rules()
    return {
        "steps": [(STEP_NAMES[step.kind], step.number, step.at) for step in timetable(rules, clock.now())],
        "preview": preview(rules, form.game.seats),
    }


@season_page
def organise(request: HttpRequest, where: Where) -> HttpResponse:
    """The organisers' page: what waits for an answer, the timetable, people and rules."""
    require(request.user, where.league, RoleKind.MODERATOR)
    context = frame(request, where, "organise")
    asked = {entry.pk: entry for entry in where.season.entries.filter(state="asked").select_related("user")}
    people = season_selectors.people_of(asked, request.user)
    context["asked"] = [(entry, people[pk]) for pk, entry in asked.items()]
    open_requests = where.season.requests.filter(state=RequestState.OPEN).select_related("entry__user", "fixture")
    askers = {row.entry_id: row.entry for row in open_requests}
    named = season_selectors.people_of(askers, request.user)
    context["requests"] = [(row, named[row.entry_id]) for row in open_requests]
    in_force = Card.objects.filter(entry__season=where.season, lifted_at=None)
    shown = list(in_force.select_related("entry__user").order_by("began_at"))
    owners = season_selectors.people_of({card.entry_id: card.entry for card in shown}, request.user)
    context["cards"] = [(card, CARD_NAMES[card.kind], owners[card.entry_id]) for card in shown]
    context["stayed"] = [
        (line, describe(line, {})) for line in where.season.log.filter(verb="places_stay")[:STAYED_LINES]
    ]
    context["may_cancel"] = where.season.state in BEFORE_START
    context["may_announce"] = where.season.state in OVER and where.league.closed_at is None
    context["step_label"] = STEP_NAMES.get(context["next_step"].kind, "") if context["next_step"] else ""
    context["role_offers"] = where.league.role_offers.filter(state=OfferState.OPEN).select_related("user")
    invited = [row.user for row in where.league.invitations.select_related("user").order_by("at")]
    names = policy().names(invited)
    context["invited"] = [names[user.pk] for user in invited]
    context["roles"] = where.league.roles.select_related("user").order_by("since")
    context["role_kinds"] = RoleKind.choices
    context["seat_range"] = range(1, where.season.seats + 1)
    context["zone"] = timezone.get_current_timezone_name()
    return render(request, "leagues/organise.html", context)


@allow_methods("GET", "HEAD", "POST")
@login_required
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of the next season, and what the league says of itself."""
    try:
        where = locate(request, slug)
        require(request.user, where.league, RoleKind.ORGANISER)
    except Refusal as refusal:
        return missing(request, refusal)
    form = LeagueForm.of(where.league, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            leagues.change_league(actor=request.user, league_id=where.league.pk, terms=form.terms(), **form.about())
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            messages.success(request, _("Kept: the next season that is announced has these rules."))
            return redirect("leagues:organise", slug)
    context = {**frame(request, where, "organise"), "form": form}
    return render(request, "leagues/change.html", context, status=422 if form.errors else 200)


@season_action
def answer_entry(request: HttpRequest, where: Where, entry_id: int) -> HttpResponse:
    """Accept or decline somebody who asked to enter."""
    accept = request.POST.get("answer") == "accept"
    entries.answer_entry(
        actor=request.user, entry_id=entry_id, accept=accept, reason=request.POST.get("reason", "")[:500]
    )
    return _back(where)


@season_action
def remove_entry(request: HttpRequest, where: Where, entry_id: int) -> HttpResponse:
    """Take somebody out before the schedule is made."""
    entries.remove(actor=request.user, entry_id=entry_id, reason=request.POST.get("reason", "")[:500])
    return _back(where)


@season_action
def answer_request(request: HttpRequest, where: Where, request_id: int) -> HttpResponse:
    """Grant or refuse what a member asks."""
    requests.answer(
        actor=request.user,
        request_id=request_id,
        grant=request.POST.get("answer") == "grant",
        reason=request.POST.get("reason", "")[:500],
    )
    return _back(where)


@season_action
def change_step(request: HttpRequest, where: Where) -> HttpResponse:
    """Hold, release or move the next step."""
    known: dict[str, Any] = {"actor": request.user, "season_id": where.season.pk}
    known["reason"] = request.POST.get("reason", "")[:500]
    match request.POST.get("do"):
        case "hold":
            steps.hold(**known)
        case "release":
            steps.release(**known)
        case "move":
            steps.move(at=_moment(request.POST.get("at", "")), **known)
        case _:
            raise BadInput(text._("Timetable: hold, release or move."))
    messages.success(request, _("The timetable is changed; members read it in the log."))
    return _back(where)


@season_action
def correct(request: HttpRequest, where: Where) -> HttpResponse:
    """Set the result of a match."""
    requests.correct_result(
        actor=request.user,
        season_id=where.season.pk,
        fixture_number=_number(request.POST.get("fixture", ""), text._("Match: write its number.")),
        places=_places(request.POST.getlist("place")),
        reason=request.POST.get("reason", "")[:500],
    )
    messages.success(request, _("The result is set."))
    return _back(where)


@season_action
def role(request: HttpRequest, where: Where) -> HttpResponse:
    """Offer somebody a role, or take it away."""
    user = _person(request.POST.get("name", ""))
    kind = request.POST.get("kind", "")
    if kind in RoleKind.values:
        roles.offer(actor=request.user, league_id=where.league.pk, user=user, kind=kind)
    elif kind == "none":
        roles.dismiss(actor=request.user, league_id=where.league.pk, user=user)
    else:
        raise BadInput(text._("Role: choose one of the list."))
    return _back(where)


@season_action
def invite(request: HttpRequest, where: Where) -> HttpResponse:
    """Let somebody sign up by invitation."""
    leagues.invite(actor=request.user, league_id=where.league.pk, user=_person(request.POST.get("name", "")))
    messages.success(request, _("Invited."))
    return _back(where)


@season_action
def uninvite(request: HttpRequest, where: Where) -> HttpResponse:
    """Take an invitation back."""
    leagues.uninvite(actor=request.user, league_id=where.league.pk, user=_person(request.POST.get("name", "")))
    messages.success(request, _("The invitation is taken back."))
    return _back(where)


@season_action
def lift_card(request: HttpRequest, where: Where, card_id: int) -> HttpResponse:
    """Take a card back, with what would follow from it."""
    cards.lift(actor=request.user, card_id=card_id, reason=_reason(request))
    messages.success(request, _("The card is taken back."))
    return _back(where)


@season_action
def announce(request: HttpRequest, where: Where) -> HttpResponse:
    """Announce another season after the last one."""
    leagues.announce_next(actor=request.user, league_id=where.league.pk)
    messages.success(request, _("The season is announced, and its sign-up opens now."))
    return _back(where)


@season_action
def cancel(request: HttpRequest, where: Where) -> HttpResponse:
    """Cancel a season that has not started."""
    seasons.cancel(actor=request.user, season_id=where.season.pk, reason=_reason(request))
    return _back(where)


@season_action
def close(request: HttpRequest, where: Where) -> HttpResponse:
    """Close the league after the present season."""
    leagues.close_league(actor=request.user, league_id=where.league.pk, reason=_reason(request))
    return _back(where)


def _back(where: Where) -> HttpResponse:
    return redirect("leagues:organise", where.league.slug)


def _reason(request: HttpRequest) -> str:
    reason: str = request.POST.get("reason", "").strip()[:500]
    if not reason:
        raise BadInput(text._("Reason: say why; members read it in the log."))
    return reason


def _person(name: str) -> Any:
    found = policy().person_named(name)
    if found is None:
        raise BadInput(text._("There is nobody called “%(name)s” here.", name=isolated(name.strip()[:60])))
    return found


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
