"""Views of the user's own account: guests, claiming, settings, export, deletion, sessions."""

import json

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import activate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.selectors.lists import private_links
from masques_site.accounts import services
from masques_site.accounts.adapter import remember_device
from masques_site.accounts.addresses import calendar_token, renew
from masques_site.accounts.export import own_data
from masques_site.accounts.forms import ClaimGuestForm, DeleteForm, SettingsForm
from masques_site.accounts.middleware import set_language_cookie
from masques_site.accounts.models import Report, User
from masques_site.accounts.views.access import (
    current_user,
    first_message,
    next_page,
    post_data,
    rate_limited,
    too_many_guests,
    within_rate_limit,
)
from masques_site.accounts.zones import known_zone

REPORTS = 10  # of the user's own reports, shown on the settings page
BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Sign anybody in as a new guest, in the time zone of the browser; a signed-in user is only redirected to
    `next`."""
    onward = next_page(request, "/")  # reads the form first: an invalid one creates no guest
    if not request.user.is_authenticated:
        if not within_rate_limit(request, "guest"):
            return too_many_guests(request)
        login(request, services.create_guest(known_zone(request.POST.get("timezone", ""))), backend=BACKEND)
    return HttpResponseRedirect(onward)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Let guests choose a name, an address and a password, and become full members."""
    user = current_user(request)
    if not user.is_guest:
        return redirect("accounts:settings")
    form = ClaimGuestForm(post_data(request), user=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        if not within_rate_limit(request, "signup"):
            return rate_limited(request)
        try:
            address = services.claim_guest(user=user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error("username", first_message(error))
        else:
            return _claimed_response(request, user, address)
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)


def _claimed_response(request: HttpRequest, user: User, address: EmailAddress) -> HttpResponse:
    """Renew the session and send a mail. The response does not reveal whether another account has the address."""
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)
    address.send_confirmation(request, signup=True)
    messages.success(request, _("Welcome! Your account is ready. Please open the link in the e-mail we’ve sent you."))
    response = redirect("accounts:profile", user.username)
    remember_device(request, response, user)
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the user's settings, or store them: name, time zone, language, theme, confirmation of moves, notices."""
    user = current_user(request)
    form = SettingsForm(post_data(request), instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        if "username" in form.changed_data and not within_rate_limit(request, "rename"):
            return rate_limited(request)
        saved = form.save()
        if saved.language:
            activate(saved.language)
        messages.success(request, _("Saved."))
        response = redirect("accounts:settings")
        if saved.language:
            set_language_cookie(response, saved.language)
        return response
    context = {
        "form": form,
        "addresses": EmailAddress.objects.filter(user=user),
        "calendar": request.build_absolute_uri(reverse("leagues:calendar", args=[calendar_token(user)])),
        "private_links": private_links(user),
        "reports": Report.objects.filter(reporter=user).order_by("-created_at")[:REPORTS],
    }
    return render(request, "accounts/settings.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def renew_addresses(request: HttpRequest) -> HttpResponse:
    """Replace all secret addresses of the user by new ones."""
    renew(User.objects.get(pk=current_user(request).pk))
    messages.success(request, _("You have new secret links. The old ones no longer work."))
    return redirect(f"{reverse('accounts:settings')}#addresses")


@never_cache
@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Return all personal data of the user as a file."""
    text = json.dumps(
        own_data(User.objects.get(pk=current_user(request).pk)), cls=DjangoJSONEncoder, indent=1, ensure_ascii=False
    )
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="masques-my-data.json"'
    return response


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the user's account; matches remain for the opponents, without the name."""
    user = current_user(request)
    form = DeleteForm(post_data(request), user=user)
    if request.method == "POST":
        if not within_rate_limit(request, "delete"):
            return rate_limited(request)
        if form.is_valid():
            person = User.objects.get(pk=user.pk)
            logout(request)
            services.delete_account(person)
            messages.success(request, _("Your account has been deleted. Thanks for playing."))
            return redirect("/")
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of the user's sessions."""
    session = get_object_or_404(UserSession, pk=pk, user=current_user(request))
    if session.session_key == request.session.session_key:
        logout(request)
        session.delete()
        return redirect("/")
    session.end()
    messages.success(request, _("That browser has been logged out."))
    return redirect("usersessions_list")
