"""A port of this machine that stays free for one server."""

import socket


class HeldPort:
    """A port of `host` that the system keeps reserved until `close`, although nothing listens there yet.

    A free port that is only looked up can be taken before its server starts, or while the server restarts: outgoing
    connections of this machine use ports of the same range. A server that sets SO_REUSEADDR can listen on a
    held port; the servers of the site do.
    """

    def __init__(self, host: str) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((host, 0))
        self.number: int = self._socket.getsockname()[1]

    def close(self) -> None:
        """Release the port."""
        self._socket.close()
