"""A browser that has subscribed to notifications, written from the RFCs: it shares no code with what the site sends."""

import base64
import hashlib
import hmac
import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key in full, as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def key_of(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of 65 bytes."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


class Browser:
    """The keys of one subscription."""

    def __init__(self, private: int | None = None, auth: bytes | None = None) -> None:
        curve = ec.SECP256R1()
        self.key = ec.derive_private_key(private, curve) if private else ec.generate_private_key(curve)
        self.auth = auth or os.urandom(16)
        self.point = point_of(self.key.public_key())

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """Return the subscription as `PushSubscription.toJSON` writes it."""
        keys = {"p256dh": encode(self.point), "auth": encode(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message of one record (RFC 8188, RFC 8291). Raises AssertionError or InvalidTag for any other."""
        salt, size, sender = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]]
        record = body[21 + body[20] :]
        assert len(sender) == 65
        assert len(record) <= size
        shared = self.key.exchange(ec.ECDH(), key_of(sender))
        keyed = _hmac(_hmac(self.auth, shared), b"WebPush: info\x00" + self.point + sender + b"\x01")
        mixed = _hmac(salt, keyed)
        key = _hmac(mixed, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _hmac(mixed, b"Content-Encoding: nonce\x00\x01")[:12]
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\x00")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """Return what a header `Authorization: vapid` says and the public key in it, after verifying its signature. Raises
    AssertionError or InvalidSignature."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    numbers = decode(signature)
    assert len(numbers) == 64
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    signed = f"{head}.{claims}".encode()
    key_of(decode(parts["k"])).verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))
    said: dict[str, Any] = json.loads(decode(claims))
    return said, parts["k"]


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()
