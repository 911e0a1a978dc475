"""A receiver that takes its time holds up no message to another one."""

from threading import Event

import pytest

from masques_site.notices.channels import CHANNELS
from masques_site.notices.models import Delivery, DeliveryState, Endpoint
from masques_site.notices.services import delivering, endpoints, leasing
from tests.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def places():
    """A slow and a quick place of Anna."""
    anna = person("anna")
    return [Endpoint.objects.create(user=anna, channel="push", url=f"https://{name}") for name in ("slow", "quick")]


def test_what_is_due_meanwhile_is_sent_and_stored(places, monkeypatch):
    slow, quick = places
    arrived, states = Event(), []

    def send(place, _message):
        if place.url == slow.url:
            assert arrived.wait(60)
        return place.url

    def lease(*which, **more):
        found = leasing.lease(*which, **more)
        if not Delivery.objects.filter(endpoint=quick).exists():
            endpoints.send_test(quick)
        states.append(dict(Delivery.objects.values_list("endpoint__url", "state")))
        if states[-1][quick.url] == DeliveryState.SENT:
            arrived.set()
        return found

    monkeypatch.setattr(CHANNELS["push"], "send", send)
    monkeypatch.setattr(delivering, "lease", lease)
    monkeypatch.setattr(delivering, "LOOK", 0.01)
    endpoints.send_test(slow)
    assert delivering.deliver("push") == 2
    assert {slow.url: DeliveryState.SENDING, quick.url: DeliveryState.SENT} in states
    assert set(Delivery.objects.values_list("state", "said")) == {("sent", slow.url), ("sent", quick.url)}


def test_no_more_are_leased_than_can_be_sent(places, monkeypatch):
    on_their_way, seen, waiting = [], [], Event()

    def lease(*which, **more):
        seen.append(len(on_their_way))
        return leasing.lease(*which, **more)

    def send(place, _message):
        on_their_way.append(place)
        assert waiting.wait(0.2) is False  # longer than a run waits for what comes back
        on_their_way.remove(place)
        return place.url

    monkeypatch.setattr(CHANNELS["push"], "send", send)
    monkeypatch.setattr(CHANNELS["push"], "parallel", 2)
    monkeypatch.setattr(delivering, "lease", lease)
    monkeypatch.setattr(delivering, "LOOK", 0.05)
    for place in places:
        endpoints.send_test(place)
    assert delivering.deliver("push") == 2
    assert seen[0] == 0
    assert max(seen) < 2
