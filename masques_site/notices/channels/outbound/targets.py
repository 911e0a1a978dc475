"""Reading the addresses that users type, in one way only: what is written oddly is refused, not guessed."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from masques_site.bootstrap import variables
from masques_site.notices.channels.outbound.errors import ForbiddenAddress
from masques_site.notices.channels.outbound.networks import IPAddress

LONGEST_URL = 500
HTTPS_PORT = 443
FIRST_FREE_PORT = 1024
LOCAL_DOMAINS = frozenset(
    "arpa corp home internal intranet invalid lan local localdomain localhost onion private".split()
)
"""Top-level domains that lead nowhere, or to different places in each network."""


@dataclass(frozen=True)
class Target:
    """Where a request goes: `host` is a name, or an address without brackets; `authority` is host and port as `Host`
    says them."""

    is_tls: bool
    host: str
    port: int
    authority: str
    path: str

    @property
    def address(self) -> IPAddress | None:
        """Return the host if it is an IP address; None for a name."""
        try:
            return ip_address(self.host)
        except ValueError:
            return None


def target_of(url: str) -> Target:
    """Return what `url` means. Raises `ForbiddenAddress` if it isn't written as the address of a public server."""
    if len(url) > LONGEST_URL:
        raise ForbiddenAddress(_("The address is too long: it may have 500 characters."))
    if not url.isprintable() or " " in url:  # urlsplit would drop line breaks and tabs
        raise ForbiddenAddress(_("Write the address without blanks."))
    parts = _split(url)
    schemes = ("https", "http") if settings.NOTICES_LOCAL_RECEIVERS else ("https",)
    if parts.scheme not in schemes or not parts.netloc:
        raise ForbiddenAddress(_("Write an address that begins with https://."))
    if "@" in parts.netloc or "#" in url:
        raise ForbiddenAddress(_("Write the address without a user name, a password or a “#”."))
    if not (parts.path + parts.query).isascii():
        raise ForbiddenAddress(_("Write the address as the other service shows it, without accents after the host."))
    host, port, authority = _server(parts)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", host, port, authority, path)


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # such as an open bracket
        raise _not_public() from None


def _server(parts: SplitResult) -> tuple[str, int, str]:
    """Return host, port and both together, as browsers write them."""
    try:
        # This also refuses numbers that only some programs take for IPv4 addresses: 127.1, 0x7f000001, 2130706433.
        origin = urlsplit(variables.origin(f"{parts.scheme}://{parts.netloc}"))
    except ValueError:
        raise _not_public() from None
    host = origin.hostname or ""
    port = variables.USUAL_PORTS[parts.scheme] if origin.port is None else origin.port
    if port != HTTPS_PORT and port < FIRST_FREE_PORT:
        # Own servers often listen above 1024. Below are mail, shells and the like, which no request should greet.
        raise ForbiddenAddress(_("Use port 443, or one above 1023."))
    if not _is_public_name(host):
        raise _not_public()
    return host, port, origin.netloc


def _is_public_name(host: str) -> bool:
    """Return whether `host` is an IP address, or a name that means the same server everywhere."""
    if ":" in host:
        return "%" not in host  # a zone of this machine
    if host == "localhost" and settings.NOTICES_LOCAL_RECEIVERS:
        return True
    labels = host.split(".")
    return len(labels) > 1 and all(labels) and labels[-1] not in LOCAL_DOMAINS


def _not_public() -> ForbiddenAddress:
    return ForbiddenAddress(_("This isn’t the address of a server on the public internet."))
