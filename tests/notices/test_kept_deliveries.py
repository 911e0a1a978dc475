"""Old deliveries are deleted, except the last ones to each place, and those that are not over."""

from datetime import timedelta

import pytest

from games import clock
from masques_site.notices import cleaning, listing
from masques_site.notices.models import Delivery, DeliveryState, Endpoint
from masques_site.notices.tasks import prune
from tests.accounts.cast import member
from tests.notices.papers import place

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stopped_clock")]

MONTH = timedelta(days=30)


@pytest.fixture
def endpoint():
    return place(member("Giulia"))


def deliveries(endpoint: Endpoint, number: int, age: timedelta, **more: object) -> list[int]:
    """Store deliveries of this age that have arrived; return their keys."""
    at = clock.now() - age
    values = {"topic": "turn", "state": DeliveryState.SENT, "due_at": None, "attempts": 1, "sent_at": at, **more}
    return [Delivery.objects.create(endpoint=endpoint, created_at=at, **values).pk for _each in range(number)]


def left() -> set[int]:
    return set(Delivery.objects.values_list("pk", flat=True))


def test_the_last_twenty_of_each_place_stay_however_old(endpoint):
    other = place(member("Bianca"))
    old = deliveries(endpoint, 25, timedelta(days=90))
    few = deliveries(other, 3, timedelta(days=90))
    assert cleaning.prune_deliveries() == 5
    assert left() == {*old[5:], *few}
    assert len(listing.log_of(endpoint)) == 20


def test_a_month_stays_however_many(endpoint):
    old = deliveries(endpoint, 2, MONTH + timedelta(seconds=1))
    recent = deliveries(endpoint, 30, MONTH - timedelta(seconds=1))
    assert cleaning.prune_deliveries() == 2
    assert left() == set(recent)
    assert not left() & set(old)


def test_what_was_never_sent_goes_after_a_month(endpoint):
    moot = deliveries(endpoint, 2, 2 * MONTH, attempts=0, sent_at=None, state=DeliveryState.MOOT)
    kept = deliveries(endpoint, 1, 2 * MONTH)
    cleaning.prune_deliveries()
    assert left() == set(kept)
    assert not left() & set(moot)


def test_what_was_never_sent_keeps_nothing_off_the_log(endpoint):
    kept = deliveries(endpoint, 1, 2 * MONTH)
    deliveries(endpoint, 30, timedelta(days=1), attempts=0, sent_at=None, state=DeliveryState.MOOT)
    cleaning.prune_deliveries()
    assert left() >= set(kept)


def test_what_waits_stays(endpoint):
    waiting = deliveries(endpoint, 2, 3 * MONTH, state=DeliveryState.WAITING, due_at=clock.now(), sent_at=None)
    deliveries(endpoint, 20, timedelta(days=1))
    cleaning.prune_deliveries()
    assert left() >= set(waiting)


def test_batches_follow_each_other(endpoint):
    deliveries(endpoint, 50, 2 * MONTH)
    assert cleaning.prune_deliveries(batch=4, batches=2) == 8
    assert cleaning.prune_deliveries(batch=4) == 22
    assert len(left()) == 20


def test_the_hourly_task_prunes_them(endpoint):
    deliveries(endpoint, 25, 2 * MONTH)
    prune()
    assert len(left()) == 20
