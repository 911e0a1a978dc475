"""Servers of one behaviour, on a port of this machine."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

Behaviour = Callable[["Visit"], None]


class Visit:
    """One connection to a server: the request that came, and how to answer it."""

    def __init__(self, sock: socket.socket, ended: Event) -> None:
        self.sock, self.ended = sock, ended
        self.head, self.body = _request(sock)

    def say(self, text: str | bytes) -> None:
        self.sock.sendall(text.encode() if isinstance(text, str) else text)


class Server:
    """A server with its port, the requests that it received, and whether a client hung up on it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.heads: list[str] = []
        self.bodies: list[bytes] = []
        self.names: list[str | None] = []
        self.was_left = False
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the last request, by their names in small letters."""
        lines = self.heads[-1].split("\r\n")[1:]
        return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


@contextmanager
def serving(behave: Behaviour, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Run a server that answers every request by `behave`."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.1)
    server, ended = Server(listener.getsockname()[1]), Event()
    if tls:
        tls.sni_callback = lambda _sock, name, _context: server.names.append(name)
    thread = Thread(target=_serve, args=(listener, server, behave, tls, ended))
    thread.start()
    try:
        yield server
    finally:
        ended.set()
        thread.join()
        listener.close()


def _serve(
    listener: socket.socket, server: Server, behave: Behaviour, tls: ssl.SSLContext | None, ended: Event
) -> None:
    while not ended.is_set():
        with suppress(TimeoutError):
            sock, _address = listener.accept()
            server.connections += 1
            sock.settimeout(30)
            with sock:
                _visited(sock, server, behave, tls, ended)


def _visited(sock: socket.socket, server: Server, behave: Behaviour, tls: ssl.SSLContext | None, ended: Event) -> None:
    try:
        with tls.wrap_socket(sock, server_side=True) if tls else sock as line:
            visit = Visit(line, ended)
            server.heads.append(visit.head)
            server.bodies.append(visit.body)
            behave(visit)
    except OSError:
        server.was_left = True


def _request(sock: socket.socket) -> tuple[str, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = sock.recv(65_536)
        if not piece:
            raise ConnectionResetError
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    while len(body) < length:
        body += sock.recv(65_536)
    return head.decode(), body


def answering(status: str, body: str = "", **headers: str) -> Behaviour:
    """Answer with this status (“204 No Content”), these headers and this body."""

    def behave(visit: Visit) -> None:
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body.encode())}", *lines]
        visit.say("\r\n".join(head) + "\r\n\r\n" + body)

    return behave


def dribbling(start: str, piece: str) -> Behaviour:
    """Say `start` at once, and then `piece` again and again, for half a minute."""

    def behave(visit: Visit) -> None:
        visit.say(start)
        for _ in range(600):
            if visit.ended.wait(0.05):
                return
            visit.say(piece)

    return behave
