"""The bytes that an HMAC is taken of: the same for the same values, on every machine and in every version."""

import json


def canonical(*parts: object) -> bytes:
    """`parts` as compact ASCII JSON."""
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode()
