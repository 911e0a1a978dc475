"""The webhooks of a league, for its organisers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from leagues.models import League
from leagues.selectors.leagues import standpoint
from masques_site.accounts.views.access import current_user, post_data, rate_limited, within_rate_limit
from masques_site.notices.forms import WebhookForm
from masques_site.notices.models import Endpoint
from masques_site.notices.services import endpoints


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the webhooks of a league, or add one."""
    league = League.objects.filter(slug=slug).first()
    if league is None or not standpoint(current_user(request), league).organises:
        raise Http404
    form = WebhookForm(post_data(request))
    if request.method == "POST":
        if not within_rate_limit(request, "endpoints"):
            return rate_limited(request)
        if form.is_valid():
            try:
                found = endpoints.add("webhook", form.place(), form.cleaned_data["label"], league=league)
            except ValidationError as error:
                form.add_error(None, error)
            else:
                messages.success(request, _("The webhook is on. Send a test to check that it arrives."))
                return redirect("notices:endpoint", found.pk)
    context = {"league": league, "form": form, "endpoints": Endpoint.objects.filter(league=league)}
    return render(request, "notices/of_league.html", context, status=422 if form.errors else 200)
