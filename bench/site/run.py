"""One run of the benchmark, from an empty folder to the tables."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.machine import here, load
from bench.site.browser import seen_in_chromium
from bench.site.client import FRAGMENT, Client, Socket
from bench.site.figures import Cost, Report, times
from bench.site.first_visit import first_visit
from bench.site.processes import RunningSite, cpu_seconds, memory

NAMES = ("anna", "bruno", "carla", "dora")
SHAPES: tuple[tuple[str, list[str]], ...] = (
    ("masques", ["anna", "bruno"]),
    ("maskera", ["anna", "bruno"]),
    ("masques", ["anna", "bruno", "carla", "dora"]),
)
JITTER = 0.4  # seconds within which the pages of spectators request the fragment after a hint
TRIVIAL = 1.7  # milliseconds: the time of the yardstick on the machine of the peer's figures
LIGHT = 0.05  # seconds between two moves at light load
AT_ONCE = 8  # matches played concurrently in the measurement of throughput


@dataclass
class PlannedMatch:
    """A running match and its planned moves."""

    match: str
    title: str
    names: list[str]
    moves: list[dict[str, Any]]

    def next_move(self) -> tuple[str, dict[str, str]]:
        """Return the user who moves next, and the fields of the form."""
        move = self.moves.pop(0)
        fields = {name: str(move[name]) for name in ("text", "seen", "client_move_id")}
        return move["name"], fields


@dataclass
class Bench:
    """A running site with users."""

    site: RunningSite
    web: int
    yardstick: int
    sessions: dict[str, str]
    clients: dict[str, Client] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.clients = {name: Client(self.site.port, session) for name, session in self.sessions.items()}
        self.anonymous = Client(self.site.port)
        self.trivial = Client(self.site.yardstick_port, self.sessions["anna"])

    def matches(self, shapes: Sequence[tuple[str, list[str]]], decisions: int) -> list[PlannedMatch]:
        """Start matches, with planned moves for their first decisions."""
        return [PlannedMatch(**made) for made in self.site.ask("matches", shapes=shapes, decisions=decisions)]

    async def send(self, playing: PlannedMatch) -> float:
        """Send the next move of a match. Returns the response time."""
        name, move = playing.next_move()
        began = time.perf_counter()
        await self.clients[name].send(playing.match, move)
        return time.perf_counter() - began

    async def send_and_look(self, playing: PlannedMatch) -> None:
        """Send the next move of a match, and fetch the mover's new fragment."""
        name = playing.moves[0]["name"]
        await self.send(playing)
        await self.clients[name].get(f"/matches/{playing.match}/", **FRAGMENT)

    async def trivial_page(self, count: int) -> float:
        """Return the CPU milliseconds of a trivial page under the current load."""
        return (await yardstick(self, count)).each

    async def cost(self, what: str, times_: int, call: Callable[[], Awaitable[Any]]) -> Cost:
        """Make the same request `times_` times in sequence, each followed by a request of the yardstick; return the
        cost."""
        for _warm in range(3):
            await call()
            await self.trivial.get("/")
        began, other, took = cpu_seconds(self.web), cpu_seconds(self.yardstick), []
        for _time in range(times_):
            asked = time.perf_counter()
            await call()
            took.append(time.perf_counter() - asked)
            await self.trivial.get("/")
        return Cost(what, took, cpu_seconds(self.web) - began, cpu_seconds(self.yardstick) - other)


def measure(folder: Path, *, database: str, share: int, spectators: int, browser: bool) -> str:
    """Start the site, measure it, and stop it. Returns the tables."""
    site = RunningSite(folder, database)
    try:
        site.start()
        bench = Bench(site, site.web(), site.start_yardstick(), site.ask("people", names=list(NAMES)))
        report = asyncio.run(measure_all(bench, share=share, spectators=spectators, browser=browser))
        report.machine = f"{report.machine}, at the end {load()}; {'PostgreSQL' if database else 'SQLite'}"
        return str(report)
    finally:
        site.stop()


def report_progress(what: str) -> None:
    """Print the progress to standard error."""
    print(f"{what} ...", file=sys.stderr, flush=True)  # noqa: T201


async def measure_all(bench: Bench, *, share: int, spectators: int, browser: bool) -> Report:
    """Make all measurements, and return the report."""
    at_rest = memory(bench.site.tree())
    report = Report(here())
    report_progress("pages")
    report.costs.append(await yardstick(bench, 400 // share))
    report.costs += await pages(bench, 200 // share)
    report_progress("moves")
    costs = await moves(bench, 300 // share)
    report.costs += costs
    worst = max(cost.ratio for cost in costs[: len(SHAPES)]) * TRIVIAL
    report.facts.append((f"a committed move where the yardstick takes {TRIVIAL} ms, at most", f"{worst:.1f} ms"))
    report.facts.append(await throughput(bench, 480 // share))
    report_progress("the opponent's screen")
    report.facts.append(await to_the_opponent(bench, 120 // share, "light load"))
    if browser:
        report.facts += await on_screen(bench, 30 // share + 5)
    report_progress(f"{spectators} spectators")
    report.facts += await with_spectators(bench, spectators, 30 // share)
    report_progress("bytes and memory")
    report.facts += await bytes_of_a_first_visit(bench)
    whole = memory(bench.site.tree())
    report.facts.append(("memory (PSS) of all processes at rest, after all this", f"{mib(at_rest)}, {mib(whole)}"))
    return report


def mib(size: float) -> str:
    """Format `size` in MiB."""
    return f"{size / 2**20:.0f} MiB"


async def yardstick(bench: Bench, count: int) -> Cost:
    """Measure the trivial page itself."""
    found = await bench.cost("a trivial database page under plain Django: the yardstick", count, no_request)
    found.cpu, found.times = found.yardstick, []
    for _time in range(count):
        asked = time.perf_counter()
        await bench.trivial.get("/")
        found.times.append(time.perf_counter() - asked)
    return found


async def no_request() -> None:
    """Do nothing, where `Bench.cost` expects a request."""


async def pages(bench: Bench, count: int) -> list[Cost]:
    """Measure pages and fragments in the middle of a match."""
    (playing,) = bench.matches([SHAPES[0]], 40)
    while len(playing.moves) > 1:
        await bench.send(playing)
    due, _move = playing.next_move()
    table = f"/matches/{playing.match}/"
    paths = {
        "home": "/",
        "lobby": "/tables/",
        "match, page of a due player": table,
        "match, fragment of a due player": f"+{table}",
        "match, heartbeat": f"{table}rev/",
        "anonymous: home": "/",
        "anonymous: match, page": table,
        "anonymous: match, fragment": f"+{table}",
        "anonymous: history": f"{table}history/",
        "anonymous: rules": f"/rules/{playing.title}/",
    }
    counted = bench.site.ask("statements", session=bench.sessions[due], paths=paths)
    found = []
    for label, path in paths.items():
        client = bench.anonymous if label.startswith("anonymous") else bench.clients[due]
        headers = FRAGMENT if path.startswith("+") else {}
        address = path.removeprefix("+")
        cost = await bench.cost(label, count, lambda c=client, a=address, h=headers: c.get(a, **h))  # type: ignore[misc]
        cost.statements = counted[label]
        cost.size = len((await client.get(address, **headers)).body)
        found.append(cost)
    return found


async def moves(bench: Bench, count: int) -> list[Cost]:
    """Measure committed moves: the POST alone, and with the mover's new fragment."""
    found = []
    for shape in SHAPES:
        title, names = shape
        playing = await openings(bench, shape, count + 4)
        cost = await bench.cost(
            f"a committed move, {title}, {len(names)} seats",
            count,
            lambda p=playing: bench.send(first(p)),  # type: ignore[misc]
        )
        last = first(playing)
        name, move = last.next_move()
        cost.statements = bench.site.ask("move_statements", session=bench.sessions[name], match=last.match, move=move)
        found.append(cost)
    playing = await openings(bench, SHAPES[0], count + 4)
    label = "a committed move and the mover's new table, masques, 2 seats"
    found.append(await bench.cost(label, count, lambda: bench.send_and_look(first(playing))))
    return found


async def openings(bench: Bench, shape: tuple[str, list[str]], moves: int) -> list[PlannedMatch]:
    """Start matches of a shape until they have at least `moves` planned moves; return them."""
    playing: list[PlannedMatch] = []
    while sum(len(one.moves) for one in playing) < moves:
        playing += bench.matches([shape], moves)
    return playing


def first(playing: list[PlannedMatch]) -> PlannedMatch:
    """Return the first match with a planned move."""
    return next(one for one in playing if one.moves)


async def throughput(bench: Bench, count: int) -> tuple[str, str]:
    """Measure the moves committed per second when several matches are played concurrently."""
    each = count // AT_ONCE
    playing = bench.matches([SHAPES[0]] * AT_ONCE, each)
    sent = [Client(bench.site.port) for _ in playing]
    total = sum(len(one.moves) for one in playing)

    async def play(one: PlannedMatch, client: Client) -> None:
        while one.moves:
            name, move = one.next_move()
            client.session = bench.sessions[name]
            await client.send(one.match, move)

    began, cpu = time.perf_counter(), cpu_seconds(bench.web)
    await asyncio.gather(*(play(one, client) for one, client in zip(playing, sent, strict=True)))
    took, used = time.perf_counter() - began, cpu_seconds(bench.web) - cpu
    for client in sent:
        client.close()
    return (
        f"committed moves, {AT_ONCE} matches at once",
        f"{total / took:.0f} a second, {used / total * 1000:.1f} ms of server CPU each",
    )


# Watching.


@dataclass
class Watcher:
    """An open page: its socket, and the connection on which it fetches fragments."""

    client: Client
    socket: Socket
    match: str
    wait: float = 0.0

    @classmethod
    async def open(cls, port: int, match: str, *, session: str = "", wait: float = 0.0) -> "Watcher":
        """Open the page, and wait for the first hint."""
        client = Client(port, session)
        socket = await client.listen(match)
        await socket.rev()
        return cls(client, socket, match, wait)

    async def wait_for_revision(self, rev: int) -> float:
        """Wait for the fragment of `rev`. Returns the time at which it arrived."""
        await self.socket.wait_for_hint(rev)
        await asyncio.sleep(random.random() * self.wait)
        shown = await self.client.fragment(self.match, rev)
        marked = b'data-rev="%d"' % rev
        if marked not in shown.body:
            raise RuntimeError(f"the table of {self.match} was not at {rev}")
        return time.perf_counter()

    async def close(self) -> None:
        """Close the page."""
        await self.socket.close()
        self.client.close()


async def to_the_opponent(bench: Bench, count: int, load: str) -> tuple[str, str]:
    """Measure the time from sending a move until the opponent's page has the new fragment."""
    (playing,) = bench.matches([SHAPES[0]], count)
    took = await moves_seen(bench, playing, [])
    return f"from a move to the opponent's new table, {load}: median, 99 of 100", times(took)


async def moves_seen(
    bench: Bench, playing: PlannedMatch, spectator_pages: list[Watcher], settle: float = LIGHT
) -> list[float]:
    """Play the moves of a two-seat match while spectators watch. Returns the time of each to the opponent's page."""
    pages = {
        name: await Watcher.open(bench.site.port, playing.match, session=bench.sessions[name]) for name in playing.names
    }
    rev = await current_rev(bench, playing.match)
    took = []
    while playing.moves:
        name, move = playing.next_move()
        rev += 1
        others = [
            asyncio.create_task(page.wait_for_revision(rev)) for page in [*spectator_pages, *without(pages, name)]
        ]
        await asyncio.sleep(0)
        began = time.perf_counter()
        await bench.clients[name].send(playing.match, move)
        seen = await asyncio.gather(*others)
        took.append(seen[-1] - began)
        await pages[name].socket.wait_for_hint(rev)
        await asyncio.sleep(settle)
    for page in pages.values():
        await page.close()
    return took


def without(pages: dict[str, Watcher], name: str) -> list[Watcher]:
    """Return the pages of all users except `name`."""
    return [page for other, page in pages.items() if other != name]


async def current_rev(bench: Bench, match: str) -> int:
    """Return the current revision of a match."""
    return int(json.loads((await bench.anonymous.get(f"/matches/{match}/rev/")).body)["rev"])


async def with_spectators(bench: Bench, spectators: int, count: int) -> list[tuple[str, str]]:
    """Measure the cost of a move with many spectators, and the time to the opponent's page."""
    (playing,) = bench.matches([SHAPES[0]], count)
    before = memory([bench.web])
    spectator_pages = [await Watcher.open(bench.site.port, playing.match, wait=JITTER) for _ in range(spectators)]
    after = memory([bench.web])
    for watcher in spectator_pages:
        await watcher.client.fragment(playing.match, 0)
    total = len(playing.moves)
    cpu = cpu_seconds(bench.web)
    took = await moves_seen(bench, playing, spectator_pages)
    each = (cpu_seconds(bench.web) - cpu) / total * 1000
    trivial = await bench.trivial_page(100)
    for watcher in spectator_pages:
        with suppress(OSError):
            await watcher.close()
    return [
        (f"from a move to the opponent's new table, {spectators} spectators: median, 99 of 100", times(took)),
        (f"server CPU of a move with {spectators} spectators, all of whom fetch it", f"{each:.0f} ms"),
        (f"the same where the yardstick takes {TRIVIAL} ms", f"{each * TRIVIAL / trivial:.0f} ms"),
        ("memory (PSS) of one open page's socket", f"{(after - before) / spectators / 1024:.0f} KiB"),
    ]


async def bytes_of_a_first_visit(bench: Bench) -> list[tuple[str, str]]:
    """Measure first visits to the home page and to a match."""
    (playing,) = bench.matches([SHAPES[0]], 2)
    rows = []
    for label, path in (("home", "/"), ("a match", f"/matches/{playing.match}/")):
        visit = await first_visit(bench.anonymous, path)
        sizes = f"{visit.without_fonts() / 1000:.0f} kB without fonts, {visit.fonts() / 1000:.0f} kB of fonts"
        rows.append((f"first visit to {label}", f"{len(visit.sizes)} requests, {sizes}"))
    return rows


async def on_screen(bench: Bench, count: int) -> list[tuple[str, str]]:
    """Measure the time to the opponent's screen in Chromium, and the layout shift of first visits."""
    (playing,) = bench.matches([SHAPES[0]], count)
    took, shifts = await seen_in_chromium(bench, playing)
    if not took:
        return [("in Chromium", "there is none here")]
    shift_text = ", ".join(f"{page} {shift:.3f}" for page, shift in shifts.items())
    return [
        ("from a move to the opponent's screen in Chromium: median, 99 of 100", times(took)),
        ("cumulative layout shift of a first visit", shift_text),
    ]
