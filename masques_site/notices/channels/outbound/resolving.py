"""From a host's name to IP addresses that may be connected to, in bounded time."""

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread

from django.conf import settings
from django.utils.translation import gettext as _

from masques_site.notices.channels.outbound import networks
from masques_site.notices.channels.outbound.errors import ForbiddenAddress, Unreachable
from masques_site.notices.channels.outbound.networks import IPAddress
from masques_site.notices.channels.outbound.targets import Target

LOOKUPS = BoundedSemaphore(16)
"""Lookups that may run at once in one process. A name server that does not answer holds its lookups, whose time the
system alone bounds; it must not make threads without end."""


def addresses_of(target: Target, seconds: float) -> Sequence[IPAddress]:
    """Return the addresses of the target's host, of which there is at least one. Raises `ForbiddenAddress` if any of
    them isn't public: a name with both kinds is made to slip through. Raises `Unreachable` if there is no address."""
    literal = target.address
    found = [literal] if literal else _looked_up(target, seconds)
    if not all(_is_allowed(address) for address in found):
        raise ForbiddenAddress(_("This address leads into a private network, where the site sends nothing."))
    return found


def _is_allowed(address: IPAddress) -> bool:
    return networks.is_public(address) or (settings.NOTICES_LOCAL_RECEIVERS and networks.is_loopback(address))


def _looked_up(target: Target, seconds: float) -> list[IPAddress]:
    """Ask the system's resolver, in a thread of its own: the call knows no bound."""
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    if not LOOKUPS.acquire(timeout=seconds):
        raise Unreachable(_("The name of the server couldn’t be looked up in time."))
    Thread(target=_look_up, args=(target, answers), daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise Unreachable(_("The name of the server couldn’t be looked up in time.")) from None
    if isinstance(answer, OSError) or not answer:
        raise Unreachable(_("There is no server of the name %(host)s.") % {"host": target.host})
    return [ip_address(each) for each in dict.fromkeys(answer)]


def _look_up(target: Target, answers: "SimpleQueue[list[str] | OSError]") -> None:
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        answers.put([str(sockaddr[0]) for *_kind, sockaddr in found])
    except OSError as error:
        answers.put(error)
    finally:
        LOOKUPS.release()
