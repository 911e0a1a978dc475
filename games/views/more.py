"""The options on the page of a match besides the move: private notes, ending it by agreement, resigning."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache

from games.core.engine.view import View
from games.core.text import _
from games.models import EndProposal, Status
from games.plumbing.responses import SeeOther
from games.refusals import BadInput
from games.selectors.agreement import may_agree, moves_of, stands, still_to_agree
from games.services.beside import notes
from games.services.beside.mute import mute
from games.services.match import agreement
from games.services.seats import away
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.fields import number, readable
from games.views.match_context import MatchContext
from games.views.page_kinds import PageKind

MUTES = {"yes": True, "no": False}
ANSWERS = {"agree": True, "decline": False}


@dataclass(frozen=True, slots=True)
class Offer:
    """The open proposal to end the match: its author, the missing answers, and whether the reader's is missing."""

    number: int
    name: str
    is_mine: bool
    is_asked: bool
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class More:
    """The options of a player besides the move. `note_version` is 0 for no note; `may_propose` to end the match;
    `may_answer_in_advance` if something can be answered in advance; `is_muted` if no mail is sent about this match."""

    note: str
    note_version: int
    offer: Offer | None
    may_propose: bool
    may_resign: bool
    may_answer_in_advance: bool = False
    is_muted: bool = False
    note_most: int = notes.MOST

    @property
    def note_badge(self) -> str:
        """Return the badge that says that there are notes."""
        return pgettext("notes", "written")


def more_of(context: MatchContext, view: View) -> More | None:
    """Return what `templates/match/_more.jinja` shows as `more` with the `view` of the visitor: one statement for a
    player; None, and no statement, for a spectator."""
    if context.seat is None or context.beside is None:
        return None
    beside = context.beside
    proposal = beside.proposal
    offer = _offer(context, proposal)
    may_act = context.may_resign()
    in_league = context.match.source is not None
    may_propose = may_act and offer is None and not in_league and may_agree(context.match, context.seats)
    if may_propose and proposal is not None and proposal.is_declined and proposal.user_id == context.seat.user_id:
        may_propose = moves_of(context.events, proposal.seat) > proposal.moves
    may_answer_in_advance = may_act and bool(context.match.game.presenter.in_advance(view))
    is_muted = context.seat.muted_at is not None
    return More(beside.note, beside.note_version, offer, may_propose, may_act, may_answer_in_advance, is_muted)


def _offer(context: MatchContext, proposal: EndProposal | None) -> Offer | None:
    if proposal is None or context.match.status != Status.RUNNING or context.seat is None:
        return None
    if not stands(proposal, context.seats, context.events) or not may_agree(context.match, context.seats):
        return None
    missing = still_to_agree(proposal, context.seats)
    return Offer(
        number=proposal.number,
        name=context.names(proposal.seat),
        is_mine=proposal.user_id == context.seat.user_id,
        is_asked=context.seat in missing,
        missing=tuple(context.names(seat.index) for seat in missing if seat is not context.seat),
    )


@never_cache
@allow_methods("GET", "HEAD", "POST")
@handle_refusals
def private_notes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show or store one's own notes about a match. A text that would be overwritten is shown again. `back` names the
    page that the form was on; empty for this one."""
    match = match_for_request(request, match_id)
    path = reverse("games:notes", args=[match.pk])
    if not request.user.is_authenticated:
        return redirect_to_login(path)
    back = PageKind.named(request.POST["back"]) if request.POST.get("back") else None
    context: dict[str, Any] = {"match": match, "most": notes.MOST, "back": back and back.value}
    context["way_back"] = (back or PageKind.MATCH).address(match.pk)
    if request.method == "POST":
        saved = notes.save_note(
            user=request.user,
            match=match,
            text=readable(request, "text"),
            version=number(request.POST.get("version", "0"), "version"),
        )
        if saved.replaced is None:
            messages.success(request, gettext("Your notes have been saved."))
            return redirect(path if back is None else back.address(match.pk))
        context |= {"note": saved.note, "replaced": saved.replaced}
    else:
        context["note"] = notes.note_of(request.user, match)
    return render(request, "games/match/notes.html", context)


@never_cache
@allow_methods("POST")
@handle_refusals
def end_by_agreement(request: HttpRequest, match_id: str) -> HttpResponse:
    """Propose to end the match without a result (`answer` empty), or `agree` to a proposal or `decline` it."""
    path = reverse("games:match", args=[match_id])
    if not request.user.is_authenticated:
        match_for_request(request, match_id)
        return redirect_to_login(path)
    match = match_for_request(request, match_id)
    word = request.POST.get("answer", "")
    if word == "":
        agreement.propose(actor=request.user, match_id=match.pk)
    elif word in ANSWERS:
        proposal = number(request.POST.get("number", "0"), "number")
        agreement.answer(actor=request.user, match_id=match.pk, number=proposal, agrees=ANSWERS[word])
    else:
        raise BadInput(_("You can only agree or decline."))
    return SeeOther(path)


@never_cache
@allow_methods("POST")
@handle_refusals
def mute_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Stop mail about this match to the visitor (`mute` is “yes”), or resume it (“no”)."""
    match = match_for_request(request, match_id)
    path = reverse("games:match", args=[match.pk])
    if not request.user.is_authenticated:
        return redirect_to_login(path)
    answer = request.POST.get("mute", "")
    if answer not in MUTES:
        raise BadInput(_("The field “%(name)s” must be yes or no.", name="mute"))
    mute(user=request.user, match=match, is_muted=MUTES[answer])
    if MUTES[answer]:
        messages.success(
            request, gettext("You won’t get any more e-mails about this match. You’ll still find it on your home page.")
        )
    else:
        messages.success(request, gettext("You’ll get e-mails again when it’s your turn in this match."))
    return SeeOther(path)


@never_cache
@allow_methods("POST")
@handle_refusals
def come_back(request: HttpRequest, match_id: str) -> HttpResponse:
    """Mark a visitor who is shown as away as back, and show the page that they came from (`back`)."""
    path = PageKind.named(request.POST.get("back", "")).address(match_id)
    match = match_for_request(request, match_id)
    if not request.user.is_authenticated:
        return redirect_to_login(path)
    away.come_back(actor=request.user, match_id=match.pk)
    return SeeOther(path)
