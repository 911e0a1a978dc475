"""The measured work of a running match: its moves, and the requests after each."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from django.core.handlers.asgi import ASGIHandler

SEATS: Final = 2
CROWD: Final = 8  # visitors who ask for the same fragment
WRITERS: Final = 8  # threads that write at the same time
WRITES: Final = 5  # transactions of each

FRAGMENT: Final = {"HX-Request": "true", "HX-Request-Type": "partial"}
FIRST_MOVES: Final = 6  # that are not measured: they compile templates and statements

Move: TypeAlias = dict[str, Any]


class Server:
    """A web process in this process: its handler of pages on an event loop."""

    def __init__(self) -> None:
        from masques_site.plumbing.handler import PageHandler

        self.loop = asyncio.Runner()
        self.handler: ASGIHandler = PageHandler()

    def get(self, path: str, cookies: list[str], **headers: str) -> None:
        """Get a fragment for all of these at once; a cookie may be empty."""
        self.loop.run(self._get(path, cookies, headers))

    async def _get(self, path: str, cookies: list[str], headers: dict[str, str]) -> None:
        asked = {"Host": "testserver", "Accept-Encoding": "gzip", **FRAGMENT, **headers}
        for status in await asyncio.gather(*(self._status(path, {**asked, "Cookie": cookie}) for cookie in cookies)):
            assert status == 200, (path, status)

    async def _status(self, path: str, headers: dict[str, str]) -> int:
        lines = [(name.lower().encode(), value.encode()) for name, value in headers.items() if value]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": lines}
        sent: list[Any] = []

        async def receive() -> Any:
            if not sent:
                sent.append({"status": 0})
                return {"type": "http.request", "body": b""}
            return await asyncio.Event().wait()  # nobody leaves

        async def send(message: Any) -> None:
            sent.append(message)

        await self.handler(scope, receive, send)
        return next(int(message["status"]) for message in sent[1:] if "status" in message)


class Table:
    """A new match of two, those who play it, and a visitor."""

    def __init__(self, title: str, name: str, server: Server) -> None:
        from bench.leagues.measure import client
        from bench.leagues.rows import people
        from bench.site.inside import new_match

        self.users = people(SEATS, name)
        self.match = new_match(title, self.users)
        self.path = f"/matches/{self.match.pk}/"
        self.browsers = [client(self.users[0]), client(self.users[1]), client()]
        self.cookies = [browser.cookies.output(header="", attrs=[]).strip() for browser in self.browsers]
        self.server = server

    def play(self, move: Move) -> None:
        """Play a move, and store it."""
        from games.services.match import play

        play.play(
            actor=self.users[move["seat"]],
            match_id=self.match.pk,
            seat=move["seat"],
            text=move["text"],
            seen=move["seen"],
            client_move_id=move["client_move_id"],
        )

    def play_by_socket(self, move: Move) -> None:
        """Play a move as a socket has it played."""
        from games.plumbing.staying_threads import on_socket_thread

        self.server.loop.run(on_socket_thread(self.play, move))

    def fragments(self, browsers: slice) -> None:
        """Get the fragments of these browsers, through the middleware and without a server."""
        for browser in self.browsers[browsers]:
            response = browser.get(self.path, headers={**FRAGMENT, "Accept-Encoding": "gzip"})
            assert response.status_code == 200, response

    def homes(self) -> None:
        """Get the home page of a seat, and that of a visitor."""
        for browser in self.browsers[1:]:
            response = browser.get("/", headers={"Accept-Encoding": "gzip"})
            assert response.status_code == 200, response

    def crowd(self, *, cached: bool) -> None:
        """Get the fragment of the whole crowd. If `cached`, the requests say, as pages do, which revision they have
        heard of."""
        self.server.get(self.path, [""] * CROWD, **({"X-Rev": "0"} if cached else {}))


def slowest_writer() -> float:
    """Return the milliseconds that the slowest transaction takes while several threads write."""
    with ThreadPoolExecutor(WRITERS) as threads:
        return max(threads.map(_slowest_write, range(WRITERS))) * 1000


def _slowest_write(_writer: int) -> float:
    from django.db import connection, transaction

    from games import clock
    from games.models import Heartbeat

    took = []
    for _write in range(WRITES):
        began = time.perf_counter()
        with transaction.atomic():
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})
        took.append(time.perf_counter() - began)
    connection.close()
    return max(took)


A_MOVE: Final = "a move"
BY_SOCKET: Final = "a move by a socket"
FRAGMENTS: Final = "fragments of two seats"
HOMES: Final = "two home pages"
VISITOR: Final = "a visitor's fragment"
SERVED: Final = "a seat's fragment, served"
SERVED_VISITOR: Final = "a visitor's fragment, served"
SERVED_CROWD: Final = f"{CROWD} visitors, served"
UNCACHED_CROWD: Final = f"{CROWD} visitors, served without the cache"
WRITING: Final = f"the slowest of {WRITERS} writers"

MOVING: Final = {A_MOVE: Table.play, BY_SOCKET: Table.play_by_socket}
ASKING: Final[dict[str, Callable[[Table], float | None]]] = {
    FRAGMENTS: lambda table: table.fragments(slice(SEATS)),
    HOMES: Table.homes,
    VISITOR: lambda table: table.fragments(slice(SEATS, None)),
    SERVED: lambda table: table.server.get(table.path, table.cookies[:1]),
    SERVED_VISITOR: lambda table: table.server.get(table.path, [""]),
    SERVED_CROWD: lambda table: table.crowd(cached=True),
    UNCACHED_CROWD: lambda table: table.crowd(cached=False),
    WRITING: lambda _table: slowest_writer(),
}
"""The works that are measured after a move, by name. One that returns a number has measured itself, in milliseconds."""
