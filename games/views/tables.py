"""Tables: the lobby, opening one, the page of one that has not started, and everything its people may do there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.core.errors import BrokenLog
from games.core.text import Text, _
from games.core.title.game import Game
from games.forms import AddBotForm, BotMatchForm, InviteForm, LobbyFilter, TableForm
from games.models import Access, Match, Status
from games.plumbing.bidi import isolated
from games.plumbing.responses import SameForm, page_or_part
from games.policy import policy
from games.refusals import BadInput, Forbidden, Missing, Refusal
from games.registry import TITLES
from games.selectors import lists
from games.selectors.matches import seats_of
from games.selectors.opponents import suggested_guests
from games.selectors.rated_tables import with_ratings
from games.services.keeping.quarantine import set_aside
from games.services.waiting import links, tables
from games.translation import translate
from games.views.access import (
    allow_methods,
    match_for_request,
    refusal_response,
    remembered_link,
    set_aside_response,
    wants_json,
)
from games.views.day_parts import usual_parts
from games.views.fields import number

Action = Callable[..., HttpResponse]
QUICK_PACE = "standard"


@allow_methods("GET", "HEAD")
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables with a free seat."""
    form = LobbyFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    summaries = with_ratings(lists.lobby(request.user, **wanted), request.user)
    filtered = any(value not in ("", None) for value in wanted.values())
    context = {"form": form, "summaries": summaries, "filtered": filtered}
    return render(request, "games/lobby.html", context | {"usual": usual_parts(summaries, request.user)})


# Opening a table.


@allow_methods("GET", "HEAD", "POST")
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table: first its title and number of seats, then everything else. On POST, open it."""
    given = request.POST if request.method == "POST" else request.GET
    game, seats = _chosen(given.get("title", ""), given.get("seats", ""))
    if game is None or seats is None:
        status = 400 if request.method == "POST" else 200
        return render(request, "games/tables/choose.html", {"titles": TITLES.values(), "chosen": game}, status=status)
    offers_rated = policy().refuse_rated(request.user) is None
    form = TableForm(game, seats, given if request.method == "POST" else None, offers_rated=offers_rated)
    if request.method == "POST" and form.is_valid():
        try:
            match = tables.open_table(host=request.user, **form.arguments())
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            return redirect("games:match", match.pk)
    context = {"form": form, "game": game, "seats": seats}
    return render(request, "games/tables/new.html", context, status=422 if form.errors else 200)


@allow_methods("GET", "HEAD", "POST")
def play_bot(request: HttpRequest) -> HttpResponse:
    """Show the form of a match against bots on all other seats; on POST, start it. Strangers must log in or become
    guests first."""
    given = request.POST if request.method == "POST" else request.GET
    game = TITLES.get(given.get("title", ""))
    if game is None:
        return render(request, "games/tables/choose_bot.html", {"titles": TITLES.values()})
    here = f"{reverse('games:play_bot')}?{urlencode({'title': game.slug})}"
    if not request.user.is_authenticated and request.method == "POST":
        return redirect_to_login(here)
    form = BotMatchForm(game, given if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        seats, level = form.cleaned_data["seats"], form.cleaned_data["level"]
        try:
            match = tables.open_table(
                host=request.user,
                title=game.slug,
                seats=seats,
                settings={},
                pace=QUICK_PACE,
                access=Access.LINK,
                bots=[level] * (seats - 1),
            )
        except Refusal as refusal:
            form.add_error(None, translate(refusal.reason))
        else:
            return redirect("games:match", match.pk)
    context = {"form": form, "game": game, "here": here}
    return render(request, "games/tables/play_bot.html", context, status=422 if form.errors else 200)


def _chosen(title: str, seats: str) -> tuple[Game | None, int | None]:
    """Return the title and its number of seats, as far as they are right."""
    game = TITLES.get(title)
    if game is None:
        return None, None
    return game, next((count for count in game.seats if str(count) == seats), None)


# The page of a table that has not started.


def open_table_page(request: HttpRequest, match: Match) -> HttpResponse:
    """Show the page of an open or closed table to users who may know of it, or lead them to the site's own page."""
    if match.status == Status.OPEN and (own := policy().table_page(match)):
        return redirect(own)
    seats = seats_of(match)
    summary = lists.summary_of(match, seats, request.user)
    is_host = request.user.pk is not None and match.host_id == request.user.pk
    is_open = match.status == Status.OPEN
    link = ""
    if is_host and is_open and match.access == Access.LINK:
        address = reverse("games:match", args=[match.pk]) + "?" + urlencode({"link": match.link_token})
        link = request.build_absolute_uri(address)
    if is_open:
        (summary,) = with_ratings([summary], request.user)
    refusal = _refusal_to_join(request.user, match) if is_open and summary.mine is None else None
    refusal = refusal or summary.refusal
    return page_or_part(
        request,
        "games/tables/open.html",
        "games/tables/_table.html",
        "table",
        {
            "match": match,
            "summary": summary,
            "is_host": is_host,
            "is_open": is_open,
            "link": link,
            "refusal": translate(refusal) if refusal else "",
            "usual": usual_parts([summary], request.user) if is_open else {},
            "asked": lists.pending_invitees(match) if is_host else [],
            "suggested": suggested_guests(request.user, match, seats) if is_host and is_open and summary.free else [],
            "invite_form": InviteForm(),
            "bot_form": AddBotForm(match.game),
            "here": request.get_full_path(),
        },
    )


def _refusal_to_join(user: Any, match: Match) -> Text | None:
    """Return why `user` cannot sit down here, if they are logged in and cannot."""
    if not user.is_authenticated:
        return None
    seated = [seat.user for seat in seats_of(match) if seat.user]
    return policy().refuse_to_play(user) or policy().refuse_to_seat(user, seated, match.host)


# The acts of people there.


def table_action(view: Action) -> Action:
    """Decorate a view that handles the POST of a logged-in person to a table. A refusal becomes a message on the
    table's page; a table that cannot be read is set aside."""

    @allow_methods("POST")
    @wraps(view)
    def action(request: HttpRequest, match_id: str, **kwargs: Any) -> HttpResponse:
        try:
            if not request.user.is_authenticated:
                if wants_json(request):
                    raise Forbidden(_("Log in first."))
                return redirect_to_login(reverse("games:match", args=[match_id]))
            return view(request, match_id, **kwargs)
        except Refusal as refusal:
            if isinstance(refusal, Missing) or wants_json(request):
                return refusal_response(request, refusal)
            messages.error(request, translate(refusal.reason))
            return redirect("games:match", match_id)
        except BrokenLog as error:
            set_aside(match_id, error)
            return set_aside_response(request, match_id)

    return action


@table_action
def join(request: HttpRequest, match_id: str) -> HttpResponse:
    """Sit down at a table."""
    tables.join_table(
        user=request.user,
        match_id=match_id,
        link_token=remembered_link(request, match_id),
        nonce=request.POST.get("nonce", ""),
    )
    return redirect("games:match", match_id)


@table_action
def nonce(request: HttpRequest, match_id: str) -> HttpResponse:
    """Add or change one's own words for the match's randomness."""
    tables.add_nonce(user=request.user, match_id=match_id, nonce=request.POST.get("nonce", ""))
    messages.success(request, gettext("Your words are now mixed into every draw of this match."))
    return redirect("games:match", match_id)


@table_action
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    """Leave a table."""
    tables.leave_table(user=request.user, match_id=match_id)
    messages.success(request, gettext("You’ve left the table."))
    return redirect("games:lobby")


@table_action
def close(request: HttpRequest, match_id: str) -> HttpResponse:
    """Close the table."""
    tables.close_table(user=request.user, match_id=match_id)
    messages.success(request, gettext("The table has been closed."))
    return redirect("games:lobby")


@table_action
def start(request: HttpRequest, match_id: str) -> HttpResponse:
    """Start the match with those who sat there when the page was drawn."""
    rev = number(request.POST.get("rev", "0"), "rev")
    tables.start_table(host=request.user, match_id=match_id, rev=rev)
    return redirect("games:match", match_id)


@table_action
def invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """Invite a player to the table by name."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        raise BadInput(_("Name: enter the name of the player to invite."))
    name = form.cleaned_data["name"]
    person = policy().person_named(name)
    if person is None:
        raise BadInput(_("Name: there’s no player called %(name)s.", name=isolated(name)))
    tables.invite(host=request.user, match_id=match_id, user=person)
    invited = policy().names([person])[person.pk]
    messages.success(request, gettext("%(name)s has been invited.") % {"name": invited})
    return redirect("games:match", match_id)


@table_action
def renew_link(request: HttpRequest, match_id: str) -> HttpResponse:
    """Replace the private link by a new one."""
    links.renew_link(host=request.user, match_id=match_id)
    messages.success(request, gettext("The table has a new private link. The old one no longer works."))
    return redirect("games:match", match_id)


@table_action
def add_bot(request: HttpRequest, match_id: str) -> HttpResponse:
    """Seat a bot."""
    tables.add_bot(host=request.user, match_id=match_id, level=request.POST.get("level", ""))
    return redirect("games:match", match_id)


@table_action
def remove_bot(request: HttpRequest, match_id: str, index: int) -> HttpResponse:
    """Send a bot away."""
    tables.remove_bot(host=request.user, match_id=match_id, index=index, level=request.POST.get("level", ""))
    return redirect("games:match", match_id)


@table_action
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open a new table like a finished match, with the same people; or pass the form on to the site's own way."""
    match = match_for_request(request, match_id)
    if own := policy().rematch_page(match):
        return SameForm(own)
    return redirect("games:match", tables.offer_rematch(user=request.user, match_id=match_id).pk)
