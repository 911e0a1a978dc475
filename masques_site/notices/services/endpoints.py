"""The places where users get notices: they are added and tested, turned on and off, and they fail."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games import clock
from leagues.models import League, LogEntry
from masques_site.accounts.models import User
from masques_site.notices import readers
from masques_site.notices.channels.base import Place
from masques_site.notices.messages import TEST
from masques_site.notices.models import Delivery, DeliveryState, Endpoint, Notice
from masques_site.notices.topics import TOPICS, When

ENDURANCE = timedelta(days=5)  # of failures, after which an endpoint is turned off
MOST = 10  # endpoints of a channel, of one user or league


def add(channel: str, place: Place, label: str, *, user: User | None = None, league: League | None = None) -> Endpoint:
    """Return the new endpoint of a user or a league, or the one they have at this address, turned on. Raises
    `ValidationError` if they have too many.

    A browser belongs to the account that was logged in last: an address of another account moves to this one.
    """
    with transaction.atomic():
        if channel == "push":
            Endpoint.objects.filter(channel=channel, url=place.url).exclude(user=user).delete()
        owned = Endpoint.objects.filter(channel=channel, user=user, league=league)
        if owned.exclude(url=place.url).count() >= MOST:
            raise ValidationError(_("That’s too many: remove one first."), code="too_many")
        values = {"facts": dict(place.facts), "label": label, "off_at": None, "off_because": "", "failing_since": None}
        endpoint, _is_new = owned.update_or_create(
            channel=channel, user=user, league=league, url=place.url, defaults=values
        )
        if league is not None:  # what its log says already is no news
            last = LogEntry.objects.filter(league=league).aggregate(last=Max("pk"))["last"]
            Endpoint.objects.filter(pk=endpoint.pk).update(seen_line=last or 0)
        _forget_news(endpoint)
    return endpoint


def turn_on(endpoint: Endpoint) -> None:
    """Turn an endpoint on again, whatever turned it off."""
    Endpoint.objects.filter(pk=endpoint.pk).update(off_at=None, off_because="", failing_since=None)
    if endpoint.channel == "mail":
        _want_mail(endpoint, True)
    _forget_news(endpoint)


def turn_off(endpoint: Endpoint) -> None:
    """Turn an endpoint off, as its owner wishes."""
    if endpoint.channel == "mail":  # one switch with that of the links in mails
        _want_mail(endpoint, False)
    else:
        _turn_off(endpoint, Endpoint.Off.CHOSEN, clock.now())


def send_test(endpoint: Endpoint) -> Delivery:
    """Let the next run send a test to `endpoint`; return its delivery."""
    return Delivery.objects.create(endpoint=endpoint, topic=TEST, due_at=clock.now(), created_at=clock.now())


def look_again(user: User) -> None:
    """Let what waits for the hours of `user` leave by their new ones."""
    now, choices, hours = clock.now(), readers.choices_of([user.pk]), readers.hours_of([user])[user.pk]
    waiting = Delivery.objects.filter(
        endpoint__user=user, state=DeliveryState.WAITING, is_gathered=True, attempts=0, due_at__gt=now, topic__in=TOPICS
    )
    for topic, channel in set(waiting.values_list("topic", "endpoint__channel")):
        is_in_digest = choices.when(user.pk, topic, channel) == When.DIGEST
        rows = waiting.filter(topic=topic, endpoint__channel=channel)
        rows.update(due_at=hours.next_digest(now) if is_in_digest else now)


def succeeded(endpoints: Iterable[Endpoint]) -> None:
    """Note that messages have arrived at these endpoints."""
    failing = [endpoint.pk for endpoint in endpoints if endpoint.failing_since is not None]
    if failing:
        Endpoint.objects.filter(pk__in=failing).update(failing_since=None)


def failed(endpoint: Endpoint, now: datetime) -> None:
    """Note that a message has not arrived; after `ENDURANCE` of nothing but failures, turn the endpoint off."""
    Endpoint.objects.filter(pk=endpoint.pk, failing_since=None).update(failing_since=now)
    if endpoint.failing_since is not None and now - endpoint.failing_since >= ENDURANCE:
        _turn_off(endpoint, Endpoint.Off.FAILED, now)


def vanished(endpoint: Endpoint, now: datetime) -> None:
    """Note that an endpoint no longer exists: a browser's is forgotten, others are turned off."""
    if endpoint.channel == "push":
        endpoint.delete()
    elif endpoint.channel == "mail":
        bounced(endpoint, now)
    else:
        _turn_off(endpoint, Endpoint.Off.GONE, now)


def bounced(endpoint: Endpoint, now: datetime) -> None:
    """Note that the account's address refuses mail: none is sent there until it is another one, or its owner turns mail
    on again."""
    assert endpoint.user is not None, "a league has no mailbox"
    Endpoint.objects.filter(pk=endpoint.pk).update(facts={"bounced": endpoint.user.email})
    _turn_off(endpoint, Endpoint.Off.BOUNCED, now)


def _want_mail(endpoint: Endpoint, wants: bool) -> None:
    assert endpoint.user is not None, "a league has no mailbox"
    User.objects.filter(pk=endpoint.user.pk).update(mail_notices=wants)


def _turn_off(endpoint: Endpoint, because: Endpoint.Off, now: datetime) -> None:
    if Endpoint.objects.filter(pk=endpoint.pk, off_at=None).update(off_at=now, off_because=because):
        _forget_news(endpoint)
    waiting = Delivery.objects.filter(endpoint=endpoint, due_at__isnull=False)
    waiting.update(state=DeliveryState.MOOT, due_at=None)  # when it is on again, they are old news


def _forget_news(endpoint: Endpoint) -> None:
    """Let its user get a notice if it is turned off another time."""
    Notice.objects.filter(endpoint=endpoint).delete()
