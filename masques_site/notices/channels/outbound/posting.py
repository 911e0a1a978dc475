"""One request to an address that a user typed: to a checked address only, and within bounds of time and size."""

import io
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import cast

from django.utils.translation import gettext as _

from masques_site.notices.channels.outbound.answers import Answer, answer_of
from masques_site.notices.channels.outbound.errors import Unreachable
from masques_site.notices.channels.outbound.networks import IPAddress
from masques_site.notices.channels.outbound.resolving import addresses_of
from masques_site.notices.channels.outbound.targets import Target, target_of

LOOKUP_SECONDS = 3.0
CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
MOST_ADDRESSES = 2  # tried in turn: where IPv6 leads nowhere, IPv4 may
MOST_SENT = 128 * 1024
MOST_RECEIVED = 64 * 1024
MOST_READ = 4 * 1024  # of a body: enough for the part of it that is kept
USER_AGENT = "Masques (notices)"


def check(url: str) -> None:
    """Raise `ForbiddenAddress` or `Unreachable`, with a sentence for a form, unless requests can be sent to `url` now.
    It connects to nothing."""
    addresses_of(target_of(url), LOOKUP_SECONDS)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send one POST request, within 10 seconds, and return the answer, whatever its status; a redirect is not followed.

    The host's name is resolved once, and the connection goes to the address that was checked, so that a name that
    changes its address in between leads nowhere else. Proxies of the environment are not asked. Raises
    `ForbiddenAddress` for an address to which the site sends nothing, and `Unreachable` if there was no answer.
    """
    if len(body) > MOST_SENT:
        raise ValueError(f"A body of {len(body)} bytes is longer than {MOST_SENT}.")
    ends = time.monotonic() + TOTAL_SECONDS
    target = target_of(url)
    addresses = addresses_of(target, LOOKUP_SECONDS)
    try:
        with _connected(target, addresses, ends) as sock:
            return _exchanged(target, _Bounded(sock, ends), body, headers)
    except TimeoutError:
        raise Unreachable(_("The server didn’t answer in time.")) from None
    except ssl.SSLCertVerificationError as error:
        why = error.verify_message
        raise Unreachable(_("The server’s certificate isn’t valid: %(why)s.") % {"why": why}) from error
    except ssl.SSLError as error:
        raise Unreachable(_("The server doesn’t speak https.")) from error
    except HTTPException as error:
        raise Unreachable(_("The server’s answer isn’t HTTP.")) from error
    except OSError as error:
        raise Unreachable(_("There is no connection to the server.")) from error


def _connected(target: Target, addresses: Sequence[IPAddress], ends: float) -> socket.socket:
    """Return a connection to one of `addresses`, which TLS has verified to be the target's host."""
    sock = _opened(addresses[:MOST_ADDRESSES], target.port, ends)
    if not target.is_tls:
        return sock
    try:
        sock.settimeout(_left(ends))
        return _tls().wrap_socket(sock, server_hostname=target.host)
    except BaseException:
        sock.close()
        raise


def _opened(addresses: Sequence[IPAddress], port: int, ends: float) -> socket.socket:
    """Return a connection to the first of `addresses` that accepts it."""
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return connect(address, port, min(CONNECT_SECONDS, _left(ends)))
    return connect(last, port, min(CONNECT_SECONDS, _left(ends)))


def connect(address: IPAddress, port: int, seconds: float) -> socket.socket:
    """Return a connection to exactly this address; nothing is resolved here."""
    sock = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
    try:
        sock.settimeout(seconds)
        sock.connect((str(address), port))
    except BaseException:
        sock.close()
        raise
    return sock


@cache
def _tls() -> ssl.SSLContext:
    """Return the context that verifies certificates and host names; it takes a while to load."""
    return ssl.create_default_context()


def _exchanged(target: Target, line: "_Bounded", body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send the request and return the answer. Once its status is there it counts, however its body goes on."""
    connection = HTTPConnection(target.host, target.port)
    connection.auto_open = 0  # never another connection than the one that was checked
    connection.sock = cast(socket.socket, line)
    own = {"Host": target.authority, "User-Agent": USER_AGENT, "Connection": "close"}
    connection.request("POST", target.path, body, {**headers, **own})
    response = connection.getresponse()
    return answer_of(response, _beginning(response))


def _beginning(response: HTTPResponse) -> bytes:
    """Return the beginning of a response's body, as far as it comes in time and in order."""
    found = b""
    with suppress(OSError, HTTPException):
        while piece := response.read1(MOST_READ - len(found)):
            found += piece
    return found


def _left(ends: float) -> float:
    """Return the seconds until `ends`; raise `TimeoutError` if it is over."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Bounded:
    """A socket as `http.client` uses it, up to a moment and a number of bytes. A socket's own timeout begins again with
    each byte, so that one byte a second would hold a thread for ever."""

    def __init__(self, sock: socket.socket, ends: float) -> None:
        self.sock, self.ends = sock, ends

    def sendall(self, data: bytes) -> None:
        """Send all of `data`. Raises `TimeoutError` if the time is over."""
        rest = memoryview(data)
        while rest:
            self.sock.settimeout(_left(self.ends))
            rest = rest[self.sock.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return the received bytes as a file."""
        return io.BufferedReader(_Received(self.sock, self.ends))

    def close(self) -> None:
        """Leave the socket open: the response is still read from it. The code that opened it closes it."""


class _Received(io.RawIOBase):
    """The bytes that a socket receives, as a file of which at most `MOST_RECEIVED` can be read."""

    def __init__(self, sock: socket.socket, ends: float) -> None:
        self.sock, self.ends, self.rest = sock, ends, MOST_RECEIVED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # typeshed allows other buffers too
        if not self.rest:
            raise HTTPException("too long")
        self.sock.settimeout(_left(self.ends))
        count = self.sock.recv_into(buffer, min(len(buffer), self.rest))
        self.rest -= count
        return count
