"""Views without a log-in, by secret addresses: the feed, the end of mails, and returned mails."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import clock
from masques_site.accounts.addresses import owner_of_feed, owner_of_unsubscribe
from masques_site.accounts.models import User
from masques_site.notices import listing
from masques_site.notices.channels.texts import clean
from masques_site.notices.models import Endpoint
from masques_site.notices.services import endpoints


@require_safe
def feed(_request: HttpRequest, token: str) -> HttpResponse:
    """Return the notices of the address's owner as an Atom feed (RFC 4287), in their language."""
    person = owner_of_feed(token)
    if person is None:
        raise Http404
    with translation.override(person.language or settings.LANGUAGE_CODE), timezone.override(person.zone):
        entries = listing.notices_of(person)
        found = Atom1Feed(
            title=_("My notices on %(site)s") % {"site": settings.SITE_NAME},
            link=_absolute(reverse("notices:index")),
            description=None,
            language=translation.get_language(),
            feed_guid=f"urn:masques:notices:{person.pk}",
        )
        for entry in entries:
            found.add_item(**_item(entry))
        text = found.writeString("utf-8")
    response = HttpResponse(text, content_type="application/atom+xml; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _item(entry: listing.Entry) -> dict[str, Any]:
    return {
        "title": clean(entry.words.title),  # XML has no control characters
        "link": _absolute(entry.words.link),
        "description": escape(clean(capfirst(" ".join(entry.words.text)))),  # which is HTML in a feed
        "unique_id": f"urn:masques:notice:{entry.notice.pk}",
        "pubdate": entry.at,
        "updateddate": entry.at,
    }


def _absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


@csrf_exempt  # a mail provider posts here; the secret of the address is the permission
@never_cache
@require_POST
def bounced(request: HttpRequest, secret: str) -> HttpResponse:
    """Turn off the mail of the account with the address `email`, to which the provider could not deliver. Whether there
    is one, the answer does not say."""
    if not settings.BOUNCE_SECRET or not constant_time_compare(secret, settings.BOUNCE_SECRET):
        raise Http404
    address = request.POST.get("email", "")
    if not (address and address.isprintable()):
        return HttpResponse("email is missing", status=400, content_type="text/plain")
    for endpoint in Endpoint.objects.filter(channel="mail", user__email__iexact=address).select_related("user"):
        endpoints.bounced(endpoint, clock.now())
    return HttpResponse(status=204)


@csrf_exempt  # mail programs post here without a form (RFC 8058); the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turn mails off for anybody with the link of a mail: GET shows a button and changes nothing, POST turns them
    off."""
    person = owner_of_unsubscribe(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        User.objects.filter(pk=person.pk).update(mail_notices=False)
    return render(request, "notices/unsubscribe.html", {"done": request.method == "POST", "person": person})
