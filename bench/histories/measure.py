"""Measures a match with a long log in a process with its own database: `python -m bench.histories.measure`."""

import gzip
import json
import sys
from functools import partial
from typing import Any

import django

from bench.figures import markdown_table
from bench.leagues.measure import client, cpu, statements
from bench.machine import here

HEADER = ("page", "asked by", "statements", "kB", "kB as served", "CPU, log not read yet", "CPU, log read")
FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial"}


def pages(plies: int) -> dict[str, tuple[str, bool]]:
    """Return, by name, the rest of the address and whether the page's script requests a fragment."""
    middle = plies // 2
    return {
        "the match": ("", False),
        "the match again, by its script": ("", True),
        "history, first view": ("history/", False),
        "history, another ply": (f"history/?ply={middle}", False),
        "a step back and forth, by its script": (f"history/?ply={middle}", True),
        "more of the list, by its script": (f"history/?ply={middle}&before={middle // 2}", True),
        "the record": ("record.txt", False),
    }


def rows(requests: int) -> list[tuple[str, ...]]:
    """Return table rows with what each page costs for a player and for a visitor."""
    from bench.histories.long_match import PLIES, SEATS, long_match
    from bench.leagues.rows import people
    from games.selectors import matches
    from games.views import spectators

    users = people(SEATS)
    match = long_match(users)
    found: list[tuple[str, ...]] = [HEADER]

    def forget() -> None:
        matches._replay_cache.replays.clear()
        spectators.drawings.kept.clear()

    for name, (path, fragment) in pages(PLIES).items():
        for who, browser in {"a visitor": client(), "a player": client(users[0])}.items():
            page = partial(asked, browser, f"/matches/{match.pk}/{path}", FRAGMENT if fragment else {})
            cold = cpu(page, requests, forget)
            page()
            warm = cpu(page, requests, spectators.drawings.kept.clear)
            content = page()
            size, served = (f"{len(each) / 1000:.1f}" for each in (content, gzip.compress(content, 6)))
            found.append((name, who, str(statements(page)), size, served, f"{cold:.0f} ms", f"{warm:.0f} ms"))
    return found


def asked(browser: Any, address: str, headers: dict[str, str]) -> bytes:
    """Return the body of an answer, which must be a page."""
    answer = browser.get(address, headers=headers)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    content: bytes = answer.content
    return content


def main() -> None:
    """Read the number of requests from standard input, and write the table to standard output."""
    requests = json.load(sys.stdin)
    django.setup()
    from django.db import connection

    machine = f"{here()}; {connection.vendor}; a match of 700 plies; median of {requests} requests"
    sys.stdout.write("\n\n".join([machine, markdown_table(rows(requests))]))


if __name__ == "__main__":
    main()
