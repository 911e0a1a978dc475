"""Browsers subscribe to notices, renew their subscriptions and end them, by script; whatever they send is no error."""

import json

import pytest
from django.test import Client

from bench.notices.browser import Browser
from masques_site.accounts.services import create_guest
from masques_site.notices.models import Endpoint
from tests.accounts.cast import client_of, member
from tests.notices.papers import place

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

HOOK = "https://93.184.216.34/hook"
PUSH = "https://push.example.com/v1/abc"


def send_json(client: Client, path: str, said: object) -> int:
    body = said if isinstance(said, str | bytes) else json.dumps(said)
    return client.post(path, body, content_type="application/json").status_code


@pytest.fixture
def subscriber():
    return Browser()


def test_a_browser_subscribes_and_unsubscribes(giulia, subscriber):
    client = client_of(giulia)
    client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux) Firefox/140.0"
    said = subscriber.subscription(PUSH)
    assert send_json(client, "/notices/push/", said) == 201
    found = Endpoint.objects.get(channel="push")
    assert (found.user, found.url, found.label, found.is_on) == (giulia, PUSH, "Firefox on Linux", True)
    assert found.facts == {name: said["keys"][name] for name in ("p256dh", "auth")}
    assert send_json(client, "/notices/push/", said) == 201
    assert Endpoint.objects.filter(channel="push").count() == 1
    assert send_json(client_of(member("Carla")), "/notices/push/off/", {"endpoint": PUSH}) == 204
    assert Endpoint.objects.filter(channel="push").exists(), "it is another user’s"
    assert send_json(client, "/notices/push/off/", {"endpoint": PUSH}) == 204
    assert not Endpoint.objects.filter(channel="push").exists()
    assert send_json(client, "/notices/push/off/", {"endpoint": PUSH}) == 204


def test_a_guest_gets_notices_in_the_browser(subscriber):
    guest = create_guest()
    assert send_json(client_of(guest), "/notices/push/", subscriber.subscription(PUSH)) == 201


def junk() -> list[object]:
    fine = Browser().subscription(PUSH)
    keys = fine["keys"]
    return [
        "",
        "nonsense",
        b"\xff\xfe",
        "[" * 5000,
        "null",
        "7",
        [],
        {},
        {"endpoint": PUSH},
        {**fine, "keys": None},
        {**fine, "keys": []},
        {**fine, "keys": {}},
        {**fine, "keys": {**keys, "auth": ""}},
        {**fine, "keys": {**keys, "auth": "AAAA"}},
        {**fine, "keys": {**keys, "auth": 7}},
        {**fine, "keys": {**keys, "p256dh": keys["p256dh"][:-4]}},
        {**fine, "keys": {**keys, "p256dh": "A" * 87}},
        {**fine, "keys": {**keys, "p256dh": "é\ud800"}},
        {**fine, "endpoint": ""},
        {**fine, "endpoint": 7},
        {**fine, "endpoint": "http://push.example.com/"},
        {**fine, "endpoint": "https://localhost/"},
        {**fine, "endpoint": "https://push.example.com/\x00"},
        {**fine, "endpoint": "https://push.example.com/\ud800"},
        {**fine, "endpoint": "https://push.example.com/" + "x" * 600},
        {**fine, "endpoint": "https://[2606:4700::1]/"},
    ]


@pytest.mark.parametrize("said", junk())
def test_what_no_browser_sends_is_refused(giulia, said):
    place(giulia, PUSH, channel="push")
    client = client_of(giulia)
    assert send_json(client, "/notices/push/", said) == 422
    assert send_json(client, "/notices/push/off/", said) == 204
    old = said if isinstance(said, str | bytes) else {"old_endpoint": PUSH, "subscription": said}
    assert send_json(Client(), "/notices/push/changed/", old) in (404, 422)
    assert send_json(Client(), "/notices/push/changed/", said) == 404


@pytest.mark.parametrize("path", ["/notices/push/", "/notices/push/off/", "/notices/push/changed/"])
@pytest.mark.parametrize("word", ["\x00", "\ud800", "x" * 9_000, 7, None, [], {"x": 1}, True])
def test_odd_addresses_of_browsers_are_no_error(giulia, path, word):
    said = {"endpoint": word, "old_endpoint": word, "subscription": word, "keys": {"p256dh": word, "auth": word}}
    assert send_json(client_of(giulia), path, said) in (204, 404, 422)
    assert client_of(giulia).post(path, {"endpoint": "x", "old_endpoint": "x"}).status_code in (204, 404, 422)


def test_a_browser_that_another_account_uses_moves_to_it(giulia, bianca, subscriber):
    said = subscriber.subscription(PUSH)
    send_json(client_of(giulia), "/notices/push/", said)
    send_json(client_of(bianca), "/notices/push/", said)
    assert Endpoint.objects.get(channel="push").user == bianca


def test_a_renewed_subscription_replaces_the_old_one_for_who_knows_that(giulia, subscriber):
    send_json(client_of(giulia), "/notices/push/", subscriber.subscription(PUSH))
    Endpoint.objects.update(label="My phone")
    new = Browser().subscription(f"{PUSH}/new")
    program = Client(enforce_csrf_checks=True)
    said = {"old_endpoint": f"{PUSH}/another", "subscription": new}
    assert send_json(program, "/notices/push/changed/", said) == 404
    assert (
        send_json(program, "/notices/push/changed/", {"old_endpoint": PUSH, "subscription": {"endpoint": "x"}}) == 422
    )
    assert Endpoint.objects.get(channel="push").url == PUSH
    assert send_json(program, "/notices/push/changed/", {"old_endpoint": PUSH, "subscription": new}) == 204
    found = Endpoint.objects.get(channel="push")
    assert (found.user, found.url, found.label) == (giulia, f"{PUSH}/new", "My phone")
    assert found.facts["auth"] == new["keys"]["auth"]


def test_a_webhook_is_not_renewed_as_a_browser(giulia, subscriber):
    place(giulia, HOOK, channel="webhook")
    said = {"old_endpoint": HOOK, "subscription": subscriber.subscription(PUSH)}
    assert send_json(Client(), "/notices/push/changed/", said) == 404


def test_browsers_need_a_log_in_and_a_token(subscriber):
    for path in ("/notices/push/", "/notices/push/off/"):
        assert Client().post(path, "{}", content_type="application/json").status_code == 302
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(member(f"X{len(path)}"), backend="django.contrib.auth.backends.ModelBackend")
        assert send_json(strict, path, subscriber.subscription(PUSH)) == 403


def test_subscriptions_are_limited(giulia, subscriber):
    client = client_of(giulia)
    found = [send_json(client, "/notices/push/", subscriber.subscription(PUSH)) for _each in range(31)]
    assert found == [201] * 30 + [429]
