"""The key by which push services recognise this site (RFC 8292). Browsers bind each subscription to it, so that it must
stay the same."""

import base64
import binascii
import time
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from masques_site.bootstrap import folders

LIFETIME = 12 * 3600  # seconds; push services refuse more than a day
FILE = "vapid_key"
WRONG = (
    "VAPID_PRIVATE_KEY is no key of the curve P-256, as 32 bytes in base64url or as PEM. Make one with: "
    "python3 -c 'import base64, secrets; print(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())'"
)


def public_key() -> str:
    """Return the public key in base64url, as `pushManager.subscribe` takes it."""
    point = _private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64url(point)


def headers(url: str) -> dict[str, str]:
    """Return the headers that tell the push service of `url` who sends."""
    from py_vapid import Vapid02  # here, as it loads a lot that only those need who send

    parts = urlsplit(url)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + LIFETIME, "sub": _contact()}
    # The push service itself judges whether it takes this contact; at http://localhost there is no better one.
    signed: dict[str, str] = Vapid02(_private_key(), conf={"no-strict": True}).sign(claims)
    return signed


def base64url(data: bytes) -> str:
    """Return `data` in base64url without padding.

    >>> base64url(b"\\xff\\xfe")
    '__4'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises ValueError for anything else."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def _contact() -> str:
    """Return where the people of a push service find those of this site."""
    address = parseaddr(settings.CONTACT_EMAIL)[1]
    return f"mailto:{address}" if "@" in address else str(settings.SITE_URL)


@cache
def _private_key() -> ec.EllipticCurvePrivateKey:
    """Return the key of the environment, or the one kept in the data folder, which the first call makes."""
    return _read(settings.VAPID_PRIVATE_KEY or folders.kept_secret(settings.DATA_DIR, FILE, _fresh))


def _read(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the key that `text` holds. Raises `ImproperlyConfigured` if there is none."""
    try:
        if text.startswith("-----BEGIN"):
            key = load_pem_private_key(text.replace("\\n", "\n").encode(), password=None)  # as some files write lines
        else:
            key = ec.derive_private_key(int.from_bytes(_raw(text)), ec.SECP256R1())
    except (ValueError, TypeError) as error:
        raise ImproperlyConfigured(WRONG) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ImproperlyConfigured(WRONG)
    return key


def _raw(text: str) -> bytes:
    raw = from_base64url(text)
    if len(raw) != 32:
        raise ValueError(len(raw))
    return raw


def _fresh() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return base64url(key.private_numbers().private_value.to_bytes(32))
