"""The operators' view of all deliveries."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from masques_site.accounts.views.access import View
from masques_site.notices import traffic
from masques_site.notices.channels import CHANNELS
from masques_site.notices.models import ChannelSwitch


def staff_only(view: View) -> View:
    """Show a page to staff; it does not exist for all others."""

    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not (request.user.is_authenticated and request.user.is_staff):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@never_cache
@require_safe
@staff_only
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits, what arrived and what failed, by channel."""
    return render(request, "notices/desk.html", {"rows": traffic.by_channel()})


@never_cache
@require_POST
@staff_only
def switch_channel(request: HttpRequest, channel: str) -> HttpResponse:
    """Turn a channel on or off for the whole site."""
    if channel not in CHANNELS or request.POST.get("on") not in ("yes", "no"):
        raise Http404
    if request.POST["on"] == "yes":
        ChannelSwitch.objects.filter(pk=channel).delete()
        messages.success(request, _("The channel is on: what waits leaves now."))
    else:
        ChannelSwitch.objects.get_or_create(channel=channel)
        messages.success(request, _("The channel is off: its notices wait."))
    return redirect("notices:desk")
