"""Plays: one's own, one of them, and everything that its people can do with it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from companion.core.files import bgstats
from companion.forms import DecisionForm, DisputeForm, PlayForm, initial_for, initial_of
from companion.models import Play
from companion.selectors.exports import draft_of, draft_of_match
from companion.selectors.lists import listed, plays_of, waiting_for
from companion.selectors.match_results import recordable_result, result_of_match
from companion.selectors.plays import ShownPlay, play_of
from companion.services.plays import answering, claiming, recording
from companion.views.access import play_action, play_page
from companion.views.codes import code_card
from games.core.text import _
from games.core.title.game import Game
from games.policy import policy
from games.refusals import BadInput, Conflict, Forbidden, Refusal
from games.registry import TITLES
from games.selectors.matches import names_of, seats_of
from games.templatetags.frame import site_name
from games.translation import translate
from games.views.access import allow_methods
from games.views.fields import MAX_DIGITS, number, readable

PLAYS_A_PAGE = 30
MOST_WAITING = 50
COUNTS = {"counts": True, "void": False}


@never_cache
@allow_methods("GET", "HEAD")
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """Show the user's plays: those that wait for their answer, then all."""
    to_confirm = listed(waiting_for(request.user), MOST_WAITING, request.user)
    page = Paginator(plays_of(request.user), PLAYS_A_PAGE).get_page(request.GET.get("page"))
    shown = listed(plays_of(request.user).filter(pk__in=[play.pk for play in page]), PLAYS_A_PAGE, request.user)
    return render(request, "companion/plays.html", {"to_confirm": to_confirm, "plays": shown, "page": page})


# Recording.


@allow_methods("GET", "HEAD", "POST")
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a result, first its title and number of players, then everything else; record it."""
    given = request.POST if request.method == "POST" else request.GET
    game, seats = _chosen(given.get("title", ""), given.get("seats", ""))
    if game is None or seats is None:
        status = 400 if request.method == "POST" else 200
        return render(request, "companion/choose.html", {"titles": TITLES.values()}, status=status)
    offers_rated = policy().refuse_rated(request.user) is None
    data = request.POST if request.method == "POST" else None
    form = PlayForm(game, seats, data, initial=initial_for(request.user), offers_rated=offers_rated)
    if request.method == "POST" and form.is_valid():
        try:
            play = recording.record(recorder=request.user, title=game.slug, result=form.result())
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            return redirect("companion:play", play.pk)
    context = {"form": form, "game": game, "seats": seats}
    return render(request, "companion/record.html", context, status=422 if form.errors else 200)


def _chosen(title: str, seats: str) -> tuple[Game | None, int | None]:
    """Return the title and its number of seats, as far as they are right."""
    game = TITLES.get(title)
    if game is None:
        return None, None
    return game, next((count for count in game.seats if str(count) == seats), None)


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
@play_page
def of_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the result of a finished match in one room, and record it; lead to its play if it is recorded."""
    recorded = Play.objects.filter(match=match_id, seats__user=request.user.pk).first()
    if recorded is not None:
        return redirect("companion:play", recorded.pk)
    match, result = recordable_result(request.user, match_id)
    refusal = ""
    if request.method == "POST":
        try:
            play = recording.record(recorder=request.user, title=match.title, result=result, match=match)
        except Refusal as refused:
            refusal = translate(refused.reason)
        else:
            return redirect("companion:play", play.pk)
    context = {"match": match, "game": match.game, "refusal": refusal}
    return render(request, "companion/record_match.html", context, status=409 if refusal else 200)


@never_cache
@allow_methods("GET", "HEAD")
@login_required
@play_page
def match_to_bgstats(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open the app BG Stats with a finished match of the site, for one of its players."""
    match, result = result_of_match(request.user, match_id)
    draft = draft_of_match(match, result, names_of(seats_of(match)))
    return redirect(bgstats.link(draft, match.game, site_name()))


# One play.


@never_cache
@allow_methods("GET", "HEAD")
@play_page
def play(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show a play to those who may see it."""
    return _page(request, play_of(request.user, play_id))


def _page(request: HttpRequest, shown: ShownPlay, **more: Any) -> HttpResponse:
    context = {
        "shown": shown,
        "play": shown.play,
        "game": shown.game,
        "card": code_card(request, shown.play) if shown.code else None,
        "bgstats": bgstats_link(shown),
        "dispute_form": DisputeForm(),
        "decision_form": DecisionForm(),
    }
    return render(request, "companion/play.html", context | more)


def bgstats_link(shown: ShownPlay) -> str:
    """Return the address that opens the app BG Stats with a play, with what the viewer may see of it."""
    draft = draft_of(shown.play, shown.stored, for_bgstats=True, sees_all=shown.is_insider)
    return bgstats.link(draft, shown.game, site_name())


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
@play_page
def correct(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show the form with the result, to its recorder; store what they correct."""
    shown = play_of(request.user, play_id)
    if not shown.is_recorder:
        raise Forbidden(_("Only the player who recorded the result can do that. Say what’s wrong instead."))
    if not shown.is_open or shown.play.match_id is not None:
        raise Conflict(_("This result can’t be changed any more."))
    data = request.POST if request.method == "POST" else None
    offers_rated = policy().refuse_rated(request.user) is None
    form = PlayForm(shown.game, shown.play.seat_count, data, initial=initial_of(shown.play), offers_rated=offers_rated)
    if request.method == "POST" and form.is_valid():
        try:
            recording.correct(actor=request.user, play_id=play_id, version=_version(request), result=form.result())
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            messages.success(request, gettext("Corrected. The others confirm it again."))
            return redirect("companion:play", play_id)
    context = {"form": form, "game": shown.game, "seats": shown.play.seat_count, "play": shown.play}
    return render(request, "companion/record.html", context, status=422 if form.errors else 200)


def _version(request: HttpRequest) -> int:
    """Return the version of the result that the page showed; raises `BadInput`."""
    return number(readable(request, "version")[: MAX_DIGITS + 1], "version")


@play_action
def confirm(request: HttpRequest, play_id: str) -> HttpResponse:
    """Confirm the result."""
    confirmed = answering.confirm(user=request.user, play_id=play_id, version=_version(request))
    if confirmed.counts:
        messages.success(request, gettext("Everyone has confirmed this result. It counts now."))
    else:
        messages.success(request, gettext("Thanks, you’ve confirmed it."))
    return redirect("companion:play", play_id)


@play_action
def dispute(request: HttpRequest, play_id: str) -> HttpResponse:
    """Say what is wrong with the result."""
    answering.dispute(user=request.user, play_id=play_id, version=_version(request), text=readable(request, "text"))
    messages.success(request, gettext("The others can read what’s wrong. The result counts nowhere meanwhile."))
    return redirect("companion:play", play_id)


@play_action
def decide(request: HttpRequest, play_id: str) -> HttpResponse:
    """Decide about the result as an organiser."""
    counts = COUNTS.get(request.POST.get("decision", ""))
    if counts is None:
        raise BadInput(_("Decision: say whether the result counts."))
    answering.decide(
        actor=request.user,
        play_id=play_id,
        version=_version(request),
        counts=counts,
        reason=readable(request, "reason"),
    )
    messages.success(request, gettext("Decided. The players can read your reason."))
    return redirect("companion:play", play_id)


@play_action
def delete(request: HttpRequest, play_id: str) -> HttpResponse:
    """Delete a result that nobody else has answered."""
    recording.delete(actor=request.user, play_id=play_id, version=_version(request))
    messages.success(request, gettext("The result has been deleted."))
    return redirect("companion:plays")


@play_action
def renew_code(request: HttpRequest, play_id: str) -> HttpResponse:
    """Make a new code for the other phones."""
    claiming.renew_code(user=request.user, play_id=play_id)
    return redirect("companion:play", play_id)


@play_action
def release(request: HttpRequest, play_id: str, index: int) -> HttpResponse:
    """Take an account off a name that it claimed wrongly."""
    claiming.release(actor=request.user, play_id=play_id, index=index)
    messages.success(request, gettext("The name has no account again."))
    return redirect("companion:play", play_id)
