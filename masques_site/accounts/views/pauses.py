"""The page of a user's nights and vacations."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import clock
from games.core.clocks.personal_pauses import zone_named
from masques_site.accounts import pauses
from masques_site.accounts.models import User, Vacation
from masques_site.accounts.pause_forms import NightForm, VacationForm, night_in_words
from masques_site.accounts.views.access import current_user, rate_limited, within_rate_limit


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pauses_page(request: HttpRequest) -> HttpResponse:
    """Show or set the user's night, and whether vacation begins automatically."""
    user = current_user(request)
    if request.method != "POST":
        return _page(request)
    form = NightForm(request.POST)
    if not form.is_valid():
        return _page(request, night=form)
    if not within_rate_limit(request, "pauses"):
        return rate_limited(request)
    User.objects.filter(pk=user.pk).update(automatic_vacation=form.cleaned_data["automatic_vacation"])
    pauses.choose_night(user, form.cleaned_data["night_begin"])
    messages.success(request, _("Saved."))
    return redirect("accounts:pauses")


@never_cache
@login_required
@require_POST
def plan_vacation(request: HttpRequest) -> HttpResponse:
    """Plan a vacation of the user, from now on or later."""
    form = VacationForm(request.POST)
    if form.is_valid():
        if not within_rate_limit(request, "pauses"):
            return rate_limited(request)
        try:
            pauses.plan_vacation(current_user(request), **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
    if form.errors:
        return _page(request, vacation=form)
    messages.success(request, _("Your vacation is booked. Your opponents can see it."))
    return redirect("accounts:pauses")


@never_cache
@login_required
@require_POST
def end_vacation(request: HttpRequest, pk: int) -> HttpResponse:
    """End a vacation of the user, or cancel it."""
    if not within_rate_limit(request, "pauses"):
        return rate_limited(request)
    if not pauses.end_vacation(current_user(request), pk):
        raise Http404
    messages.success(request, _("Your clocks are running again. You keep the days that hadn’t started."))
    return redirect("accounts:pauses")


def _page(request: HttpRequest, night: NightForm | None = None, vacation: VacationForm | None = None) -> HttpResponse:
    user = current_user(request)
    now = clock.now()
    today = now.astimezone(zone_named(user.timezone)).date()
    current, following = pauses.windows_of(user)
    chosen = following or current
    automatic = User.objects.values_list("automatic_vacation", flat=True).get(pk=user.pk)
    context: dict[str, Any] = {
        "night": night or NightForm({"night_begin": chosen.night_begin, "automatic_vacation": automatic}),
        "vacation": vacation or VacationForm(initial={"first_day": today}),
        "zone": user.timezone,
        "current": "" if current.night_begin is None else night_in_words(current.night_begin),
        "current_zone": current.zone,
        "following": following,
        "vacations": Vacation.objects.filter(user=user, end__gt=now),
        "now": now,
        "years": [(year, pauses.days_left(user, year)) for year in (today.year, today.year + 1)],
    }
    wrong = (night is not None and night.errors) or (vacation is not None and vacation.errors)
    return render(request, "accounts/pauses.html", context, status=422 if wrong else 200)
