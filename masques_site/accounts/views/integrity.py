"""Views for moderators: suspicions about results, annulling a match, taking a league down."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Access, Match, Seat, Status
from games.refusals import Missing, Refusal
from games.registry import TITLES
from games.selectors.matches import is_bot, names_of
from games.translation import translate
from leagues.models import League
from leagues.selectors import integrity
from leagues.selectors.labels import labels_of
from leagues.selectors.roles import rank_of
from masques_site.accounts import moderation
from masques_site.accounts.forms import NoteForm, ReasonForm
from masques_site.accounts.views.access import current_user, first_message, moderator_required, post_data


@never_cache
@moderator_required
@require_safe
def suspicions(request: HttpRequest) -> HttpResponse:
    """Show moderators the open flags with their evidence, the most certain first."""
    found = integrity.suspicions(current_user(request).pk, request.GET.get("page"))
    return render(request, "accounts/suspicions.html", {"found": found})


@moderator_required
@require_POST
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a flag with a note; for moderators."""
    form = NoteForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Nothing was changed. Please write a note (up to 500 characters)."))
        return redirect("accounts:moderation_suspicions")
    try:
        moderation.review(moderator=current_user(request), flag_id=pk, note=form.cleaned_data["note"])
    except Missing as error:
        raise Http404 from error
    except Refusal as error:
        messages.error(request, translate(error.reason))
    else:
        messages.success(request, _("The suspicion is marked as reviewed."))
    return redirect("accounts:moderation_suspicions")


@never_cache
@moderator_required
@require_safe
def find_match(request: HttpRequest) -> HttpResponse:
    """Redirect moderators from the number of a match, ?match=, to the page that annuls it."""
    found = _begun(request.GET.get("match", "").strip())
    if found is None:
        messages.error(request, _("There’s no public match with this number, or it hasn’t started."))
        return redirect("accounts:moderation")
    return redirect("accounts:moderation_annul", found.pk)


@never_cache
@moderator_required
@require_http_methods(["GET", "HEAD", "POST"])
def annul(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show moderators what annulling a public match does, and annul it for a reason."""
    match = _begun(match_id)
    if match is None:
        raise Http404
    form = ReasonForm(post_data(request))
    seats = list(Seat.objects.filter(match=match).select_related("user").order_by("index"))
    name_of, may_decide = names_of(seats), moderation.may_decide(current_user(request), match)
    if request.method == "POST" and form.is_valid():
        return _annulled(request, match, form.cleaned_data["note"])
    context = {
        "form": form,
        "match": match,
        "title": TITLES[match.title].name if match.title in TITLES else match.title,
        "seats": [(seat, name_of(seat.index), is_bot(seat)) for seat in seats],
        "label": labels_of([match]).get(match.pk),
        "may_decide": may_decide,
        "runs": match.status == Status.RUNNING,
    }
    return render(request, "accounts/annul.html", context, status=422 if form.errors else 200)


def _annulled(request: HttpRequest, match: Match, reason: str) -> HttpResponse:
    try:
        done = moderation.annul(moderator=current_user(request), match=match, reason=reason)
    except ValidationError as error:
        messages.error(request, first_message(error))
    except Refusal as error:
        messages.error(request, translate(error.reason))
    else:
        said = _("The match has been annulled.") if done else _("The match was already annulled.")
        messages.success(request, said)
    return redirect("accounts:moderation_suspicions")


@never_cache
@moderator_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_down(request: HttpRequest, slug: str) -> HttpResponse:
    """Show moderators what taking a league down does, and take it down for a reason."""
    league = get_object_or_404(League, slug=slug)
    form = ReasonForm(post_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            done = moderation.take_down(
                moderator=current_user(request), league=league, reason=form.cleaned_data["note"]
            )
        except ValidationError as error:
            messages.error(request, first_message(error))
        else:
            messages.success(request, _("The league has been taken down.") if done else _("It was already taken down."))
        return redirect("accounts:moderation")
    context = {"form": form, "league": league, "may_decide": not rank_of(request.user, league)}
    return render(request, "accounts/take_down.html", context, status=422 if form.errors else 200)


def _begun(match_id: str) -> Match | None:
    """Return the public match with this number if it runs or has ended; else None."""
    rows = Match.objects.filter(access=Access.OPEN, status__in=[Status.RUNNING, Status.FINISHED])
    return rows.filter(pk=match_id).first()
