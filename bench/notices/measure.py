"""Measures how soon very many messages have left that are due at once, on the real processes."""

import asyncio
import tempfile
from pathlib import Path

from bench.chaos.stack import HOST, Stack
from bench.figures import markdown_table
from bench.machine import here
from bench.notices.browser import Browser
from bench.notices.loop_thread import LoopThread

RUNNING = ("worker", "notices", "beat")
MODULE = "bench.notices.crowd"
AFTER = 15.0  # seconds from the last preparation until all are due: the processes start meanwhile
LONGEST = 300.0
TARGETS = {"seconds": 60.0, "gap": 9.0}  # a sweep every three seconds, of which two may come late
HEADER = (
    "messages at once",
    "left after (target < 60 s)",
    "a second",
    "longest time between two sweeps (target < 9 s)",
    "",
)


def at_once(messages: int, *, postgres: bool) -> str:
    """Measure, and return the table as Markdown."""
    service = PushService()
    with tempfile.TemporaryDirectory(prefix="masques-notices-") as folder:
        stack = Stack(Path(folder), nodes=1, postgres=postgres, MASQUES_LOCAL_RECEIVERS="on")
        try:
            stack.start_children([stack.broker])
            stack.manage("prepare", "--no-demo")
            service.start()
            keys = Browser().subscription("")["keys"]
            made = stack.ask("fill", module=MODULE, messages=messages, url=service.url, keys=keys, after=AFTER)
            stack.start_children([stack.nodes[0][name] for name in RUNNING])
            seen = stack.ask("watch", module=MODULE, due_at=made["due_at"], seconds=LONGEST)
        finally:
            stack.stop()
            service.stop()
    is_missed = seen["left"] or any(seen[name] > most for name, most in TARGETS.items())
    if service.taken != made["messages"]:
        raise RuntimeError(f"the push service took {service.taken} of {made['messages']} messages")
    row = (
        f"{made['messages']:,.0f}",
        f"{seen['seconds']:.0f} s",
        f"{made['messages'] / seen['seconds']:.0f}",
        f"{seen['gap']:.1f} s",
        "MISS" if is_missed else "pass",
    )
    return f"{here()}; {'postgresql' if postgres else 'sqlite'}\n\n{markdown_table([HEADER, row])}"


class PushService:
    """A push service in a thread that takes everything and reads nothing."""

    def __init__(self) -> None:
        self.taken = 0
        self.port = 0
        self.thread = LoopThread()

    @property
    def url(self) -> str:
        """The beginning of its addresses."""
        return f"http://{HOST}:{self.port}"

    def start(self) -> None:
        """Answer requests."""
        server = self.thread.start(asyncio.start_server(self._talk, HOST, 0, backlog=1_000))
        self.port = server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Answer no more."""
        self.thread.stop()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(line.partition(b":")[2] for line in lines if line.startswith(b"content-length:"))
        await reader.readexactly(int(length))
        self.taken += 1
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()
