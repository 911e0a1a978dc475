"""Compares each fast path with the plain way, on its own database: `python -m bench.shortcuts.measure`."""

import json
import math
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING

import django

from bench.figures import markdown_table
from bench.machine import here

if TYPE_CHECKING:
    from bench.shortcuts.ways import Context, Way
    from bench.shortcuts.works import Move, Server, Table

HEADER = ("what is kept or cut short", "work", "pairs", "ms with it", "without it", "without / with (95 %)", "")
LONGEST = 60  # moves of a match
T_95 = 2.0
"""The two-sided 95 % quantile of Student's t, for the sixty and more pairs of a row."""

Took = dict[str, float]
"""The milliseconds of each work."""


def rows(pairs: int, only: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each way and each kind of work."""
    from bench.shortcuts.ways import ways_here
    from bench.shortcuts.works import Server
    from games.registry import TITLES

    yield HEADER
    server = Server()
    for number, (name, way) in enumerate(ways_here(server).items()):
        if only and name not in only:
            continue
        took: dict[str, list[tuple[float, float]]] = {work: [] for work in way.works}
        for title in TITLES:
            for fast, plain in islice(pairs_of(title, number, way, server), pairs):
                for work, pairs_of_work in took.items():
                    pairs_of_work.append((fast[work], plain[work]))
        yield from (row(name, work, found, way.unit) for work, found in took.items())


def pairs_of(title: str, seed: int, way: "Way", server: "Server") -> Iterator[tuple[Took, Took]]:
    """Yield, without end and match after match, the time of two moves and of what follows them."""
    for number in count():
        yield from pairs_of_match(title, f"{title}-{seed}-{number}-", way, server)


def pairs_of_match(title: str, name: str, way: "Way", server: "Server") -> Iterator[tuple[Took, Took]]:
    """Yield the time with the fast path and the plain way at each two consecutive moves of a match; which of them is
    plain is random."""
    from bench.shortcuts.works import FIRST_MOVES, Table
    from bench.site.inside import random_moves

    table, chance = Table(title, name, server), random.Random(name)
    moves = iter(random_moves(table.match, LONGEST, chance))
    for move in islice(moves, FIRST_MOVES):
        happens(table, move, way, nullcontext)
    for one, other in zip(moves, moves, strict=False):
        contexts: list[Context] = [nullcontext, way.plain]
        chance.shuffle(contexts)
        first, second = happens(table, one, way, contexts[0]), happens(table, other, way, contexts[1])
        yield (first, second) if contexts[0] is nullcontext else (second, first)


def happens(table: "Table", move: "Move", way: "Way", context: "Context") -> Took:
    """Play a move, then do the other works of `way`; return the time of each."""
    from bench.shortcuts.works import A_MOVE, ASKING, MOVING

    took: Took = {}
    with context():
        mover = next((name for name in MOVING if name in way.works), A_MOVE)
        took[mover] = milliseconds(partial(MOVING[mover], table, move), way.clock)
        for work in way.works:
            if work in ASKING:
                took[work] = milliseconds(partial(ASKING[work], table), way.clock)
    return took


def milliseconds(call: Callable[[], float | None], clock: Callable[[], float]) -> float:
    """Make the call; return the milliseconds that it reports, or that this clock measures."""
    began = clock()
    own = call()
    return (clock() - began) * 1000 if own is None else own


def row(name: str, work: str, pairs: list[tuple[float, float]], unit: str) -> tuple[str, ...]:
    """Return the means, and the ratio with its confidence interval from the logarithms of the pairs' ratios."""
    ratios = [math.log(without / fast) for fast, without in pairs]
    mean, spread = statistics.fmean(ratios), T_95 * statistics.stdev(ratios) / math.sqrt(len(ratios))
    low, high = math.exp(mean - spread), math.exp(mean + spread)
    fast, without = (statistics.fmean(times) for times in zip(*pairs, strict=True))
    told = "" if low > 1 else "slower with it" if high < 1 else "cannot be told from nothing"
    return (
        name,
        f"{work}, {unit}",
        str(len(pairs)),
        f"{fast:.2f}",
        f"{without:.2f}",
        f"{math.exp(mean):.3f} ({low:.3f} to {high:.3f})",
        told,
    )


def main() -> None:
    """Read how many pairs a title, and the names of the ways, from standard input; print the table."""
    django.setup()
    pairs, only = json.load(sys.stdin)
    from django.db import connection

    machine = f"{here()}; {connection.vendor}; matches of two seats"
    sys.stdout.write("\n\n".join([machine, markdown_table(rows(pairs, only))]))


if __name__ == "__main__":
    main()
