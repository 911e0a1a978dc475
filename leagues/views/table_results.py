"""The page of a match of a season that was played at a real table: its result is recorded, offered and withdrawn."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from companion.services.plays import recording
from games.core import text
from games.refusals import Forbidden, Refusal
from games.translation import translate
from games.views.fields import readable
from leagues.forms import TableResultForm
from leagues.models import Fixture
from leagues.refusals import NoSuchLeague
from leagues.selectors.seasons import match_of
from leagues.selectors.table_results import offer_of
from leagues.services.playing import fitting, table_results
from leagues.views.access import Where, season_action, season_page
from leagues.views.pages import frame


@season_page
def page(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Show the players of a match the form for its result at the real table, or the result that waits to be
    confirmed."""
    if not request.user.is_authenticated:
        raise Forbidden(text._("Log in first."))
    return _page(request, where, _fixture_of(where, fixture))


def _page(
    request: HttpRequest, where: Where, fixture: Fixture, form: TableResultForm | None = None, status: int = 200
) -> HttpResponse:
    table_results.check_is_involved(request.user, where.season, fixture)
    offered = offer_of(fixture)
    refusal = None if offered is not None else fitting.refusal_of_fixture(where.season, fixture)
    match = match_of(fixture, request.user)
    context = {
        **frame(request, where, "table"),
        "match": match,
        "offered": offered,
        "refusal": "" if refusal is None else translate(refusal),
    }
    if offered is None and refusal is None:
        context["form"] = form = form or _form(where, fixture)
        context["rows"] = list(zip(match.seats, form.result_rows(), strict=True))
        context["fitting"] = fitting.fitting_plays(request.user, where.season, fixture)
    return render(request, "leagues/table_result.html", context, status=status)


@season_action
def record(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Record the result of a match at the real table, and offer it; its players confirm it on its page."""
    row, user = _fixture_of(where, fixture), request.user
    table_results.check_may_offer(user, where.season, row)
    form = _form(where, row, request.POST)
    if form.is_valid():
        refusal = fitting.refusal_of_date(where.season, row, form.cleaned_data["played_on"])
        if refusal is not None:
            form.add_error("played_on", translate(refusal))
    if form.errors:
        return _page(request, where, row, form, status=422)
    try:
        play = recording.record(
            recorder=user,
            title=where.season.title,
            result=form.result(),
            for_others=user not in form.players,
            is_demo=where.league.is_demo,
        )
    except Refusal as refusal:
        form.add_error(None, translate(refusal.reason))
        return _page(request, where, row, form, status=refusal.status)
    return _offered(request, where, row, play.pk)


@season_action
def offer(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Offer a play that was recorded before."""
    return _offered(request, where, _fixture_of(where, fixture), readable(request, "play"))


def _offered(request: HttpRequest, where: Where, fixture: Fixture, play_id: str) -> HttpResponse:
    """Offer a play, and lead to its page, where the others confirm it."""
    table_results.offer(user=request.user, season_id=where.season.pk, number=fixture.number, play_id=play_id)
    messages.success(request, _("Recorded. The match is settled once all its players have confirmed the result."))
    return redirect("companion:play", play_id)


@season_action
def withdraw(request: HttpRequest, where: Where, fixture: int) -> HttpResponse:
    """Take the offer of a play back."""
    row, play = _fixture_of(where, fixture), readable(request, "play")
    table_results.withdraw(user=request.user, season_id=where.season.pk, number=row.number, play_id=play)
    messages.success(request, _("Withdrawn. The result no longer counts for the league."))
    return redirect("leagues:table_result", where.league.slug, where.season.number, row.number)


def _fixture_of(where: Where, number: int) -> Fixture:
    """Return the fixture of this number; raises `NoSuchLeague`."""
    found = where.season.fixtures.filter(number=number).select_related("season", "division").first()
    if found is None:
        raise NoSuchLeague
    found.season = where.season
    return found


def _form(where: Where, fixture: Fixture, data: Any = None) -> TableResultForm:
    seats = fixture.seats.select_related("entry__user").order_by("seat")
    return TableResultForm(where.season, [seat.entry.user for seat in seats], data)
