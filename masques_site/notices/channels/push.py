"""Messages to a browser by its push service: encrypted for this browser (RFC 8291), signed by the site (RFC 8292)."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from masques_site.notices.channels import outbound, vapid
from masques_site.notices.channels.base import Channel, Message, Place
from masques_site.notices.channels.delivery import deliver
from masques_site.notices.channels.outbound import Answer, ForbiddenAddress
from masques_site.notices.channels.texts import clean, paragraphs, shortened

TIME_TO_LIVE = 24 * 3600  # seconds for which a push service keeps a message for a browser that is off
FACTS = ("p256dh", "auth")
POINT_BYTES, SECRET_BYTES = 65, 16
LONGEST_TITLE, LONGEST_BODY = 100, 300  # what a system shows; with them a payload stays below the 4 kB of push services


class Push(Channel):
    """A notification that a browser shows. The facts of a place are `p256dh` and `auth`, the browser's keys."""

    code = "push"
    name = _("Browser")

    def send(self, place: Place, message: Message) -> str:
        """Send `message` to the browser; return what its push service said. Raises a `DeliveryError`."""
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(TIME_TO_LIVE),
            "Urgency": "high" if message.is_urgent else "normal",
            "Topic": _topic(message),
            **vapid.headers(place.url),
        }
        return deliver(place.url, encrypted(place, payload(message)), headers, _is_gone)

    def repeats_safely(self, place: Place) -> bool:
        """Return True: a notification replaces an earlier one with its tag."""
        return True


def place_of(subscription: Mapping[str, Any]) -> Place:
    """Return the place of a browser's subscription, as `PushSubscription.toJSON` writes it. Raises `ValidationError`
    for what no browser sends."""
    keys = subscription.get("keys")
    found = [subscription.get("endpoint"), *(keys.get(name) if isinstance(keys, Mapping) else None for name in FACTS)]
    texts = [each for each in found if isinstance(each, str)]
    if len(texts) != len(found):
        raise ValidationError(_("The browser’s subscription is incomplete."))
    url, p256dh, auth = texts
    _check_endpoint(url)
    if not _is_point(p256dh) or len(_bytes(auth)) != SECRET_BYTES:
        raise ValidationError(_("The keys of the browser’s subscription aren’t valid."))
    return Place(url, {"p256dh": p256dh, "auth": auth})


def _check_endpoint(url: str) -> None:
    try:
        target = outbound.target_of(url)
    except ForbiddenAddress as error:
        raise ValidationError(str(error)) from error
    if ":" in target.host:  # what RFC 8292 has the site sign cannot name such a host
        raise ValidationError(_("The push service needs a name."))


def payload(message: Message) -> bytes:
    """Return what the browser gets to read, of less than 3 kB."""
    facts = {
        "title": shortened(clean(message.words.title), LONGEST_TITLE),
        "body": shortened(" ".join(paragraphs(message.words)), LONGEST_BODY),
        "path": message.words.link,
        "tag": _tag(message),
        "key": message.key,
        "count": message.waiting,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()


def encrypted(place: Place, content: bytes) -> bytes:
    """Return `content` as only the browser can read it."""
    from pywebpush import WebPusher  # here, as it loads two HTTP clients, which only those need who send

    body: bytes = WebPusher({"endpoint": place.url, "keys": dict(place.facts)}).encode(content)["body"]
    return body


def _tag(message: Message) -> str:
    """Return what a later notification has in common with the one it replaces: the match, or only the message."""
    return message.thread or message.key


def _topic(message: Message) -> str:
    """Return the name by which a push service replaces a message that waits: 32 characters at most."""
    return vapid.base64url(hashlib.sha256(_tag(message).encode()).digest()[:24])


def _is_gone(answer: Answer) -> bool:
    return answer.status in (404, 410)


def _is_point(text: str) -> bool:
    """Return whether `text` is a public key on the curve P-256, in full."""
    data = _bytes(text)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == POINT_BYTES


def _bytes(text: str) -> bytes:
    """Return the bytes of base64url; none if it is none."""
    try:
        return vapid.from_base64url(text)
    except ValueError:
        return b""
