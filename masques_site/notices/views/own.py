"""A user's own notices: the list, and where, which and when they get them."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import clock
from masques_site.accounts.models import User
from masques_site.accounts.views.access import current_user, post_data, rate_limited, within_rate_limit
from masques_site.notices import listing, readers
from masques_site.notices.channels import CHANNELS, vapid
from masques_site.notices.forms import SnoozeForm, TimingForm, TopicsForm, WebhookForm
from masques_site.notices.models import Endpoint, Timing
from masques_site.notices.services import endpoints


@never_cache
@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's notices of the last weeks."""
    user = current_user(request)
    entries = listing.notices_of(user)
    timing = Timing.objects.filter(user=user).first()
    context = {"entries": entries, "read_at": timing.read_at if timing else None}
    Timing.objects.update_or_create(user=user, defaults={"read_at": clock.now()})
    return render(request, "notices/index.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the user's choices, or store which notices they want, and when."""
    user = current_user(request)
    topics, timing = _topics(user, post_data(request)), _timing(user, post_data(request))
    if request.method != "POST":
        return _page(request, topics=topics, timing=timing)
    if not (topics.is_valid() and timing.is_valid()):
        return _page(request, topics=topics, timing=timing)
    topics.save()
    timing.save()
    endpoints.look_again(user)
    messages.success(request, _("Saved."))
    return redirect("notices:settings")


@never_cache
@login_required
@require_POST
def snooze(request: HttpRequest) -> HttpResponse:
    """Let nothing come for a while, or end that."""
    user, form = current_user(request), SnoozeForm(request.POST)
    if not form.is_valid():
        return _page(request, snooze=form)
    until = form.until(clock.now(), readers.hours_of([user])[user.pk])
    Timing.objects.update_or_create(user=user, defaults={"snoozed_until": until})
    endpoints.look_again(user)
    messages.success(request, _("Notices come again.") if until is None else _("All notices wait until then."))
    return redirect("notices:settings")


@never_cache
@login_required
@require_POST
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Add a server that gets the user's notices."""
    user, form = current_user(request), WebhookForm(request.POST)
    if user.is_guest:
        messages.error(request, _("Create an account first (name and password)."))
        return redirect("notices:settings")
    if not within_rate_limit(request, "endpoints"):
        return rate_limited(request)
    if form.is_valid():
        try:
            endpoint = endpoints.add("webhook", form.place(), form.cleaned_data["label"], user=user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The webhook is on. Send a test to check that it arrives."))
            return redirect("notices:endpoint", endpoint.pk)
    return _page(request, webhook=form)


def _topics(user: User, data: Any = None) -> TopicsForm:
    return TopicsForm(data, user=user, channels=_channels(user))


def _timing(user: User, data: Any = None) -> TimingForm:
    return TimingForm(data, instance=Timing.objects.filter(user=user).first() or Timing(user=user))


def _channels(user: User) -> list[str]:
    """Return the channels that the user can choose for topics: those over which something can arrive."""
    others = Endpoint.objects.filter(user=user).exclude(channel="mail")
    have = set(others.values_list("channel", flat=True))
    if user.email and not user.is_guest:
        have.add("mail")
    return [channel for channel in CHANNELS if channel in have]


def _page(request: HttpRequest, **forms: Any) -> HttpResponse:
    """Show the page with these forms, and the others as they are stored."""
    user = current_user(request)
    readers.endpoints_of([user])  # the mailbox, if it has none yet
    places = listing.endpoints_of(user)
    context = {
        "topics": forms.get("topics") or _topics(user),
        "timing": forms.get("timing") or _timing(user),
        "snooze": forms.get("snooze") or SnoozeForm(),
        "webhook": forms.get("webhook") or WebhookForm(),
        "snoozed_until": readers.hours_of([user])[user.pk].silent_until(clock.now()),
        "endpoints": places,
        "push_key": vapid.public_key(),
        "push_url": reverse("notices:push"),
        "push_off_url": reverse("notices:push_off"),
        "push_known": " ".join(place.url for place in places if place.channel == "push"),
        "may_add": not user.is_guest,
        **listing.secret_addresses(request, user),
    }
    wrong = any(form.errors for form in forms.values())
    return render(request, "notices/settings.html", context, status=422 if wrong else 200)
