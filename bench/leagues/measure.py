"""Measures large leagues in a process with its own database: `python -m bench.leagues.measure`."""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import django

from bench.figures import markdown_table, percentile
from bench.machine import here

PAGES = {"": "standings", "matches/": "matches", "cross/": "cross table", "people/": "people", "season.json": "as JSON"}
PAGE = {"statements": 15, "milliseconds": 50}
SWEEP = {"statements": 5}
SWEEPS = (1, 100, 1000)
TICKS = 200
LONGEST = 10.0
HEADER = (
    "league",
    "matches that are over",
    "page",
    "asked by",
    "statements (target < 15)",
    "kB",
    "CPU, rendered again",
    "CPU, after a result (target < 50 ms)",
    "CPU, drawn already (target < 50 ms)",
    "",
)


def statements(call: Callable[[], Any]) -> int:
    """Return the number of SQL statements of a call."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def cpu(call: Callable[[], Any], times: int, before: Callable[[], Any] = lambda: None) -> float:
    """Return the median of the process's CPU time of a call, in milliseconds, without that of `before`, which is called
    first. After `LONGEST` seconds of calls it stops."""
    took: list[float] = []
    while len(took) < times and sum(took) < LONGEST:
        before()
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return percentile(took, 50) * 1000


def client(user: Any = None) -> Any:
    """Store a session of `user`, and return a browser with it, or that of a visitor."""
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
    """Return table rows with what the pages of grown leagues cost."""
    from bench.leagues import rows

    users = rows.people(512)
    askers = {"a visitor": client(), "a member": client(users[0])}
    found: list[tuple[str, ...]] = [HEADER]
    for number, shape in enumerate(rows.SHAPES):
        made, played = rows.grown(shape, f"league{number}", users)
        for path, label in PAGES.items():
            for who, browser in askers.items():
                page = partial(_asked, browser, f"/leagues/{made.slug}/{path}")
                anew = cpu(page, requests, _forget)
                _forget()
                asked = statements(page)
                after = cpu(page, requests, partial(_end_one, made))
                again = cpu(page, requests)
                missed = asked >= PAGE["statements"] or max(after, again) >= PAGE["milliseconds"]
                row = (shape.name, f"{played:,}", label, who, str(asked), f"{len(page()) / 1000:.0f}")
                costs = (f"{value:.0f} ms" for value in (anew, after, again))
                found.append((*row, *costs, "MISS" if missed else "pass"))
    return found


def _forget() -> None:
    """Clear caches, as in a newly started process."""
    from leagues.views import drawn, exports

    for kept in (drawn.drawings, drawn.of_divisions, drawn.of_seasons, exports.kept):
        kept.kept.clear()


def _end_one(league: Any) -> None:
    """Raise the revisions that a result raises: that of the newest season, and that of one division."""
    from django.db import transaction

    from leagues.services.timetable.seasons import lock_season, touch

    with transaction.atomic():
        season = lock_season(league.seasons.latest("number").pk)
        touch(season, [season.divisions.order_by("-tier", "-index")[0].pk])


def _asked(browser: Any, address: str) -> bytes:
    answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    content: bytes = answer.content
    return content


def sweeps() -> list[tuple[str, ...]]:
    """Return table rows with what a sweep costs when there is nothing to do."""
    from bench.leagues import rows
    from leagues.tasks import sweep

    found: list[tuple[str, ...]] = [("leagues", "statements of an idle sweep (target < 5)", "CPU", "")]
    for number in SWEEPS:
        rows.idle(number)
        sweep()  # the first one stores the heartbeat
        asked = statements(sweep)
        verdict = "pass" if asked < SWEEP["statements"] else "MISS"
        found.append((f"{number:,}", str(asked), f"{cpu(sweep, TICKS):.1f} ms", verdict))
    return found


def main() -> None:
    """Read the number of requests, and whether rounds alone are drawn, from standard input, and write the tables to
    standard output."""
    requests, only_drawings = json.load(sys.stdin)
    django.setup()
    from django.db import connection

    from bench.leagues.drawing import drawings

    machine = f"{here()}; {connection.vendor}; median of {requests} requests"
    tables = [] if only_drawings else [markdown_table(pages(requests)), markdown_table(sweeps())]
    sys.stdout.write("\n\n".join([machine, *tables, markdown_table(drawings())]))


if __name__ == "__main__":
    main()
