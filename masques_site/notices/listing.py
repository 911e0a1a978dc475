"""The lists on pages and in feeds: notices, and the places where they arrive."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from games import clock
from games.selectors.stored import each_readable
from games.strict import UNREADABLE
from leagues.policy import policy
from masques_site.accounts.addresses import feed_token
from masques_site.accounts.models import User
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds import KINDS
from masques_site.notices.models import Delivery, Endpoint, Notice, State
from masques_site.notices.readers import choices_of
from masques_site.notices.topics import When

SHOWN = 50  # notices
AGE = timedelta(days=30)
LOG_LENGTH = 20  # deliveries of an endpoint


@dataclass(frozen=True, slots=True)
class Entry:
    """A notice in a list."""

    notice: Notice
    words: Words
    at: datetime


def notices_of(user: User) -> list[Entry]:
    """Return the user's notices of the last weeks, the newest first, in the active language, without those that nobody
    needs any more and those that cannot be read."""
    rows = Notice.objects.filter(user=user, passed_at__gt=clock.now() - AGE, kind__in=KINDS)
    rows = rows.filter(Q(state=State.PASSED) | Q(state=State.WAITING)).order_by("-passed_at", "-pk")
    paths = (path for kind in KINDS.values() for path in kind.read_with)
    notices = each_readable(rows.select_related("user", *paths)[:SHOWN])
    choices = choices_of([user.pk])
    return list(_entries(notice for notice in notices if choices.when(user.pk, _topic(notice), "site") != When.OFF))


def _topic(notice: Notice) -> str:
    """Return the topic of what it has said last: of a reminder to come, the decision itself."""
    return "answer" if notice.is_response else KINDS[notice.kind].topic


def _entries(notices: Iterable[Notice]) -> Iterable[Entry]:
    for notice in notices:
        notice.topic = _topic(notice)
        try:
            assert notice.passed_at is not None, "only those are read"
            yield Entry(notice, KINDS[notice.kind].item(notice), notice.passed_at)
        except UNREADABLE:
            continue


def endpoints_of(user: User) -> Sequence[Endpoint]:
    """Return the places where the user gets notices, mailboxes first."""
    found = Endpoint.objects.filter(user=user).select_related("user").order_by("channel", "pk")
    return [place for place in found if place.channel != "mail" or user.email]


def log_of(endpoint: Endpoint) -> Sequence[Delivery]:
    """Return the last deliveries to `endpoint`, the newest first."""
    rows = Delivery.objects.filter(endpoint=endpoint).exclude(attempts=0).order_by("-pk")
    return list(rows[:LOG_LENGTH])


def secret_addresses(request: HttpRequest, user: User) -> dict[str, str]:
    """Return the addresses of the user's calendar and feed."""
    return {
        "calendar": request.build_absolute_uri(reverse("leagues:calendar", args=[policy().calendar_token(user)])),
        "feed": request.build_absolute_uri(reverse("notices:feed", args=[feed_token(user)])),
    }


def settings_of(endpoint: Endpoint) -> str:
    """Return the path of the page that lists the endpoint."""
    if endpoint.league is not None:
        return reverse("notices:of_league", args=[endpoint.league.slug])
    return reverse("notices:settings")
