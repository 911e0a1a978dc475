"""Measures large leagues in a process with a database of its own: `python -m bench.leagues.measure`."""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import django

from bench.figures import markdown_table, percentile
from bench.machine import here

PAGES = {"": "tables", "matches/": "matches", "cross/": "cross table", "people/": "people", "season.json": "as JSON"}
PAGE = {"statements": 15, "milliseconds": 50}
SWEEP = {"statements": 5}
SWEEPS = (1, 100, 1000)
TICKS = 200
TRIVIAL = 1.1  # milliseconds of the yardstick on the machine of the published figures when it is quiet
LONGEST = 10.0
HEADER = (
    "league",
    "matches that are over",
    "page",
    "asked by",
    "statements (target < 15)",
    "kB",
    "CPU",
    f"where the yardstick takes {TRIVIAL} ms (target < 50 ms)",
    "",
)


def statements(call: Callable[[], Any]) -> int:
    """The number of SQL statements of a call."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def cpu(call: Callable[[], Any], times: int) -> tuple[float, float]:
    """The medians of the process's CPU time of a call, in milliseconds: as measured, and where the yardstick takes
    `TRIVIAL`. Each call is followed by the yardstick, so that both meet the same load; after `LONGEST` seconds of
    calls it is enough of them."""
    took: list[float] = []
    yardsticks: list[float] = []
    while len(took) < times and sum(took) < LONGEST:
        took.append(_timed(call))
        yardsticks.append(_timed(yardstick))
    measured = percentile(took, 50) * 1000
    return measured, measured * TRIVIAL / (percentile(yardsticks, 50) * 1000)


def yardstick() -> int:
    """A loop of plain Python."""
    total = 0
    for number in range(20_000):
        total += number
    return total


def _timed(call: Callable[[], Any]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def client(user: Any = None) -> Any:
    """A browser, of `user` or of a visitor."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.test import Client

    browser = Client()
    if user is not None:
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return browser


def pages(requests: int) -> list[tuple[str, ...]]:
    """What the pages of grown leagues cost, as rows of a table."""
    from bench.leagues import rows

    users = rows.people(512)
    askers = {"a visitor": client(), "a member": client(users[0])}
    found: list[tuple[str, ...]] = [HEADER]
    for number, shape in enumerate(rows.SHAPES):
        made, played = rows.grown(shape, f"league{number}", users)
        for path, label in PAGES.items():
            for who, browser in askers.items():
                address = f"/leagues/{made.slug}/{path}"
                size = len(_asked(browser, address))
                asked = statements(lambda b=browser, a=address: b.get(a))  # type: ignore[misc]
                measured, scaled = cpu(lambda b=browser, a=address: b.get(a), requests)  # type: ignore[misc]
                verdict = "pass" if asked < PAGE["statements"] and scaled < PAGE["milliseconds"] else "MISS"
                row = (shape.name, f"{played:,}", label, who, str(asked), f"{size / 1000:.0f}")
                found.append((*row, f"{measured:.1f} ms", f"{scaled:.1f} ms", verdict))
    return found


def _asked(browser: Any, address: str) -> bytes:
    answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    content: bytes = answer.content
    return content


def sweeps() -> list[tuple[str, ...]]:
    """What a sweep costs that has nothing to do, as rows of a table."""
    from bench.leagues import rows
    from leagues.tasks import sweep

    found: list[tuple[str, ...]] = [("leagues", "statements of an idle sweep (target < 5)", "CPU", "scaled", "")]
    for number in SWEEPS:
        rows.idle(number)
        asked = statements(sweep)
        verdict = "pass" if asked < SWEEP["statements"] else "MISS"
        measured, scaled = cpu(sweep, TICKS)
        found.append((f"{number:,}", str(asked), f"{measured:.2f} ms", f"{scaled:.2f} ms", verdict))
    return found


def main() -> None:
    """Read the number of requests from standard input, and write the tables to standard output."""
    requests = json.load(sys.stdin)
    django.setup()
    from django.db import connection

    machine = f"{here()}; {connection.vendor}; median of {requests} requests"
    tables = [markdown_table(pages(requests)), markdown_table(sweeps())]
    sys.stdout.write("\n\n".join([machine, *tables]))


if __name__ == "__main__":
    main()
