"""The receivers of simulated notices take what the site's channels send, and see what is wrong with it."""

import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bench.notices import receivers as module
from bench.notices.facts import DAY, SiteClock
from bench.notices.people import Fault, Persona
from bench.notices.receivers import Receivers
from masques_site.notices.channels.base import Gone, Place, Rejected, Unavailable
from masques_site.notices.channels.mail import Mail
from masques_site.notices.channels.push import Push, place_of
from masques_site.notices.channels.webhook import Webhook
from tests.notices.channels.messages import message
from tests.waiting import eventually

PERSONA = Persona(has_browser=True, has_room=True)
SECRET = "of Ada's room"


@pytest.fixture(autouse=True)
def local(settings):
    settings.NOTICES_LOCAL_RECEIVERS = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


@contextmanager
def receiving(persona=PERSONA, day=0.0):
    """Run the receivers of Ada on this day."""
    receivers = Receivers({"ada": persona})
    now = time.time()
    receivers.start(SiteClock(now - day * DAY, 1.0))
    receivers.secrets["ada"] = SECRET
    try:
        yield receivers
    finally:
        receivers.stop()


def push(receivers):
    return Push().send(place_of(receivers.browsers["ada"].subscription(receivers.browser_url("ada"))), message())


def post(receivers, secret=SECRET):
    return Webhook().send(Place(receivers.room_url("ada"), {"format": "json", "secret": secret}), message())


def mail(receivers, settings, name="ada"):
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", receivers.mail.port
    facts = {"name": name, "unsubscribe": "https://masques.example/u", "settings": "https://masques.example/s"}
    return Mail().send(Place(f"{name}@example.org", facts), message())


def test_each_receiver_takes_what_its_channel_sends(settings):
    with receiving() as receivers:
        push(receivers), post(receivers), mail(receivers, settings)
    kept = [(each.place, each.accepted, each.key, each.fault) for each in receivers.receipts]
    assert kept == [(f"{place}:ada", True, "n-4711", "") for place in ("push", "room", "mail")]
    assert all("/matches/3kX9aQ/" in each.text for each in receivers.receipts)


def test_a_wrong_signature_is_seen():
    with receiving() as receivers:
        post(receivers, "of another room")
        receivers.vapid_key = "of another site"
        push(receivers)
    assert [each.fault for each in receivers.receipts] == ["the signature is wrong", "signed with another key"]


def test_a_message_for_another_browser_is_seen():
    with receiving() as receivers:
        place = place_of(receivers.browsers["ada"].subscription(receivers.browser_url("ada")))
        receivers.browsers["ada"] = module.Browser()
        Push().send(place, message())
    assert receivers.receipts[0].fault.startswith("not readable")


@pytest.mark.parametrize(
    ("kind", "outcome"), [("wrong", Unavailable), ("redirect", Rejected), ("dead", Unavailable), ("endless", None)]
)
def test_a_room_is_wrong_for_as_long_as_it_should_be(kind, outcome):
    persona = replace(PERSONA, room_faults=(Fault(kind, 2, 3),))
    with receiving(persona, day=2.5) as receivers:
        if outcome is None:
            post(receivers)
        else:
            with pytest.raises(outcome):
                post(receivers)
        assert receivers.strays == 0
    with receiving(persona, day=3.5) as receivers:
        assert post(receivers) == "200 OK"


def test_a_browser_is_gone_or_busy():
    with receiving(replace(PERSONA, push_faults=(Fault("gone", since=6),)), day=7) as receivers, pytest.raises(Gone):
        push(receivers)
    with receiving(replace(PERSONA, push_faults=(Fault("busy"),))) as receivers:
        for _number in range(module.BUSY_EVERY - 1):
            push(receivers)
        with pytest.raises(Unavailable) as refused:
            push(receivers)
    assert refused.value.after.total_seconds() == receivers.receipts[-1].wait == module.WAIT


@pytest.mark.parametrize(("kind", "outcome"), [("unknown", Gone), ("later", Unavailable)])
def test_a_mailbox_refuses_mail(settings, kind, outcome):
    with receiving(replace(PERSONA, mail_faults=(Fault(kind),))) as receivers, pytest.raises(outcome):
        mail(receivers, settings)
    assert [each.accepted for each in receivers.receipts] == [False]


def test_a_slow_room_sees_that_the_site_has_left(monkeypatch):
    monkeypatch.setattr(module, "SLOW", 0.4)
    monkeypatch.setattr("masques_site.notices.channels.outbound.posting.TOTAL_SECONDS", 0.1)
    with receiving(replace(PERSONA, room_faults=(Fault("slow"),))) as receivers:
        with pytest.raises(Unavailable):
            post(receivers)
        eventually(lambda: receivers.receipts, "the room answers")
    assert [each.accepted for each in receivers.receipts] == [False]
