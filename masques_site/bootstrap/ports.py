"""A check that the site can listen on an address and port."""

import errno
import socket

from masques_site.bootstrap import errors


def check(host: str, port: int) -> int:
    """Return the port that a server on `host` can bind now (a free one if `port` is 0); raises StartupError if it
    cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            chosen: int = probe.getsockname()[1]
            return chosen
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise errors.port_taken(port) from error
        if error.errno == errno.EACCES:
            raise errors.port_forbidden(port) from error
        raise errors.bad_host(host) from error
