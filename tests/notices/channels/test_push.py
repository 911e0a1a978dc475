"""Notifications of browsers: only the subscribed browser can read them, and its push service knows who sends."""

import json
import re
import time
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ValidationError

from bench.notices.browser import Browser, claims_of, decode, encode, point_of
from masques_site.notices.channels import vapid
from masques_site.notices.channels.base import Gone, Place, Rejected, Unavailable
from masques_site.notices.channels.push import Push, payload, place_of
from tests.notices.channels.messages import message, words
from tests.notices.channels.servers import answering, serving

ENDPOINT = "https://push.example.com/send/abc"


@pytest.fixture(autouse=True)
def local(settings, tmp_path):
    settings.NOTICES_LOCAL_RECEIVERS = True
    settings.DATA_DIR, settings.VAPID_PRIVATE_KEY = tmp_path, ""
    vapid._private_key.cache_clear()
    yield
    vapid._private_key.cache_clear()


@pytest.fixture
def subscriber():
    return Browser()


def sent(subscriber, what):
    """Send a message; return the headers that the push service got, and the body."""
    with serving(answering("201 Created")) as server:
        assert Push().send(place_of(subscriber.subscription(server.url)), what) == "201 Created"
    return server.headers, server.bodies[0]


# The reader of these tests.


def test_the_reader_reads_the_example_of_rfc_8291():
    private = int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    reader = Browser(private, decode("BTBZMqHH6r4Tts7J_aSIgg"))
    assert encode(reader.point) == (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4"
        "Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert reader.read(decode(body)) == b"When I grow up, I want to be a watermelon"


# What a browser gets.


def test_only_the_browser_can_read_a_notification(subscriber):
    _headers, body = sent(subscriber, message(thread="3kX9aQ", waiting=3))
    assert json.loads(subscriber.read(body)) == {
        "title": "Your turn in Masques",
        "body": "Giulia has moved. You have until Monday.",
        "path": "/matches/3kX9aQ/",
        "tag": "3kX9aQ",
        "key": "n-4711",
        "count": 3,
    }
    assert b"Giulia" not in body
    with pytest.raises(InvalidTag):
        Browser().read(body)


def test_a_message_about_no_match_replaces_only_itself(subscriber):
    _headers, body = sent(subscriber, message())
    assert json.loads(subscriber.read(body))["tag"] == "n-4711"


def test_each_message_is_encrypted_by_a_key_and_a_salt_of_its_own(subscriber):
    (_, one), (_, two) = (sent(subscriber, message()) for _ in range(2))
    assert one[:16] != two[:16]
    assert one[21:86] != two[21:86]


@pytest.mark.parametrize("sign", ["x", "🎭", '"', "\x01", "\ud800", "word "])
def test_a_long_text_is_shortened(subscriber, sign):
    long = message(words(f"A {sign * 9_000}", sign * 9_000, quote=sign * 9_000), thread="3kX9aQ" * 10)
    content = payload(long)
    assert len(content) < 3_000
    _headers, body = sent(subscriber, long)
    assert len(body) < 4_096
    said = json.loads(subscriber.read(body))
    assert (len(said["title"]) <= 100, len(said["body"]) <= 300) == (True, True)


# What a push service gets.


def test_the_headers_say_how_long_how_urgent_and_what_is_replaced(subscriber):
    headers, _body = sent(subscriber, message(thread="3kX9aQ"))
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["content-type"] == "application/octet-stream"
    assert headers["ttl"] == "86400"
    assert headers["urgency"] == "normal"
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers["topic"])
    assert sent(subscriber, message(thread="3kX9aQ"))[0]["topic"] == headers["topic"]
    assert sent(subscriber, message(thread="another"))[0]["topic"] != headers["topic"]
    assert sent(subscriber, message(is_urgent=True))[0]["urgency"] == "high"


def test_the_site_signs_for_this_push_service(subscriber):
    before = int(time.time())
    with serving(answering("201 Created")) as server:
        Push().send(place_of(subscriber.subscription(server.url)), message())
    claims, key = claims_of(server.headers["authorization"])
    assert claims.keys() == {"aud", "exp", "sub"}
    assert claims["aud"] == f"http://127.0.0.1:{server.port}"
    assert claims["sub"] == "mailto:desk@masques.example"
    assert before + 3_600 <= claims["exp"] <= before + 24 * 3_600
    assert key == vapid.public_key()


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("404 Not Found", Gone),
        ("410 Gone", Gone),
        ("429 Too Many Requests", Unavailable),
        ("500 Internal Server Error", Unavailable),
        ("503 Service Unavailable", Unavailable),
        ("400 Bad Request", Rejected),
        ("401 Unauthorized", Rejected),
        ("403 Forbidden", Rejected),
        ("413 Payload Too Large", Rejected),
        ("307 Temporary Redirect", Rejected),
    ],
)
def test_a_refusal_means_one_thing(subscriber, status, outcome):
    with serving(answering(status, Retry_After="60")) as server, pytest.raises(outcome) as refused:
        Push().send(place_of(subscriber.subscription(server.url)), message())
    assert type(refused.value) is outcome
    assert refused.value.said.startswith(status)
    if outcome is Unavailable:
        assert refused.value.after == timedelta(minutes=1)


def test_a_push_service_in_a_private_network_gets_nothing(subscriber, names, settings):
    settings.NOTICES_LOCAL_RECEIVERS = False
    names["push.example.com"] = [["169.254.169.254"]]
    with pytest.raises(Rejected, match="private network"):
        Push().send(place_of(subscriber.subscription(ENDPOINT)), message())


def test_a_repetition_replaces_the_first():
    assert Push().repeats_safely(Place(ENDPOINT))


# Subscriptions.


def test_a_subscription_becomes_a_place(subscriber):
    place = place_of(subscriber.subscription(ENDPOINT))
    assert place == Place(ENDPOINT, {"p256dh": encode(subscriber.point), "auth": encode(subscriber.auth)})
    padded = subscriber.subscription(ENDPOINT)
    padded["keys"] = {name: text + "=" * (-len(text) % 4) for name, text in padded["keys"].items()}
    assert place_of(padded).url == ENDPOINT


OTHER_CURVE = point_of(ec.derive_private_key(7, ec.SECP384R1()).public_key())
COMPRESSED = b"\x02" + bytes(32)
POINT = point_of(ec.derive_private_key(7, ec.SECP256R1()).public_key())
INCOMPLETE = [
    {},
    {"endpoint": ENDPOINT},
    {"endpoint": ENDPOINT, "keys": None},
    {"endpoint": ENDPOINT, "keys": []},
    {"endpoint": ENDPOINT, "keys": {"p256dh": "AA"}},
    {"endpoint": ENDPOINT, "keys": {"p256dh": 5, "auth": "AA"}},
    {"endpoint": None, "keys": {"p256dh": "AA", "auth": "AA"}},
]


@pytest.mark.parametrize("subscription", INCOMPLETE)
def test_an_incomplete_subscription_is_refused(subscription):
    with pytest.raises(ValidationError, match="is incomplete"):
        place_of(subscription)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("p256dh", ""),
        ("p256dh", "no base64!"),
        ("p256dh", "pièce"),
        ("p256dh", f"!{encode(POINT)}"),
        ("p256dh", encode(b"\x04" + bytes(64))),  # a point that is not on the curve
        ("p256dh", encode(OTHER_CURVE)),
        ("p256dh", encode(COMPRESSED)),
        ("p256dh", encode(POINT[:64])),
        ("p256dh", encode(POINT + b"\x00")),
        ("auth", ""),
        ("auth", "no base64!"),
        ("auth", encode(bytes(15))),
        ("auth", encode(bytes(17))),
    ],
)
def test_keys_that_no_browser_sends_are_refused(subscriber, name, value):
    subscription = subscriber.subscription(ENDPOINT)
    subscription["keys"][name] = value
    with pytest.raises(ValidationError, match="keys of the browser’s subscription"):
        place_of(subscription)


@pytest.mark.parametrize(
    ("endpoint", "sentence"),
    [
        ("ftp://push.example.com/", "begins with https://"),
        ("https://push.example.com:22/", "port 443"),
        ("https://ada:pw@push.example.com/", "without a user name"),
        ("https://metadata.google.internal/", "public internet"),
        ("https://push.example.com/" + "a" * 500, "too long"),
        ("https://[2606:4700::1]/", "needs a name"),
    ],
)
def test_an_endpoint_is_an_address_of_the_public_internet(subscriber, endpoint, sentence):
    with pytest.raises(ValidationError, match=sentence):
        place_of(subscriber.subscription(endpoint))


def test_the_longest_endpoint_has_500_characters(subscriber):
    longest = ENDPOINT + "a" * (500 - len(ENDPOINT))
    assert place_of(subscriber.subscription(longest)).url == longest


def test_a_compressed_point_of_the_curve_is_no_browsers(subscriber):
    numbers = subscriber.key.public_key().public_numbers()
    point = bytes([2 + numbers.y % 2]) + numbers.x.to_bytes(32, "big")
    subscription = subscriber.subscription(ENDPOINT)
    subscription["keys"]["p256dh"] = encode(point)
    with pytest.raises(ValidationError, match="keys of the browser’s subscription"):
        place_of(subscription)
