"""Recompute the ratings of Masques from an open dump, and compare every number with it.

    python3 recompute_ratings.py masques-ratings-2026-11-01234567.jsonl.gz
    python3 recompute_ratings.py --sha256 0123... FILE

Python 3.9 or newer and nothing else. This is a second implementation: it shares no code with the site, and must come to
the same numbers, to the last digit. Exit code 0 if it does, 1 if something differs, 2 if the dump cannot be read.

How ratings are computed, version 2
-----------------------------------
The matches are in the order in which they are rated. A play of the real table is a line like a match, in a pool whose
name begins with "table"; it is in the place of its confirmation. For each:

1. A match that does not count (`counts`) changes nothing; nor does one that ended by agreement (`agreed`) before a
   quarter of its usual length, if nobody had left it.
2. A time-out within 72 hours (either way) of one of the same account that an earlier match has counted is a repeated
   absence, over all titles. The table is rated without a player who repeats one, if another player has left it as
   well; otherwise the match changes nothing.
3. A player who left is last of the whole table, bots included.
4. The model is Plackett-Luce as in Weng and Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
   Algorithm 4. Bots have a fixed mean and no doubt, and are never changed.
5. Where places are shared, omega and delta of the paper are their means over all orders of those who share one: the sum
   over every set of them that may be left to be placed, whose chance is 1 / C(k, m) for m of k.

Version 1 divided by the number of those who share a place, rated leavers apart, and did not count what was left before
a quarter. Every dump of version 2 has all older matches as well.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import sys
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Dict, List, Tuple

VERSION = 2
KAPPA = 0.0001  # the smallest factor by which a variance shrinks
SHOWN = 10  # differences that are printed


Json = Dict[str, Any]
Seats = List[Json]
Rating = Tuple[float, float, int]  # mean, deviation, number of matches
Key = Tuple[int, str, str]  # player, title, pool
Changes = Dict[int, Tuple[Rating, Rating]]  # player -> before and after


class BadDump(Exception):
    """The error for a file that is not a dump, or not a whole one."""


# Errors that a damaged file can raise.
UNREADABLE = (
    OSError, EOFError, ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError, zlib.error, BadDump
)  # fmt: skip


def plackett_luce(
    players: Sequence[tuple[float, float]], ranks: Sequence[int], beta: float, tau: float
) -> list[tuple[float, float]]:
    """Return the new (mean, deviation) of each of `players`, given as such pairs, who finished at `ranks` (1 is best,
    equal is tied).

    Sums are made in the order of the ranks, and in one rank from the weakest on: another order could change the last
    digit. math.fsum() is exact, so its order does not matter.
    """
    order = sorted(range(len(players)), key=lambda index: (ranks[index], players[index]))
    mu = [players[index][0] for index in order]
    sigma = [math.sqrt(players[index][1] * players[index][1] + tau * tau) for index in order]
    rank = [ranks[index] for index in order]
    everybody = range(len(order))

    total = 0.0
    for i in everybody:
        total += sigma[i] ** 2 + beta**2
    c = math.sqrt(total)
    strength = [math.exp(mu[i] / c) for i in everybody]

    omega, delta = [0.0] * len(order), [0.0] * len(order)
    for this in sorted(set(rank)):
        sharing = [i for i in everybody if rank[i] == this]
        behind = [i for i in everybody if rank[i] > this]
        shares: dict[int, list[float]] = {i: [] for i in sharing + behind}
        doubts: dict[int, list[float]] = {i: [] for i in sharing + behind}
        for size in range(1, len(sharing) + 1):
            chance = 1 / math.comb(len(sharing), size)
            for left in combinations(sharing, size):
                rest = 0.0
                for i in (*left, *behind):
                    rest += strength[i]
                for i in (*left, *behind):
                    share = strength[i] / rest
                    shares[i].append(chance * share)
                    doubts[i].append(chance * share * (1 - share))
        for i in sharing + behind:
            omega[i] += (1 if i in sharing else 0) - math.fsum(shares[i])
            delta[i] += math.fsum(doubts[i])

    found = [(0.0, 0.0)] * len(order)
    for i in everybody:
        variance = sigma[i] ** 2
        shrinking = delta[i] * (variance / c**2) * (math.sqrt(variance) / c)
        found[order[i]] = (
            mu[i] + omega[i] * (variance / c),
            sigma[i] * math.sqrt(max(1 - shrinking, KAPPA)),
        )
    return found


class Ratings:
    """All ratings after some matches. A rating is (mean, deviation, number of matches)."""

    def __init__(self, thresholds: Json) -> None:
        self.beta, self.tau = thresholds["beta"], thresholds["tau"]
        self.new: Rating = (thresholds["mu"], thresholds["sigma"], 0)
        self.short = thresholds["short_share"]
        self.episode = timedelta(hours=thresholds["episode_hours"])
        self.ratings: dict[Key, Rating] = {}
        self.last: dict[Key, str] = {}  # the match that changed it last
        self.absences: dict[int, list[datetime]] = {}  # player -> the moments of absences that were counted

    def apply(self, match: Json) -> tuple[str, Changes]:
        """Rate a match. Return its verdict, and the rating before and after of each player whom it moves."""
        seats = match["seats"]
        left = [seat for seat in seats if "left" in seat]
        stayed = [seat for seat in seats if "left" not in seat]
        again = {seat["player"] for seat in left if self.is_repeated(seat)}
        going = [seat for seat in left if seat["player"] not in again]
        changes: Changes = {}
        if match["counts"] and not self.is_short(match, left) and (going or not again):
            last = 1 + max((seat["place"] for seat in stayed), default=0)
            changes = self.rated(match, stayed + going, [seat["place"] for seat in stayed] + [last] * len(going))
        for seat in left:
            if seat["left"] == "timed_out" and seat["player"] in changes:
                self.absences.setdefault(seat["player"], []).append(datetime.fromisoformat(seat["left_at"]))
        for player, (_before, after) in changes.items():
            key = (player, match["title"], match["pool"])
            self.ratings[key], self.last[key] = after, match["match"]
        return self.verdict(match, left, again, changes), changes

    def verdict(self, match: Json, left: Seats, again: set[int], changes: Changes) -> str:
        if not match["counts"]:
            return "annulled"
        if self.is_short(match, left):
            return "short"
        if again:
            return "repeated"
        return "rated" if changes else "nobody"

    def is_short(self, match: Json, left: Seats) -> bool:
        return bool(match["agreed"] and not left and match["length"] < self.short * match["usual"])

    def is_repeated(self, seat: Json) -> bool:
        if seat["left"] != "timed_out":
            return False
        moment = datetime.fromisoformat(seat["left_at"])
        return any(abs(moment - counted) <= self.episode for counted in self.absences.get(seat["player"], ()))

    def rated(self, match: Json, seats: Seats, ranks: Sequence[int]) -> Changes:
        if len(seats) < 2:
            return {}
        before = [self.before(match, seat) for seat in seats]
        after = plackett_luce([(mu, sigma) for mu, sigma, _matches in before], ranks, self.beta, self.tau)
        return {
            seat["player"]: (old, (*new, old[2] + 1))
            for seat, old, new in zip(seats, before, after)
            if "player" in seat
        }

    def before(self, match: Json, seat: Json) -> Rating:
        if "bot" in seat:
            return (seat["bot"], 0.0, 0)
        return self.ratings.get((seat["player"], match["title"], match["pool"]), self.new)


class Comparison:
    """The comparison of a dump with the numbers computed from it."""

    def __init__(self) -> None:
        self.matches = self.changes = self.ratings = self.differences = 0

    def differs(self, what: str) -> None:
        """Count a difference; the first are printed."""
        self.differences += 1
        if self.differences <= SHOWN:
            print(what)

    def match(self, line: Json, verdict: str, changes: Changes) -> None:
        """Compare one match."""
        self.matches += 1
        if line["verdict"] != verdict:
            self.differs(f"match {line['match']}: the dump says {line['verdict']}, computed {verdict}")
        published = {one["player"]: (tuple(one["before"]), tuple(one["after"])) for one in line["changes"]}
        for player in sorted(published.keys() | changes.keys()):
            computed = None if player not in changes else (changes[player][0], changes[player][1][:2])
            self.changes += 1
            if published.get(player) != computed:
                self.differs(
                    f"match {line['match']}, player {player}: the dump says {published.get(player)}, "
                    f"computed {computed}"
                )

    def rating(self, line: Json, ratings: Ratings) -> None:
        """Compare one rating at the end."""
        self.ratings += 1
        key = (line["player"], line["title"], line["pool"])
        published = ((line["mu"], line["sigma"], line["matches"]), line["last"])
        computed = (ratings.ratings.pop(key, None), ratings.last.get(key))
        if published != computed:
            self.differs(f"player {key[0]} at {key[1]}, {key[2]}: the dump says {published}, computed {computed}")


def compare(lines: Iterator[Json]) -> Comparison:
    """Recompute the lines of a dump; return the comparison. Raises `BadDump`."""
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != 1:
        raise BadDump("it does not begin as a dump of format 1")
    if header["version"] != VERSION:
        raise BadDump(
            f"its ratings are of version {header['version']}, and this program computes version {VERSION}: take a dump "
            "and a program of the same time; later dumps have the same matches"
        )
    ratings, found, order = Ratings(header["thresholds"]), Comparison(), None
    for line in lines:
        if "match" in line:
            here = (datetime.fromisoformat(line["finished_at"]), line["match"])
            if order is not None and here <= order:
                found.differs(f"match {line['match']} is not in its place")
            order = here
            found.match(line, *ratings.apply(line))
            if found.matches % 10_000 == 0:
                print(f"{found.matches} of {header['matches']}", file=sys.stderr)
        else:
            found.rating(line, ratings)
    if found.matches != header["matches"]:
        found.differs(f"the dump announces {header['matches']} matches and holds {found.matches}")
    for key in ratings.ratings:
        found.differs(f"player {key[0]} at {key[1]}, {key[2]}: the dump has no rating")
    return found


def read(path: str) -> Iterator[Json]:
    """Yield the lines of a file, as values."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for text in file:
            yield json.loads(text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Recompute the ratings of Masques from an open dump.")
    parser.add_argument("file", help="the dump, a .jsonl.gz")
    parser.add_argument("--sha256", help="the hash that the file must have, as it is published with it")
    arguments = parser.parse_args()
    try:
        with open(arguments.file, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        print(f"SHA-256 {digest}")
        if arguments.sha256 and arguments.sha256.lower() != digest:
            raise BadDump(f"its SHA-256 should be {arguments.sha256}")
        found = compare(read(arguments.file))
    except UNREADABLE as error:
        print(f"{arguments.file} cannot be read: {error}", file=sys.stderr)
        return 2
    print(f"{found.matches} matches, {found.changes} changes, {found.ratings} ratings: ", end="")
    print(f"{found.differences} differences" if found.differences else "all as computed")
    return 1 if found.differences else 0


if __name__ == "__main__":
    sys.exit(main())
