"""Views for moderators."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Access, Match
from leagues.selectors.integrity import open_flags
from masques_site.accounts import moderation
from masques_site.accounts.forms import AnswerForm, NoteForm
from masques_site.accounts.models import ModerationAct, Report
from masques_site.accounts.selectors import person_by_name
from masques_site.accounts.views.access import current_user, first_message, moderator_required


@never_cache
@moderator_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """Show moderators the open reports, oldest first, and recent acts of moderation."""
    waiting = Report.objects.filter(closed_at=None).select_related("reporter", "reported")
    page = Paginator(waiting, 25).get_page(request.GET.get("page"))
    named = Match.objects.filter(pk__in=[report.match_id for report in page], access=Access.OPEN)
    context = {
        "reports": page,
        "matches": {match.pk: match for match in named},
        "acts": ModerationAct.objects.select_related("moderator")[:25],
        "note_form": NoteForm(auto_id=False),
        "suspicions": open_flags().count(),
    }
    return render(request, "accounts/moderation.html", context)


@moderator_required
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a report with a note, and an answer to its author; for moderators."""
    return _with_note(
        request,
        lambda note, answer: moderation.close_report(
            moderator=current_user(request), report_id=pk, note=note, answer=answer
        ),
        _("The report is closed. The player who made it gets a notice."),
        AnswerForm(request.POST),
    )


@moderator_required
@require_POST
def ban(request: HttpRequest, username: str) -> HttpResponse:
    """Ban a user from play, with a reason that the user will read; for moderators."""
    person = person_by_name(username)
    return _with_note(
        request,
        lambda note, _answer: moderation.ban(moderator=current_user(request), person=person, reason=note),
        _("%(name)s has been banned.") % {"name": person.shown_name},
    )


@moderator_required
@require_POST
def unban(request: HttpRequest, username: str) -> HttpResponse:
    """Lift a ban; for moderators."""
    person = person_by_name(username)
    return _with_note(
        request,
        lambda note, _answer: moderation.unban(moderator=current_user(request), person=person, note=note),
        _("%(name)s can play again.") % {"name": person.shown_name},
    )


def _with_note(
    request: HttpRequest, act: Callable[[str, str], None], done: str, form: NoteForm | None = None
) -> HttpResponse:
    """Do `act` with the note and the answer of the form, by default one without an answer."""
    form = form or NoteForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Nothing was changed. Please write a note (up to 500 characters)."))
        return redirect("accounts:moderation")
    try:
        act(form.cleaned_data["note"], form.cleaned_data.get("answer", ""))
    except ValidationError as error:
        messages.error(request, first_message(error))
    else:
        messages.success(request, done)
    return redirect("accounts:moderation")
