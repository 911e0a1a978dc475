"""The environment that settings are read from, checked before anything is changed: one sentence for what is wrong."""

import math
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from unicodedata import normalize
from urllib.parse import urlsplit

from masques_site.bootstrap.errors import StartupError

YES, NO = {"true", "on", "ok", "y", "yes", "1"}, {"false", "off", "n", "no", "0", ""}
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DATABASES = ("postgres", "postgresql", "psql", "pgsql", "sqlite")
MAIL = ("smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail", "dummymail")

USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[a-z0-9._-]+")
VAPID_KEY = re.compile(r"[\w-]{43}=?", re.ASCII)
NUMBER = re.compile(r"(?:^|\.)\d[^.]*$")

Check = Callable[[str], str]
"""A check of a value, which returns what to write instead; empty if it is right."""


def check(environment: Mapping[str, str]) -> None:
    """Raise StartupError for the first variable whose value the site cannot use, or whose name is misspelt."""
    for name, is_wrong in CHECKS.items():
        value = environment.get(name, "")
        advice = is_wrong(value) if value else ""
        if advice:
            raise StartupError(f"{name} cannot be “{_shown(name, value)}”: {advice}")
    for name in environment:
        if name.startswith("MASQUES_") and name not in CHECKS and name not in OWN | OUTSIDE:
            near = get_close_matches(name, CHECKS, 1, cutoff=0.8)
            meant = f" Did you mean {near[0]}?" if near else " docs/operations.md lists them all."
            raise StartupError(f"{name} is no variable of this site.{meant}")


def _shown(name: str, value: str) -> str:
    """Return the value, without what may be a password."""
    if name.endswith(("_KEY", "_SECRET")):
        return "…"
    return f"{value.partition(':')[0]}:…" if name.endswith("_URL") and "@" in value else value


def _word(value: str) -> str:
    return "" if value.lower() in YES | NO else "write on or off."


def _level(value: str) -> str:
    return "" if value in LEVELS else f"write one of {', '.join(LEVELS)}."


def _whole(least: int, most: int) -> Check:
    def advice(value: str) -> str:
        is_right = value.isascii() and value.isdigit() and least <= int(value) <= most
        return "" if is_right else f"write a whole number from {least} to {most}."

    return advice


def _number(least: float) -> Check:
    def advice(value: str) -> str:
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        is_right = math.isfinite(found) and found >= least
        return "" if is_right else "write a number" + (f", {least:g} or more." if least > -math.inf else ".")

    return advice


def origin(value: str) -> str:
    """Return the address of a site as browsers write it in `Origin`: its scheme and host in small letters and ASCII,
    without a default port. Raises ValueError for anything else, including an address with a path.

    >>> origin("HTTPS://Masques.Example:443/"), origin("http://LocalHost:8841")
    ('https://masques.example', 'http://localhost:8841')
    """
    parts = urlsplit(value.strip())
    host, port = parts.hostname or "", parts.port
    if parts.scheme not in USUAL_PORTS or parts.path not in ("", "/") or any(sign in value for sign in "?#@"):
        raise ValueError(value)
    return f"{parts.scheme}://{_host(host)}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")


def _host(host: str) -> str:
    """Return `host` as browsers write it; raises ValueError where they might write it differently."""
    if ":" in host:
        return f"[{ip_address(host)}]"
    name = host.encode("idna").decode()
    read_again = name.encode().decode("idna")  # another one for “ß” and the like, of which browsers keep more
    if not HOST.fullmatch(name) or normalize("NFKC", host) not in (name, read_again):
        raise ValueError(host)
    if NUMBER.search(name):  # browsers take it for an address, and write a short one out
        return str(ip_address(name))
    return name


def _site(value: str) -> str:
    try:
        origin(value)
    except ValueError:
        return "write the whole address with its scheme and nothing behind the host, such as https://masques.example."
    return ""


def _address(schemes: tuple[str, ...], example: str, *, named: bool = False) -> Check:
    def advice(value: str) -> str:
        try:
            parts = urlsplit(value)
            is_right = parts.scheme in schemes and "://" in value and (bool(parts.path.strip("/")) or not named)
            _port = parts.port  # raises for one that is no number
        except ValueError:
            is_right = False
        return "" if is_right else f"write an address such as {example}."

    return advice


def _vapid_key(value: str) -> str:
    is_right = value.startswith("-----BEGIN") or VAPID_KEY.fullmatch(value)
    return "" if is_right else "write 32 bytes in base64url, or a key as PEM."


def _path_part(value: str) -> str:
    is_right = re.fullmatch(r"[A-Za-z0-9_-]{16,}", value)
    return "" if is_right else "write at least 16 letters, digits, “-” and “_”: it is part of an address."


CHECKS: dict[str, Check] = {
    "DEBUG": _word,
    "LOG_JSON": _word,
    "LOG_LEVEL": _level,
    "DATABASE_PREPARES": _word,
    "DATABASE_POOL": _whole(1, 1000),
    "WEB_PROCESSES": _whole(1, 64),
    "WEB_THREADS": _whole(1, 64),
    "WEB_SOCKETS": _whole(1, 100_000),
    "PUBLIC_URL": _site,
    "SITE_URL": _site,
    "DATABASE_URL": _address(DATABASES, "postgres://user:password@host:5432/name", named=True),
    "REDIS_URL": _address(("redis", "rediss", "unix"), "redis://host:6379/0"),
    "EMAIL_URL": _address(MAIL, "smtp+tls://user:password@host:587"),
    "VAPID_PRIVATE_KEY": _vapid_key,
    "NOTICES_PER_HOUR": _whole(0, 10_000_000),
    "BOUNCE_SECRET": _path_part,
    "MASQUES_PLAIN": _word,
    "MASQUES_FAST": lambda _value: "",  # a folder, or off
    "MASQUES_BOT_PAUSE": _number(0),
    "MASQUES_CLOCK_OFFSET": _number(-math.inf),
    "MASQUES_CLOCK_SPEED": _number(0),
    "MASQUES_CLOCK_EPOCH": _number(0),
    "MASQUES_LOCAL_RECEIVERS": _word,
}
OWN = {"MASQUES_REEXECUTED"}  # messages of `manage.py` to itself
OUTSIDE = {
    "MASQUES_HOME",
    "MASQUES_WEBS",
}  # of programs that measure a site from outside, and run its code in their own process
