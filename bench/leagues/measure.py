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
HEADER = ("league", "matches that are over", "page", "asked by", "statements (target < 15)", "CPU (target < 50 ms)", "")


def statements(call: Callable[[], Any]) -> int:
    """The number of SQL statements of a call."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def milliseconds(call: Callable[[], Any], times: int) -> float:
    """The median of the process's CPU time of a call, its own and the system's for it."""
    took = []
    for _time in range(times):
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return percentile(took, 50) * 1000


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
    found = [HEADER]
    for number, shape in enumerate(rows.SHAPES):
        made, played = rows.grown(shape, f"league{number}", users)
        for path, label in PAGES.items():
            for who, browser in askers.items():
                address = f"/leagues/{made.slug}/{path}"
                size = len(_asked(browser, address))
                asked = statements(lambda b=browser, a=address: b.get(a))  # type: ignore[misc]
                cpu = milliseconds(lambda b=browser, a=address: b.get(a), requests)  # type: ignore[misc]
                verdict = "pass" if asked < PAGE["statements"] and cpu < PAGE["milliseconds"] else "MISS"
                row = (shape.name, f"{played:,}", label, who, str(asked), f"{cpu:.1f} ms, {size / 1000:.0f} kB")
                found.append((*row, verdict))
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

    found: list[tuple[str, ...]] = [("leagues", "statements of an idle sweep (target < 5)", "CPU", "")]
    for number in SWEEPS:
        rows.idle(number)
        asked = statements(sweep)
        verdict = "pass" if asked < SWEEP["statements"] else "MISS"
        found.append((f"{number:,}", str(asked), f"{milliseconds(sweep, TICKS):.2f} ms", verdict))
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
