"""Views for organisers: creating a league, its rules, its roles and invitations, another season, its end."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import clock
from games.core import text
from games.core.title.game import Game
from games.plumbing.bidi import isolated
from games.policy import policy
from games.refusals import BadInput, Refusal
from games.registry import TITLES
from games.translation import translate
from games.views.access import allow_methods
from leagues.core.rules import Format, default_rules, formats_for, problem
from leagues.core.timetable import StepKind, timetable
from leagues.forms import LeagueForm, NewLeagueForm, OpeningForm, format_choices
from leagues.log_text import STEP_NAMES
from leagues.models import BEFORE_START, RoleKind
from leagues.selectors import consequences
from leagues.selectors.previews import preview, without_matches
from leagues.services.deciding.seen import check_seen, newest_line
from leagues.services.organising import leagues, roles
from leagues.services.organising.roles import require
from leagues.views import desk
from leagues.views.access import Where, locate, missing, season_page
from leagues.views.desk import decision
from leagues.views.pages import frame


@allow_methods("GET", "HEAD", "POST")
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new league, first its title, seats and format, then everything else; create the league."""
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
    form = NewLeagueForm(game, seats, format, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            league = leagues.create_league(
                owner=request.user, terms=form.terms(), opens_at=form.opens_at(), **form.about()
            )
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            return redirect("leagues:league", league.slug)
    context = {"form": form, "game": game, "seats": seats, "format": format, **_preview(form, form.opens_at())}
    return render(request, "leagues/new.html", context, status=422 if form.errors else 200)


def _chosen(title: str, seats: str, format: str) -> tuple[Game | None, int | None, Format | None]:
    """Return the title, its number of seats and the format, as far as they are valid."""
    game = TITLES.get(title)
    if game is None:
        return None, None, None
    count = next((count for count in game.seats if str(count) == seats), None)
    if count is None:
        return game, None, None
    return game, count, next((one for one in formats_for(count) if one.value == format), None)


def _impossible(given: QueryDict, game: Game | None, seats: int | None) -> str:
    """Return why no league can have what was chosen, and the nearest choice that can; empty if nothing is wrong."""
    if given.get("title") and game is None:
        return translate(text._("Title: there’s no title with this name."))
    if game is None or not given.get("seats"):
        return ""
    wanted, chosen = str(given["seats"]), str(given.get("format", ""))
    if seats is None and not (wanted.isascii() and wanted.isdigit() and len(wanted) < 9):
        return translate(text._("Seats: choose a number from the list."))
    count = int(wanted) if seats is None else seats
    if seats is not None and chosen not in [one.value for one in Format]:
        return translate(text._("Format: choose one from the list.")) if chosen else ""
    format = formats_for(count)[0] if seats is None else Format(chosen)
    refusal = problem(replace(default_rules(format, game.seats[0]), seats=count), game.seats)
    return "" if refusal is None else translate(refusal)


def _preview(form: LeagueForm, opens_at: datetime) -> dict[str, Any]:
    """Return the timetable and the schedule as they would be if sign-up opened at `opens_at`."""
    rules = form.rules()
    planned = timetable(rules, opens_at)
    ends = next((step.at for step in planned if step.kind is StepKind.FINISH), None)
    return {
        "steps": [(STEP_NAMES[step.kind], step.number, step.at) for step in planned],
        "days": None if ends is None else (ends - planned[0].at).days,
        "preview": preview(rules, form.game.seats),
        "without_matches": [translate(sentence) for sentence in without_matches(rules)],
    }


@season_page
def organise(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the organisers' page: what waits for an answer, the timetable, people and rules."""
    return desk.page(request, where)


@allow_methods("GET", "HEAD", "POST")
@login_required
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of the next season and the league's description; store their changes."""
    try:
        where = locate(request, slug)
        require(request.user, where.league, RoleKind.ORGANISER)
    except Refusal as refusal:
        return missing(request, refusal)
    form = LeagueForm.of(where.league, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            leagues.change_league(
                actor=request.user,
                league_id=where.league.pk,
                terms=form.terms(),
                seen=desk.seen_of(request),
                **form.about(),
            )
        except Refusal as refusal:
            form.add_error(None, desk.in_words(refusal, request.user))
        else:
            messages.success(request, _("Saved. The next season to be announced will use these rules."))
            return redirect("leagues:organise", slug)
    newest = newest_line(where.league)
    context = {**frame(request, where, "organise"), "form": form, "newest_line": newest, **_preview(form, clock.now())}
    return render(request, "leagues/change.html", context, status=422 if form.errors else 200)


@decision(page=desk.page)
def role(request: HttpRequest, where: Where) -> None:
    """Offer a role to a user, or take it away."""
    user = _person(request.POST.get("name", ""))
    kind = request.POST.get("kind", "")
    if kind in RoleKind.values:
        roles.offer(actor=request.user, league_id=where.league.pk, user=user, kind=kind)
    elif kind == "none":
        roles.dismiss(actor=request.user, league_id=where.league.pk, user=user, seen=desk.seen_of(request))
    else:
        raise BadInput(text._("Role: choose one from the list."))


@decision(page=desk.page)
def invite(request: HttpRequest, where: Where) -> None:
    """Invite a user to sign up."""
    leagues.invite(actor=request.user, league_id=where.league.pk, user=_person(request.POST.get("name", "")))
    messages.success(request, _("Invitation sent."))


@decision(page=desk.page)
def uninvite(request: HttpRequest, where: Where) -> None:
    """Take an invitation back."""
    leagues.uninvite(actor=request.user, league_id=where.league.pk, user=_person(request.POST.get("name", "")))
    messages.success(request, _("Invitation withdrawn."))


@decision(page=desk.page)
def announce(request: HttpRequest, where: Where) -> None:
    """Announce another season after the last one."""
    leagues.announce_next(
        actor=request.user,
        league_id=where.league.pk,
        seen=desk.seen_of(request),
        **OpeningForm(request.POST).opening(),
    )
    messages.success(request, _("Season announced."))


@decision(page=desk.page)
def close(request: HttpRequest, where: Where) -> HttpResponse | None:
    """Close the league after the present season."""
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    require(request.user, where.league, RoleKind.OWNER)
    check_seen(known["seen"], where.season.revision, where.league)
    plan = consequences.of_closing(where.season, has_started=where.season.state not in BEFORE_START)
    asked = desk.sure(request, where, plan)
    if asked is None:
        leagues.close_league(actor=request.user, league_id=where.league.pk, **known)
    return asked


@decision(page=desk.page)
def reopen(request: HttpRequest, where: Where) -> None:
    """Open the league again."""
    known: dict[str, Any] = {"seen": desk.seen_of(request), "reason": desk.reason_of(request)}
    leagues.reopen_league(actor=request.user, league_id=where.league.pk, **known)
    messages.success(request, _("The league is open again. You can now announce its next season."))


def _person(name: str) -> Any:
    found = policy().person_named(name)
    if found is None:
        raise BadInput(text._("Name: there’s no player called %(name)s.", name=isolated(name.strip()[:60])))
    return found
