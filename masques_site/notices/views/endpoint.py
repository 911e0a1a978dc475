"""One place where a user or a league gets notices: what arrived there, a test, its switch, its end."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.selectors.leagues import standpoint
from masques_site.accounts.views.access import current_user, rate_limited, within_rate_limit
from masques_site.notices import listing
from masques_site.notices.models import Endpoint
from masques_site.notices.services import endpoints


def _owned(request: HttpRequest, pk: int) -> Endpoint:
    """Return an endpoint of the user, or of a league that they organise; raises Http404 for all others."""
    user = current_user(request)
    found = Endpoint.objects.filter(pk=pk).select_related("user", "league").first()
    if found is None:
        raise Http404
    is_own = found.user_id == user.pk if found.league is None else standpoint(user, found.league).organises
    if not is_own:
        raise Http404
    return found


@never_cache
@login_required
@require_safe
def endpoint(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an endpoint with what was last sent to it, and what it answered."""
    found = _owned(request, pk)
    context = {"endpoint": found, "log": listing.log_of(found)}
    return render(request, "notices/endpoint.html", context)


@never_cache
@login_required
@require_POST
def test(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a test to an endpoint."""
    found = _owned(request, pk)
    if not within_rate_limit(request, "endpoints"):
        return rate_limited(request)
    endpoints.send_test(found)
    messages.success(request, _("The test leaves in a few seconds. Reload the page for the answer."))
    return redirect("notices:endpoint", found.pk)


@never_cache
@login_required
@require_POST
def switch(request: HttpRequest, pk: int) -> HttpResponse:
    """Turn an endpoint on or off."""
    found = _owned(request, pk)
    if request.POST.get("on") not in ("yes", "no"):
        raise Http404
    if request.POST["on"] == "yes":
        endpoints.turn_on(found)
        messages.success(request, _("It’s on."))
    else:
        endpoints.turn_off(found)
        messages.success(request, _("It’s off."))
    return redirect("notices:endpoint", found.pk)


@never_cache
@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove an endpoint. A mailbox stays, as it belongs to the account."""
    found = _owned(request, pk)
    if found.channel == "mail":
        raise Http404
    back = listing.settings_of(found)
    found.delete()
    messages.success(request, _("It’s removed."))
    return redirect(back)
