"""Choosing what is sent next: the messages that are due, leased so that no other worker sends them, too.

A lease moves `due_at` on and marks the deliveries as on their way. Those of a worker that was killed before it stored
what became of them are leased again, with the same key, where the other side recognises a repetition, and given up
otherwise: nothing arrives twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet

from games.conf import conf
from games.selectors.stored import each_readable
from games.strict import UNREADABLE
from masques_site.notices import readers
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import DeliveryError
from masques_site.notices.hours import HOUR
from masques_site.notices.kinds import KINDS, paths_of
from masques_site.notices.messages import TEST, notice_about, place_of
from masques_site.notices.models import Delivery, DeliveryState, Endpoint, State
from masques_site.notices.topics import TOPICS, When
from masques_site.notices.verdicts import Court

MOST_PER_HOUR = 40  # messages to one endpoint; what comes beyond is gathered until later
LATER = timedelta(minutes=15)
MESSAGES = 200  # leased together
MOST_LOOKED_AT = 5_000
MOST_IN_ONE = 50  # deliveries in one message


@dataclass(slots=True)
class Parcel:
    """A message on its way: its deliveries, and what came back."""

    endpoint: Endpoint
    deliveries: list[Delivery]
    key: str
    said: str = ""
    error: DeliveryError | None = None


def lease_time() -> timedelta:
    """Return after what time another worker may take over, in the site's own time, which simulations speed up: a lease
    is about processes and other servers."""
    return timedelta(seconds=settings.NOTICES_LEASE * max(conf.CLOCK_SPEED, 1.0))


def due_now(now: datetime) -> set[tuple[str, bool]]:
    """Return over which channels something is due, each with whether to endpoints that failed last."""
    rows = Delivery.objects.filter(due_at__lte=now, endpoint__off_at=None).order_by()
    return {
        (channel, since is not None)
        for channel, since in rows.values_list("endpoint__channel", "endpoint__failing_since")[:MOST_LOOKED_AT]
    }


def lease(channel: str, now: datetime, *, failing: bool, most: int = MESSAGES) -> list[Parcel] | None:
    """Lease the next messages over `channel`, at most `most`, to endpoints that failed last, or to the others; return
    them. The list is empty if all that were due wait longer or are not needed; None: nothing is due."""
    places = _places(channel, now, failing=failing)
    if not places:
        return None
    with transaction.atomic():
        rows = Delivery.objects.filter(due_at__lte=now, endpoint__in=places)
        rows = rows.select_for_update(of=("self",)).order_by("pk")
        kinds = {pk: kind or "" for pk, kind in rows.values_list("pk", "notice__kind")}
        found = [each for each in each_readable(_with_subjects(kinds)) if _is_known(each)]
        _update(set(kinds) - {each.pk for each in found}, due_at=now + lease_time())
        parcels = _packed(_chosen(found, now))[:most]
        _mark_leased(parcels, now)
    return parcels


def _mark_leased(parcels: Iterable[Parcel], now: datetime) -> None:
    leased, until = [], now + lease_time()
    for parcel in parcels:
        for delivery in parcel.deliveries:
            delivery.state, delivery.due_at, delivery.message = DeliveryState.SENDING, until, parcel.key
            leased.append(delivery)
    Delivery.objects.bulk_update(leased, ["state", "due_at", "message"])


def _places(channel: str, now: datetime, *, failing: bool) -> list[int]:
    """Return the endpoints with due deliveries, the longest due first, as many as are leased together."""
    on = {"endpoint__channel": channel, "endpoint__off_at": None, "endpoint__failing_since__isnull": not failing}
    rows = Delivery.objects.filter(due_at__lte=now, **on).order_by("due_at")
    return list(dict.fromkeys(rows.values_list("endpoint", flat=True)[: 4 * MESSAGES]))[:MESSAGES]


def _with_subjects(kinds: Mapping[int, str]) -> QuerySet[Delivery]:
    """Return these deliveries, given with the kinds of their notices, "" for none, and what their messages are made
    of."""
    subjects = {"endpoint__user", "notice__user", *(f"notice__{path}" for path in paths_of(kinds.values()))}
    if "" in kinds.values():
        subjects |= {"log_entry__league", "log_entry__actor", "log_entry__subject"}
    return Delivery.objects.filter(pk__in=kinds).select_related(*subjects).order_by("pk")


def _is_known(delivery: Delivery) -> bool:
    """Return whether this version of the site knows what `delivery` is about."""
    is_known_kind = delivery.notice is None or delivery.notice.kind in KINDS
    return is_known_kind and (delivery.topic == TEST or delivery.topic in TOPICS)


def _packed(deliveries: Iterable[Delivery]) -> list[Parcel]:
    """Return the messages of these deliveries: those of an earlier attempt as they were, all others of an endpoint by
    their kinds, or together if they have been gathered."""
    found: dict[tuple[int, str, str], Parcel] = {}
    for delivery in deliveries:
        kind = delivery.notice.kind if delivery.notice is not None and not delivery.is_gathered else ""
        place = (delivery.endpoint_id, delivery.message, kind)
        parcel = found.setdefault(place, Parcel(delivery.endpoint, [], delivery.message or f"notice-{delivery.pk}"))
        if len(parcel.deliveries) < MOST_IN_ONE:
            parcel.deliveries.append(delivery)
    return list(found.values())


# What is sent now, of what is due.


def _chosen(found: Sequence[Delivery], now: datetime) -> list[Delivery]:
    """Return those to be sent now; the others are marked as ended, or wait."""
    rest = _newest(_not_interrupted(list(found)))
    rest = _needed(_wanted(rest), now)
    return _within_bounds(_in_time(rest, now), now)


def _not_interrupted(found: list[Delivery]) -> list[Delivery]:
    """Leave out those of a killed worker that may have arrived and must not arrive twice."""
    lost = [each for each in found if each.state == DeliveryState.SENDING and not _repeats_safely(each.endpoint)]
    _end(_keys(lost), DeliveryState.UNKNOWN)
    return _without(found, lost)


def _repeats_safely(endpoint: Endpoint) -> bool:
    try:
        return CHANNELS[endpoint.channel].repeats_safely(place_of(endpoint))
    except UNREADABLE:  # facts that the channel has not written
        return False


def _newest(found: list[Delivery]) -> list[Delivery]:
    """Keep the last of several about one decision, such as a turn and a reminder that both waited for the end of the
    night."""
    last = {(each.endpoint_id, each.notice_id): each.pk for each in found if each.notice_id is not None}
    older = [each for each in found if each.notice_id and last[each.endpoint_id, each.notice_id] != each.pk]
    _end(_keys(older), DeliveryState.MOOT)
    return _without(found, older)


def _wanted(found: list[Delivery]) -> list[Delivery]:
    """Leave out what the reader has turned off since it was passed on."""
    users = {each.endpoint.user_id: each.endpoint.user for each in found if each.endpoint.user is not None}
    choices = readers.choices_of([pk for pk in users if pk is not None])
    unwanted = [each for each in found if not _is_wanted(each, choices)]
    _end(_keys(unwanted), DeliveryState.MOOT)
    return _without(found, unwanted)


def _is_wanted(delivery: Delivery, choices: readers.Choices) -> bool:
    endpoint = delivery.endpoint
    if endpoint.user is None:
        return True
    if not readers.may_be_told(endpoint.user) or (endpoint.channel == "mail" and not readers.gets_mail(endpoint.user)):
        return False
    return delivery.topic == TEST or choices.when(endpoint.user.pk, delivery.topic, endpoint.channel) != When.OFF


def _needed(found: list[Delivery], now: datetime) -> list[Delivery]:
    """Leave out what nobody needs any more, and what its reader is looking at."""
    notices = {each.pk: notice_about(each) for each in found if each.notice_id is not None}
    court = Court(list(notices.values()), now, with_pauses=False)
    verdicts = {pk: court.verdict(notice) for pk, notice in notices.items()}
    ended = [pk for pk, verdict in verdicts.items() if verdict.state != State.WAITING]
    _end(ended, DeliveryState.MOOT)
    _postpone({pk: verdict.until for pk, verdict in verdicts.items() if verdict.until is not None})
    return [each for each in found if each.pk not in verdicts or verdicts[each.pk].is_ready]


def _in_time(found: list[Delivery], now: datetime) -> list[Delivery]:
    """Leave out what has to wait for the reader's hours. A test comes at once."""
    users = [each.endpoint.user for each in found if each.endpoint.user is not None]
    hours = readers.hours_of(users)
    held = {}
    for each in found:
        user = each.endpoint.user
        if user is not None and each.topic != TEST:
            if (until := hours[user.pk].held_until(now, costs_a_seat=_costs_a_seat(each))) is not None:
                held[each.pk] = until
    _postpone(held, is_gathered=True)
    return [each for each in found if each.pk not in held]


def _within_bounds(found: list[Delivery], now: datetime) -> list[Delivery]:
    """Leave out what goes beyond the messages of an hour to one endpoint, except what would cost a seat."""
    recent = Delivery.objects.filter(endpoint__in={each.endpoint_id for each in found}, sent_at__gt=now - HOUR)
    counts = dict(recent.order_by().values_list("endpoint").annotate(Count("message", distinct=True)))
    many = [each for each in found if counts.get(each.endpoint_id, 0) >= MOST_PER_HOUR and not _costs_a_seat(each)]
    _postpone({each.pk: now + LATER for each in many}, is_gathered=True)
    return _without(found, many)


def _costs_a_seat(delivery: Delivery) -> bool:
    return delivery.topic in TOPICS and TOPICS[delivery.topic].costs_a_seat


def _without(found: list[Delivery], others: list[Delivery]) -> list[Delivery]:
    left_out = set(_keys(others))
    return [each for each in found if each.pk not in left_out]


def _keys(found: Iterable[Delivery]) -> list[int]:
    return [each.pk for each in found]


def _postpone(until: dict[int, datetime], **more: object) -> None:
    groups: dict[datetime, list[int]] = {}
    for pk, moment in until.items():
        groups.setdefault(moment, []).append(pk)
    for moment, keys in groups.items():
        _update(keys, due_at=moment, state=DeliveryState.WAITING, **more)


def _end(keys: Iterable[int], state: DeliveryState) -> None:
    _update(keys, state=state, due_at=None)


def _update(keys: Iterable[int], **values: object) -> None:
    if keys := list(keys):
        Delivery.objects.filter(pk__in=keys).update(**values)
