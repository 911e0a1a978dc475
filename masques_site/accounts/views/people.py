"""Views about other users: profiles, blocks, reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.policy import policy
from leagues.selectors.one_person import seasons_of
from leagues.selectors.rating_history import ratings_of
from leagues.selectors.records import meetings_of, record_of
from masques_site.accounts import moderation
from masques_site.accounts.forms import NoteForm, ReportForm
from masques_site.accounts.models import Friend, User
from masques_site.accounts.selectors import block_between, person_by_name, profile_of
from masques_site.accounts.views.access import current_user, first_message, post_data, rate_limited, within_rate_limit

MEETINGS_A_PAGE = 50


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show anybody the public profile of a user."""
    person = person_by_name(username)
    context = {
        "person": person,
        "profile": profile_of(person),
        "ratings": ratings_of(person),
        "record": record_of(person),
        "seasons": seasons_of(person),
        "is_self": request.user == person,
    }
    if isinstance(request.user, User) and request.user != person:
        context["blocks"], _any = block_between(request.user, person)
        context["is_friend"] = Friend.objects.filter(owner=request.user, friend=person).exists()
        if policy().is_moderator(request.user):
            context |= {"may_moderate": True, "note_form": NoteForm()}
    return render(request, "accounts/profile.html", context)


@require_safe
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show anybody how two users fared against each other in public matches; redirect to the profile if they are the
    same user."""
    person, opponent = person_by_name(username), person_by_name(other)
    if person == opponent:
        return redirect("accounts:profile", person.username)
    totals, meetings = meetings_of(person, opponent)
    page = Paginator(meetings, MEETINGS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "accounts/against.html", {"person": person, "other": opponent, "totals": totals, "page": page}
    )


@login_required
@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Block a user; for signed-in users."""
    person = person_by_name(username)
    try:
        moderation.block(blocker=current_user(request), blocked=person)
    except ValidationError as error:
        messages.error(request, first_message(error))
    else:
        messages.success(
            request, _("You’ve blocked %(name)s. You won’t be seated together.") % {"name": person.shown_name}
        )
    return redirect("accounts:profile", person.username)


@login_required
@require_POST
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    """Remove a block; for signed-in users."""
    person = person_by_name(username)
    moderation.unblock(blocker=current_user(request), blocked=person)
    messages.success(request, _("You’ve unblocked %(name)s.") % {"name": person.shown_name})
    return redirect("accounts:profile", person.username)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Report a user to the moderators; for signed-in users. ?match= fills in the match."""
    person = person_by_name(username)
    if request.user == person:
        messages.error(request, _("You can’t report yourself."))
        return redirect("accounts:profile", person.username)
    form = ReportForm(post_data(request), initial={"match_id": request.GET.get("match", "")[:12]})
    if request.method == "POST" and form.is_valid():
        if not within_rate_limit(request, "report"):
            return rate_limited(request)
        moderation.report(reporter=current_user(request), reported=person, **form.cleaned_data)
        messages.success(request, _("Thanks. The moderators will read your report."))
        return redirect("accounts:profile", person.username)
    context = {"form": form, "person": person}
    return render(request, "accounts/report.html", context, status=422 if form.errors else 200)
