"""A simulated browser: a keep-alive connection, cookies, and a WebSocket."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from bench.chaos.stack import HOST

FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial"}
CSRF = "a" * 32


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Client:
    """The browser of a user; of an anonymous user if there is no session."""

    port: int
    session: str = ""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, repr=False)

    @property
    def cookies(self) -> str:
        """The cookies that this browser sends."""
        return f"session={self.session}; csrf={CSRF}" if self.session else ""

    async def request(self, method: str, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Send one request and read its response."""
        body = urlencode(fields).encode() if fields is not None else b""
        lines = {"Host": f"localhost:{self.port}", "Accept": "text/html", **headers}
        if self.cookies:
            lines["Cookie"] = self.cookies
        if fields is not None:
            form = "application/x-www-form-urlencoded"
            lines |= {"Content-Type": form, "Content-Length": str(len(body)), "X-CSRFToken": CSRF}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        message = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body
        try:
            return await self.exchange(message)
        except (asyncio.IncompleteReadError, ConnectionError):  # the server has closed the idle connection
            self.close()
            return await self.exchange(message)

    async def exchange(self, message: bytes) -> Answer:
        """Send a message and read the response."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self.port)
        reader, writer = self._streams
        writer.write(message)
        return await read_answer(reader)

    async def get(self, path: str, **headers: str) -> Answer:
        """Send a GET request, which must succeed."""
        return checked(await self.request("GET", path, None, **headers), path)

    async def fragment(self, match: str, rev: int) -> Answer:
        """Return the fragment of a match, as the page's script requests it after a hint of `rev`."""
        return await self.get(f"/matches/{match}/", **FRAGMENT, **{"X-Rev": str(rev)})

    async def send(self, match: str, move: Mapping[str, str]) -> Answer:
        """Send a move by its form, which must succeed."""
        return checked(await self.request("POST", f"/matches/{match}/move/", move), str(move))

    async def listen(self, match: str) -> "Socket":
        """Open the socket of a match's page."""
        headers = {"Cookie": self.cookies} if self.cookies else {}
        socket = await connect(
            f"ws://localhost:{self.port}/live/matches/{match}/",
            origin=f"http://localhost:{self.port}",  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        return Socket(socket)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Socket:
    """The socket of an open page."""

    connection: ClientConnection

    async def rev(self) -> int:
        """Return the revision of the next hint."""
        hint = json.loads(await self.connection.recv())
        return int(hint["rev"])

    async def wait_for_hint(self, rev: int) -> None:
        """Wait for a hint of `rev` or a later revision."""
        while await self.rev() < rev:
            pass

    async def close(self) -> None:
        """Close the socket."""
        await self.connection.close()


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """Read one response, with a content length or chunked."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(first.split()[1]), headers, body)


def checked(answer: Answer, what: str) -> Answer:
    """Return `answer`; raises RuntimeError if its status is an error."""
    if answer.status >= 400:
        raise RuntimeError(f"{what} was answered with {answer.status}: {answer.body[:500]!r}")
    return answer
