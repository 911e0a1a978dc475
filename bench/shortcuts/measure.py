"""Measures each fast path beside the plain way, on a database of its own: `python -m bench.shortcuts.measure`."""

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count, islice
from typing import Any

import django

from bench.figures import markdown_table
from bench.machine import here

HEADER = ("what is kept or cut short", "work", "pairs", "CPU ms with it", "without it", "without / with (95 %)", "")
SEATS = 2
FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial"}
WORKS = 3  # measured of each pair
LONGEST = 60  # moves of a match
FIRST = 6  # moves that are not measured: templates are compiled, statements made
T_95 = 2.0
"""The two-sided 95 % quantile of Student's t, for the sixty and more pairs of a row."""

Way = Callable[[], AbstractContextManager[object]]


def rows(pairs: int, only: list[str]) -> Iterator[tuple[str, ...]]:
    """A row for each way and each kind of work."""
    from bench.shortcuts.ways import WAYS
    from games.registry import TITLES

    yield HEADER
    for number, (name, plain) in enumerate(WAYS.items()):
        if only and name not in only:
            continue
        took: dict[str, list[tuple[float, float]]] = {}
        for title in TITLES:
            for work, pair in islice(pairs_of(title, number, plain), pairs * WORKS):
                took.setdefault(work, []).append(pair)
        yield from (row(name, work, found) for work, found in took.items())


def pairs_of(title: str, seed: int, plain: Way) -> Iterator[tuple[str, tuple[float, float]]]:
    """Pairs of CPU milliseconds without end, of one match after the other."""
    for number in count():
        yield from pairs_of_match(title, f"{title}-{seed}-{number}-", plain)


def pairs_of_match(title: str, name: str, plain: Way) -> Iterator[tuple[str, tuple[float, float]]]:
    """Pairs of CPU milliseconds, with the fast path and by the plain way, of what happens at each two moves of a match
    that follow each other, of which chance says which one takes the plain way."""
    from bench.leagues.measure import client
    from bench.leagues.rows import people
    from bench.site.inside import new_match, random_moves

    users = people(SEATS, name)
    match, chance = new_match(title, users), random.Random(name)
    path, browsers = f"/matches/{match.pk}/", [client(users[0]), client(users[1]), client()]
    moves = iter(random_moves(match, LONGEST, chance))

    def happens(move: dict[str, Any], way: Way) -> dict[str, float]:
        """A move, then the fragments of both seats and of a visitor."""
        with way():
            return {
                "a move": cpu(partial(play, match.pk, users, move)),
                "fragments of two seats": cpu(partial(fragments, browsers[:2], path)),
                "a visitor's fragment": cpu(partial(fragments, browsers[2:], path)),
            }

    for move in islice(moves, FIRST):
        happens(move, nullcontext)
    for one, other in zip(moves, moves, strict=False):
        ways = [nullcontext, plain]
        chance.shuffle(ways)
        took = dict(zip(ways, (happens(one, ways[0]), happens(other, ways[1])), strict=True))
        yield from ((work, (took[nullcontext][work], took[plain][work])) for work in took[plain])


def cpu(call: Callable[[], object]) -> float:
    """The CPU milliseconds of the process for a call."""
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000


def row(name: str, work: str, pairs: list[tuple[float, float]]) -> tuple[str, ...]:
    """Means, and the ratio with its interval from the logarithms of the pairs' own."""
    ratios = [math.log(without / fast) for fast, without in pairs]
    mean, spread = statistics.fmean(ratios), T_95 * statistics.stdev(ratios) / math.sqrt(len(ratios))
    low, high = math.exp(mean - spread), math.exp(mean + spread)
    fast, without = (statistics.fmean(times) for times in zip(*pairs, strict=True))
    told = "" if low > 1 else "slower with it" if high < 1 else "cannot be told from nothing"
    return (
        name,
        work,
        str(len(pairs)),
        f"{fast:.2f}",
        f"{without:.2f}",
        f"{math.exp(mean):.3f} ({low:.3f} to {high:.3f})",
        told,
    )


def play(match_id: str, users: list[Any], move: dict[str, Any]) -> None:
    """Play a move for good."""
    from games.services.match import play as service

    service.play(
        actor=users[move["seat"]],
        match_id=match_id,
        seat=move["seat"],
        text=move["text"],
        seen=move["seen"],
        client_move_id=move["client_move_id"],
    )


def fragments(browsers: list[Any], path: str) -> None:
    """What each browser asks for after a move."""
    for browser in browsers:
        response = browser.get(path, headers={**FRAGMENT, "Accept-Encoding": "gzip"})
        assert response.status_code == 200, response


def main() -> None:
    """Read how many pairs a title, and the names of the ways, from standard input; print the table."""
    django.setup()
    pairs, only = json.load(sys.stdin)
    from django.db import connection

    machine = f"{here()}; {connection.vendor}; matches of {SEATS} seats"
    sys.stdout.write("\n\n".join([machine, markdown_table(rows(pairs, only))]))


if __name__ == "__main__":
    main()
