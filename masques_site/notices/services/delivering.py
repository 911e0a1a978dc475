"""Sending the messages that are due, outside any transaction, and storing what the other side said.

Messages leave side by side, as many as the channel allows, and a channel bounds the time of each. Endpoints that failed
last have runs of their own, so that slow receivers do not delay the others.
"""

import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from queue import Empty, SimpleQueue
from secrets import randbelow
from typing import Self

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, F

from games import clock
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Channel, DeliveryError, Gone, Message, Rejected, Unavailable
from masques_site.notices.hours import HOUR
from masques_site.notices.messages import for_reader, message_of, place_of
from masques_site.notices.models import LONGEST_ANSWER, ChannelSwitch, Delivery, DeliveryState
from masques_site.notices.services import endpoints
from masques_site.notices.services.leasing import MESSAGES, Parcel, lease

logger = structlog.get_logger(__name__)

RETRIES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=8))
JITTER = 0.2  # by how much of itself a pause is longer at most, so that not all come back at once
PATIENCE = 45.0  # seconds after which a run leases no more
STORED_TOGETHER = 25  # messages, or more if they have come back
LOOK = 0.5  # seconds after which a run stores what came back, and leases more, although others are on their way


_running: set[tuple[str, bool]] = set()
_lock = threading.Lock()


def deliver(channel: str, *, failing: bool = False) -> int:
    """Send what is due over `channel` to endpoints that failed last, or to all others; return how many messages
    arrived. A run ends after `PATIENCE`: a later one does the rest. A process does the same once at a time, so that one
    slow channel does not take all of its threads."""
    with _lock:
        if (channel, failing) in _running:
            return 0
        _running.add((channel, failing))
    try:
        return _deliver(channel, failing=failing)
    finally:
        _running.discard((channel, failing))


def _deliver(code: str, *, failing: bool) -> int:
    channel, ends, arrived = CHANNELS[code], time.monotonic() + PATIENCE, 0
    with Flight(channel) as flight:
        while True:
            parcels = None
            is_time = flight.has_room and time.monotonic() < ends
            if is_time and (most := _most_now(code) - flight.number) > 0:
                parcels = lease(code, clock.now(), failing=failing, most=most)
                flight.start(parcels or ())
            if parcels is None and not flight.number:
                return arrived
            arrived += _store(flight.landed())


def _most_now(channel: str) -> int:
    """Return how many messages the operators let this channel send now: none while it is off, and no more than are
    left of those of an hour."""
    if ChannelSwitch.objects.filter(pk=channel).exists():
        return 0
    if not settings.NOTICES_PER_HOUR:
        return MESSAGES
    sent = Delivery.objects.filter(endpoint__channel=channel, sent_at__gt=clock.now() - HOUR)
    number: int = sent.aggregate(number=Count("message", distinct=True))["number"]
    most: int = settings.NOTICES_PER_HOUR
    return min(MESSAGES, most - number)


class Flight:
    """The messages of a run that are on their way, as many at a time as the channel allows. The run goes on to lease
    and store others meanwhile: one receiver that takes its time holds up no other message."""

    def __init__(self, channel: Channel) -> None:
        self.channel, self.number = channel, 0
        self._back: SimpleQueue[Parcel] = SimpleQueue()
        name = f"notices-{channel.code}"
        self._pool = ThreadPoolExecutor(channel.parallel, thread_name_prefix=name) if channel.parallel > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def has_room(self) -> bool:
        """Say whether more can be sent at once than is on its way."""
        return self.number < self.channel.parallel

    def start(self, parcels: Iterable[Parcel]) -> None:
        """Send these messages."""
        for parcel in parcels:
            if (message := _written(parcel)) is not None:
                self.number += 1
                if self._pool is None:
                    self._go(parcel, message)
                else:
                    self._pool.submit(self._go, parcel, message)

    def landed(self) -> list[Parcel]:
        """Return the next that come back, to be stored together; wait for at most `LOOK`."""
        found: list[Parcel] = []
        ends = time.monotonic() + LOOK
        with suppress(Empty):
            while self.number and (len(found) < STORED_TOGETHER or not self._back.empty()):
                found.append(self._back.get(timeout=max(0.0, ends - time.monotonic())))
                self.number -= 1
        return found

    def _go(self, parcel: Parcel, message: Message) -> None:
        self._back.put(send(self.channel, parcel, message))


def _written(parcel: Parcel) -> Message | None:
    """Return the message of `parcel`; None if one of its notices cannot be put into words. That one is tried later, the
    others soon."""
    try:
        with for_reader(parcel.endpoint):
            return message_of(parcel.endpoint, parcel.deliveries, parcel.key)
    except Exception as error:
        logger.exception("notice rendering failed", endpoint_id=parcel.endpoint.pk, key=parcel.key)
        broken = [each for each in parcel.deliveries if not _is_writable(parcel, each)] or parcel.deliveries
        fault = Unavailable(f"not written: {type(error).__name__}", is_ours=True)
        _store([Parcel(parcel.endpoint, broken, parcel.key, error=fault)])
        others = [each.pk for each in parcel.deliveries if each not in broken]
        Delivery.objects.filter(pk__in=others).update(state=DeliveryState.WAITING, due_at=clock.now(), message="")
        return None


def _is_writable(parcel: Parcel, delivery: Delivery) -> bool:
    try:
        with for_reader(parcel.endpoint):
            message_of(parcel.endpoint, [delivery], parcel.key)
    except Exception:  # noqa: BLE001 - whatever a row holds, the other notices are sent
        return False
    return True


def send(channel: Channel, parcel: Parcel, message: Message) -> Parcel:
    """Send one message, on any thread; return the parcel with what came back."""
    try:
        with for_reader(parcel.endpoint):
            parcel.said = channel.send(place_of(parcel.endpoint), message)
    except DeliveryError as error:
        parcel.error = error
    except Exception as error:
        logger.exception("notice sending failed", endpoint_id=parcel.endpoint.pk, key=parcel.key)
        parcel.error = Unavailable(type(error).__name__, is_ours=True)
    return parcel


# What became of them.


def _store(parcels: Sequence[Parcel]) -> int:
    """Store what became of these messages; return how many arrived."""
    if not parcels:
        return 0
    now = clock.now()
    with transaction.atomic():
        arrived: dict[str, list[Parcel]] = {}
        for parcel in parcels:
            if parcel.error is None:
                arrived.setdefault(parcel.said[:LONGEST_ANSWER], []).append(parcel)
            else:
                _store_failure(parcel, parcel.error, now)
        for said, group in arrived.items():
            _update(group, state=DeliveryState.SENT, sent_at=now, said=said)
        endpoints.succeeded(parcel.endpoint for group in arrived.values() for parcel in group)
    return sum(map(len, arrived.values()))


def _store_failure(parcel: Parcel, error: DeliveryError, now: datetime) -> None:
    attempts, said = parcel.deliveries[0].attempts + 1, error.said[:LONGEST_ANSWER]
    channel, pk = parcel.endpoint.channel, parcel.endpoint.pk
    logger.warning("notice delivery failed", channel=channel, endpoint_id=pk, attempts=attempts, said=said)
    is_final = isinstance(error, Gone | Rejected) or attempts > len(RETRIES)
    if is_final:
        _update([parcel], state=DeliveryState.FAILED, said=said)
    else:
        _update([parcel], state=DeliveryState.WAITING, said=said, due_at=now + _pause(attempts, error))
    if isinstance(error, Gone):
        endpoints.vanished(parcel.endpoint, now)
    elif not (isinstance(error, Unavailable) and error.is_ours):
        endpoints.failed(parcel.endpoint, now)


def _pause(attempts: int, error: DeliveryError) -> timedelta:
    """Return how long to wait after this many attempts: longer if the other side asks for it."""
    pause = RETRIES[attempts - 1]
    if isinstance(error, Unavailable) and error.after is not None:
        pause = max(pause, error.after)
    return pause * (1 + JITTER * randbelow(1_000) / 1_000)


def _update(parcels: Iterable[Parcel], **values: object) -> None:
    keys = [each.pk for parcel in parcels for each in parcel.deliveries]
    Delivery.objects.filter(pk__in=keys).update(**{"due_at": None, **values}, attempts=F("attempts") + 1)
