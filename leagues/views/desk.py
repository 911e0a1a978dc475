"""The organisers' page, and how its forms are answered. A refused form is shown again with what was typed; before a
harmful action the page shows its consequences, and asks once."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games.core import text
from games.core.text import TextList
from games.policy import policy
from games.refusals import BadInput, Forbidden, Refusal
from games.translation import translate
from games.views.access import wants_json
from leagues import models
from leagues.core.rules import Format
from leagues.log_text import CARD_NAMES, STEP_NAMES, describe
from leagues.refusals import NoSuchLeague
from leagues.selectors import seasons as season_selectors
from leagues.selectors.consequences import Plan
from leagues.selectors.table_results import disputed_in
from leagues.services.deciding import extensions, undo
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from leagues.services.organising.roles import require
from leagues.views.access import Where, season_action
from leagues.views.pages import frame

STAYED_LINES = 5  # results that were changed too late to move the places of a ladder
LONGEST_REASON = 500
FORM = "form"  # the hidden field that names the form of the page
SURE = "sure"  # the hidden field that confirms a `Plan`

Decision = Callable[..., HttpResponse | None]


def page(request: HttpRequest, where: Where, *, refusal: Refusal | None = None, **_address: Any) -> HttpResponse:
    """Show the organisers' page; after a `refusal` with it, and with what was typed in the form that was sent."""
    require(request.user, where.league, models.RoleKind.MODERATOR)
    context = {
        **frame(request, where, "organise"),
        **_waiting(request, where),
        **_people(request, where),
        "undoable": _undoable(request, where) if where.stands.organises else [],
        "open_matches": extensions.open_matches(where.season) if _plays_to_an_end(where.season) else None,
        "most_days": extensions.MOST_DAYS,
        "may_cancel": where.season.state in models.BEFORE_START,
        "may_announce": where.season.state in models.OVER and where.league.closed_at is None,
        "role_kinds": [kind for kind in models.RoleKind.choices if kind[0] != models.RoleKind.OWNER]
        + [(models.RoleKind.OWNER.value, models.RoleKind.OWNER.label)],
        "zone": timezone.get_current_timezone_name(),
        "newest_line": newest_line(where.league),
        "refused": "" if refusal is None else in_words(refusal, request.user),
        "kept": {} if refusal is None else typed(request.POST),
    }
    context["step_label"] = STEP_NAMES.get(context["next_step"].kind, "") if context["next_step"] else ""
    return render(request, "leagues/organise.html", context, status=200 if refusal is None else refusal.status)


def _plays_to_an_end(season: models.Season) -> bool:
    return season.state == models.SeasonState.RUNNING and season.rules.format is not Format.LADDER


def _waiting(request: HttpRequest, where: Where) -> dict[str, Any]:
    """Return who asks to play and what members ask; disputed table results; cards in force; results that moved no
    places."""
    asked = {entry.pk: entry for entry in where.season.entries.filter(state="asked").select_related("user")}
    people = season_selectors.people_of(asked, request.user)
    open_requests = where.season.requests.filter(state=models.RequestState.OPEN).select_related(
        "entry__user", "fixture"
    )
    askers = {row.entry_id: row.entry for row in open_requests}
    named = season_selectors.people_of(askers, request.user)
    in_force = models.Card.objects.filter(entry__season=where.season, lifted_at=None)
    shown = list(in_force.select_related("entry__user").order_by("began_at"))
    owners = season_selectors.people_of({card.entry_id: card.entry for card in shown}, request.user)
    stayed = where.season.log.filter(verb="places_stay")[:STAYED_LINES]
    return {
        "asked": [(entry, people[pk]) for pk, entry in asked.items()],
        "requests": [(row, named[row.entry_id]) for row in open_requests],
        "cards": [(card, CARD_NAMES[card.kind], owners[card.entry_id]) for card in shown],
        "disputed": disputed_in(where.season) if where.stands.organises else [],
        "stayed": [(line, describe(line, {})) for line in stayed],
    }


def _undoable(request: HttpRequest, where: Where) -> list[tuple[models.LogEntry, str]]:
    """Return what can be undone, in words."""
    lines = undo.undoable(where.season, request.user)
    return list(zip(lines, _lines(lines), strict=True))


def _people(request: HttpRequest, where: Where) -> dict[str, Any]:
    """Return who has a role in the league or is offered one, and who is invited."""
    invited = [row.user for row in where.league.invitations.select_related("user").order_by("at")]
    names = policy().names(invited)
    return {
        "role_offers": where.league.role_offers.filter(state=models.OfferState.OPEN).select_related("user"),
        "roles": where.league.roles.select_related("user").order_by("since"),
        "invited": [names[user.pk] for user in invited],
    }


def decision(page: Callable[..., HttpResponse]) -> Callable[[Decision], Callable[..., HttpResponse]]:
    """Decorate a POST of an organiser. Its form is on `page`, named like the view; a `refusal` is shown there with what
    was typed. A view that returns no response redirects to the organisers' page."""

    def decorate(view: Decision) -> Callable[..., HttpResponse]:
        @season_action
        @wraps(view)
        def decided(request: HttpRequest, where: Where, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, where, **kwargs) or redirect("leagues:organise", where.league.slug)
            except NoSuchLeague:
                raise
            except Refusal as refusal:
                if wants_json(request) or not where.stands.moderates or isinstance(refusal, Forbidden):
                    raise _told(refusal, request.user) from refusal
                return page(request, where, refusal=refusal, **kwargs)

        return decided

    return decorate


def sure(request: HttpRequest, where: Where, plan: Plan | None, back: str = "") -> HttpResponse | None:
    """Show the page that asks an organiser to confirm `plan`; return None if there is nothing to confirm, or if the
    form confirms it. It asks again if the consequences have changed. It leads back to `back`, by default to the
    organisers' page."""
    if plan is None or request.POST.get(SURE) == plan.revision:
        return None
    context = {
        **frame(request, where, "organise"),
        "question": translate(plan.question),
        "button": translate(plan.button),
        "lead": "" if plan.lead is None else translate(plan.lead),
        "follows": [translate(sentence) for sentence in plan.follows],
        "times": [(STEP_NAMES.get(moved.step.kind, ""), moved) for moved in plan.times],
        "again": SURE in request.POST,
        "fields": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in (SURE, "csrfmiddlewaretoken", "attempt")
        ],
        "sure": plan.revision,
        "action": request.path,
        "back": back or reverse("leagues:organise", args=[where.league.slug]),
    }
    return render(request, "leagues/sure.html", context)


def seen_of(request: HttpRequest) -> Seen:
    """Return the state that the form showed. Raises `BadInput`."""
    return Seen.parse(request.POST.get("seen", ""))


def reason_of(request: HttpRequest) -> str:
    """Return the reason given; raises `BadInput` if it is empty."""
    reason: str = request.POST.get("reason", "").strip()[:LONGEST_REASON]
    if not reason:
        raise BadInput(text._("Reason: say why; members will see it in the log."))
    return reason


def in_words(refusal: Refusal, user: Any) -> str:
    """Return the sentence of a refusal for `user`, with what has happened since if another organiser was faster."""
    return translate(_told(refusal, user).reason)


def _told(refusal: Refusal, user: Any) -> Refusal:
    if not isinstance(refusal, Overtaken) or not refusal.lines:
        return refusal
    told = Overtaken([])
    told.reason = text._(
        "%(sentence)s Changes since then: %(lines)s",
        sentence=refusal.reason,
        lines=TextList(tuple(_lines(refusal.lines))),
    )
    return told


def _lines(lines: list[models.LogEntry]) -> list[str]:
    people = {user.pk: user for line in lines for user in (line.actor, line.subject) if user is not None}
    names = policy().names(list(people.values()))
    return [describe(line, names) for line in lines]


def typed(fields: QueryDict) -> dict[str, str]:
    """Return the values of a form's fields, for `{% kept %}`."""
    return {name: value for name, value in fields.items() if isinstance(value, str)}
