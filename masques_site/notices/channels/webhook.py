"""Messages to a server that the user named: a room of Discord or Slack, or a program of their own."""

import hashlib
import hmac
import json
import time

from django.utils.translation import gettext_lazy as _

from masques_site.notices.channels.base import Channel, Message, Place
from masques_site.notices.channels.delivery import deliver
from masques_site.notices.channels.formats import FORMATS


class Webhook(Channel):
    """A POST request to the address of a place. Its facts are `format`, one of `FORMATS`, and for a signed format the
    `secret` (docs/webhooks.md)."""

    code = "webhook"
    name = _("Webhook")

    def send(self, place: Place, message: Message) -> str:
        """Send `message` in the place's format; return what its server said. Raises a `DeliveryError`."""
        kind = FORMATS[place.facts["format"]]
        body = json.dumps(kind.body(message), ensure_ascii=False, separators=(",", ":")).encode()
        headers = {"Content-Type": "application/json"}
        if kind.is_signed:
            headers |= signed(message.key, int(time.time()), body, place.facts["secret"])
        return deliver(place.url, body, headers, kind.is_gone)

    def repeats_safely(self, place: Place) -> bool:
        """Return whether the place's format carries the identity by which a repetition is recognised."""
        return FORMATS[place.facts["format"]].is_signed


def signed(key: str, moment: int, body: bytes, secret: str) -> dict[str, str]:
    """Return the headers that prove who wrote `body`, and when. The time is signed too, so that a recorded message
    that is sent again is recognised as old."""
    content = b".".join([key.encode(), str(moment).encode(), body])
    signature = hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
    return {"Masques-Id": key, "Masques-Timestamp": str(moment), "Masques-Signature": f"v1={signature}"}
