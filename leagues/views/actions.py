"""Views for members of a season: signing up and leaving, the return form, substitutes, requests, challenges."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.core import text
from games.refusals import BadInput
from leagues.models import EntryState, RequestState
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.organising import roles
from leagues.views.access import Where, season_action


@season_action
def sign_up(request: HttpRequest, where: Where) -> None:
    """Sign up for the season."""
    returns = request.POST.get("returns") == "yes"
    entry = entries.sign_up(user=request.user, season_id=where.season.pk, returns=returns)
    if entry.state == EntryState.ASKED:
        messages.success(request, _("An organiser will answer. You’ll find the answer here."))
    else:
        messages.success(request, _("You’re in. We’ll notify you when your first match starts."))


@season_action
def leave(request: HttpRequest, where: Where) -> None:
    """Leave the season, for good."""
    if request.POST.get("sure") != "yes":
        raise BadInput(text._("Leaving: tick the box to confirm."))
    requests.ask(user=request.user, season_id=where.season.pk, kind="withdrawal", text=request.POST.get("text", ""))
    messages.success(request, _("You’ve left the season."))


@season_action
def returns(request: HttpRequest, where: Where) -> None:
    """Answer the return form."""
    answer = {"yes": True, "no": False}.get(request.POST.get("returns", ""))
    if answer is None:
        raise BadInput(text._("Next season: say yes or no."))
    entries.set_returns(user=request.user, season_id=where.season.pk, returns=answer)
    messages.success(request, _("Thanks, your answer is saved."))


@season_action
def join_substitutes(request: HttpRequest, where: Where) -> None:
    """Join the list of substitutes."""
    entries.join_substitutes(user=request.user, season_id=where.season.pk)
    messages.success(request, _("We’ll ask you when a seat is free. You can say no each time."))


@season_action
def leave_substitutes(request: HttpRequest, where: Where) -> None:
    """Leave the list of substitutes."""
    entries.leave_substitutes(user=request.user, season_id=where.season.pk)
    messages.success(request, _("We won’t ask you any more."))


@season_action
def accept_offer(request: HttpRequest, where: Where, offer_id: int) -> HttpResponse:
    """Take an offered seat."""
    return redirect("games:match", substitutes.accept(user=request.user, offer_id=offer_id))


@season_action
def decline_offer(request: HttpRequest, where: Where, offer_id: int) -> None:
    """Decline an offered seat."""
    substitutes.decline(user=request.user, offer_id=offer_id)
    messages.success(request, _("We’ll ask another player."))


@season_action
def answer_role(request: HttpRequest, where: Where, offer_id: int) -> None:
    """Take an offered role, or decline it."""
    if request.POST.get("answer") == "accept":
        roles.accept(user=request.user, offer_id=offer_id, kind=request.POST.get("kind", ""))
        messages.success(request, _("The role is yours."))
    elif request.POST.get("answer") == "decline":
        roles.decline(user=request.user, offer_id=offer_id)
        messages.success(request, _("Declined. Nobody will be notified."))
    else:
        raise BadInput(text._("Role: accept or decline."))


@season_action
def ask(request: HttpRequest, where: Where) -> HttpResponse:
    """Make a request: for an extension, a substitute, a bye or a correction, or against a decision."""
    number = request.POST.get("fixture", "")
    found = requests.ask(
        user=request.user,
        season_id=where.season.pk,
        kind=request.POST.get("kind", ""),
        fixture_number=int(number) if number.isascii() and number.isdigit() and len(number) < 9 else None,
        text=request.POST.get("text", ""),
    )
    words = {
        RequestState.OPEN: _("An organiser will answer. You’ll find the answer here."),
        RequestState.GRANTED: _("Granted under the season’s rules."),
        RequestState.REFUSED: _("Refused under the season’s rules: %(why)s") % {"why": gettext(found.answer)},
    }
    messages.success(request, words[RequestState(found.state)])
    return redirect("leagues:requests_of", where.league.slug, where.season.number)


@season_action
def take_back(request: HttpRequest, where: Where, request_id: int) -> HttpResponse:
    """Take back a request that is not answered yet."""
    requests.take_back(user=request.user, request_id=request_id)
    return redirect("leagues:requests", where.league.slug)


@season_action
def challenge(request: HttpRequest, where: Where, entry_id: int) -> None:
    """Challenge a player on the ladder."""
    challenges.challenge(user=request.user, season_id=where.season.pk, entry_id=entry_id)
    messages.success(request, _("Challenge sent. Your opponent has three days to answer."))


@season_action
def answer_challenge(request: HttpRequest, where: Where, challenge_id: int) -> None:
    """Accept a challenge, or decline it."""
    if request.POST.get("answer") == "accept":
        challenges.accept(user=request.user, challenge_id=challenge_id)
        messages.success(request, _("The match will start within seconds."))
    else:
        challenges.decline(user=request.user, challenge_id=challenge_id)
        messages.success(request, _("Declined. You’ve given up your place."))
