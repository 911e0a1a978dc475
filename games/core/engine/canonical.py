"""The bytes that a MAC is taken of: the same for the same values, on every machine and in every version."""

import json
from datetime import UTC, date, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def canonical(*parts: object) -> bytes:
    """Return `parts` as compact ASCII JSON."""
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode()


def canonical_value(value: object) -> bytes:
    """Return one stored value as bytes: a letter for its type, then its content. Values of different types have
    different bytes.

    Moments are counted from 1970 in UTC, so that the time zone they are held in does not matter; nor does the order of
    the keys of a JSON object, which PostgreSQL does not keep. Raises `TypeError` for a type that no column holds.

    >>> canonical_value(7), canonical_value("7"), canonical_value(None), canonical_value(date(2026, 10, 1))
    (b'i7', b's7', b'n', b'D2026-10-01')
    >>> canonical_value(timedelta(hours=25, microseconds=3))
    b'd1,3600,3'
    """
    if value is None:
        return b"n"
    if type(value) is int:  # not bool
        return b"i%d" % value
    if type(value) is str:
        return b"s" + value.encode("utf-8", "surrogatepass")
    if isinstance(value, datetime) and value.tzinfo is not None:
        since = value - _EPOCH
        return b"t%d,%d,%d" % (since.days, since.seconds, since.microseconds)
    if type(value) is date:
        return b"D" + value.isoformat().encode()
    if isinstance(value, timedelta):
        return b"d%d,%d,%d" % (value.days, value.seconds, value.microseconds)
    if isinstance(value, str):  # a word of an enumeration
        return b"s" + str(value).encode("utf-8", "surrogatepass")
    if isinstance(value, bytes | bytearray | memoryview):
        return b"b" + bytes(value)
    return b"j" + json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True).encode()
