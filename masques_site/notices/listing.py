"""Notices, and the places where they arrive, as pages and feeds show them."""

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
from masques_site.notices.kinds import KINDS, paths_of
from masques_site.notices.kinds.matches import REMINDING
from masques_site.notices.models import Delivery, Endpoint, Notice, State
from masques_site.notices.readers import choices_of
from masques_site.notices.topics import TOPICS, When

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
    """Return the user's notices of the last weeks, the newest first, in the active language; what nobody needs to
    know any more and what cannot be read is left out."""
    rows = Notice.objects.filter(user=user, passed_at__gt=clock.now() - AGE, kind__in=KINDS)
    rows = rows.filter(Q(state=State.PASSED) | Q(state=State.WAITING)).order_by("-passed_at", "-pk")
    notices = each_readable(rows.select_related("user", *paths_of(KINDS))[:SHOWN])
    choices = choices_of([user.pk])
    return list(_entries(notice for notice in notices if choices.when(user.pk, _topic(notice), "site") != When.OFF))


def _topic(notice: Notice) -> str:
    """Return the topic of what it is about: of a reminder, and of a notice that has none that is known, that of its
    kind."""
    if notice.is_response:
        return "answer"
    return notice.topic if notice.topic in TOPICS and notice.topic not in REMINDING else KINDS[notice.kind].topic


def _entries(notices: Iterable[Notice]) -> Iterable[Entry]:
    for notice in notices:
        if notice.passed_at is None:
            continue  # SQLite compares words with moments, and reads those that are none as missing
        notice.topic = _topic(notice)
        try:
            yield Entry(notice, KINDS[notice.kind].words(notice), notice.passed_at)
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
