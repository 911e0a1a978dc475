"""Measures pages and ticks while a site grows, in a process with its own database: `python -m bench.growth.measure`."""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import django

from bench.figures import markdown_table, percentile
from bench.leagues.measure import client, statements
from bench.machine import here

LONGEST = 6.0  # seconds for one figure
FLAT = 1.3
TARGET_FLOOR = (
    2.0  # milliseconds: anything quicker than this at every size is flat, as the quotient of two noises means nothing
)


def pages() -> Mapping[str, tuple[str, bool]]:
    """Return, by name, the address of each page and whether the collector requests it (else a member with few matches
    does)."""
    from bench.growth.fill import COLLECTOR

    return {
        "home, of who has looked at no end": ("/", True),
        "home, of a member": ("/", False),
        "lobby": ("/tables/", True),
        "profile of who has played the most": (f"/people/{COLLECTOR}/", False),
        "people": ("/people/", True),
        "watch": ("/watch/", False),
        "archive": ("/archive/", False),
        "archive of one person": (f"/archive/?person={COLLECTOR}", False),
        "on to the next match": ("/next/", True),
        "leagues": ("/leagues/", True),
        "ratings": ("/ratings/", True),
        "settings": ("/account/settings/", True),
        "notices": ("/notices/", True),
        "choices about notices": ("/notices/settings/", True),
    }


def ticks() -> Mapping[str, Callable[[], Any]]:
    """Return what the workers run every few seconds, with nothing to do."""
    from games import tasks as games
    from leagues import tasks as leagues
    from leagues.services.ratings import ledger
    from masques_site.accounts import tasks as accounts
    from masques_site.notices import tasks as notices

    return {
        "sweep of matches, every 3 s": games.sweep,
        "sweep of notices, every 5 s": notices.sweep,
        "sweep of other notices, every 30 s": notices.sweep_others,
        "deliveries, every 3 s": _deliver,
        "sweep of leagues, every 5 s": leagues.sweep,
        "ratings, every 5 s": ledger.rate_due,
        "pauses, every 15 s": accounts.apply_pauses,
        "tables that nobody filled, every 60 s": games.expire_tables,
        "seats given up, every 60 s": leagues.fill_seats,
    }


def _deliver() -> None:
    """Send what is due, as the workers of the channels do."""
    from games import clock
    from masques_site.notices.services import delivering, leasing

    for channel, failing in leasing.due_now(clock.now()):
        delivering.deliver(channel, failing=failing)


def figures(requests: int) -> dict[str, tuple[int, float]]:
    """Return, by name, the statements and milliseconds of each page and each tick."""
    from bench.growth.fill import COLLECTOR, MEMBER
    from leagues.views.drawn import drawings
    from masques_site.accounts.models import User

    browsers = {True: client(User.objects.get(username=COLLECTOR)), False: client(User.objects.get(username=MEMBER))}
    found = {}
    for name, (path, by_collector) in pages().items():
        page = partial(_asked, browsers[by_collector], path)
        found[name] = _figure(page, requests, drawings.kept.clear)
    for name, tick in ticks().items():
        found[name] = _figure(tick, requests, lambda: None)
    return found


def _asked(browser: Any, address: str) -> None:
    answer = browser.get(address)
    if answer.status_code not in (200, 302):
        raise RuntimeError(f"{address}: {answer.status_code}")


def _figure(call: Callable[[], Any], times: int, before: Callable[[], Any]) -> tuple[int, float]:
    """Return the statements of a call, and how long the fastest quarter of calls took: others may use this machine."""
    call()
    asked = statements(call)
    took: list[float] = []
    while len(took) < times and sum(took) < LONGEST:
        before()
        began = time.perf_counter()
        call()
        took.append(time.perf_counter() - began)
    return asked, percentile(took, 25) * 1000


def table(sizes: Sequence[Sequence[int]], measured: Sequence[Mapping[str, tuple[int, float]]]) -> str:
    """Return a row for each page and tick, a column for each size."""
    head = ["what", "statements", *(f"{finished:,} and {running:,}" for finished, running in sizes), "last : first", ""]
    rows: list[Sequence[str]] = [head]
    for name in measured[0]:
        times = [found[name][1] for found in measured]
        growth = times[-1] / times[0]
        is_flat = growth <= FLAT or max(times) < TARGET_FLOOR
        most = str(max(found[name][0] for found in measured))
        columns = [f"{each:.1f} ms" for each in times]
        rows.append((name, most, *columns, f"{growth:.2f}", "flat" if is_flat else "BENDS"))
    return markdown_table(rows)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> None:
    """Read sizes and the number of requests from standard input, and write the table to standard output."""
    given = json.load(sys.stdin)
    django.setup()
    from django.db import connection

    from bench.growth.fill import fill

    measured = []
    for finished, running in given["sizes"]:
        fill(finished, running, everything=False, say=_say)
        measured.append(figures(given["requests"]))
    sys.stdout.write(f"{here()}; {connection.vendor}\n\n{table(given['sizes'], measured)}")


if __name__ == "__main__":
    main()
