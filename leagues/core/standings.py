"""The order of a division, and the reason for it: points, then the tie-breaks in order.

A season stores the order of its criteria (`Criterion`; FIDE's names where FIDE has them, Handbook C.07).

`SCORING_VERSION` numbers these definitions, and the rounding of `leagues.core.points`. A season stores the version that
it was made with.

Per match (after results were removed), points, wins and Sonneborn-Berger are divided by the number of matches.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from games.core.text import Text, _
from leagues.core.points import Scale
from leagues.core.results import Result
from leagues.core.tally import Tally

Value = int | Fraction

SCORING_VERSION = 1
"""Rises when a criterion or the rounding of points is defined differently; seasons of earlier versions keep theirs."""

LONGEST_CODE = 16  # that a table can store


@dataclass(frozen=True, kw_only=True)
class Row:
    """All that is known of a criterion.

    `code` is stored and exported. `name` and `meaning` are what people read in standings, in forms and among the rules.
    `measure` is the value for the player with an index of a ranking, `show` writes it for people. `only_swiss`: only
    where rounds are drawn by points; `only_scores`: only where there are scores; `is_usual`: new leagues begin with it.
    """

    code: str
    name: Text
    meaning: Text
    measure: Callable[["Ranking", int], Value | None]
    show: Callable[[Fraction, Scale], str]
    is_lowest_first: bool = False
    only_swiss: bool = False
    only_scores: bool = False
    is_usual: bool = True

    def __post_init__(self) -> None:
        if not 0 < len(self.code) <= LONGEST_CODE:
            raise ValueError(f"The criterion “{self.name}” needs a code of at most {LONGEST_CODE} letters.")


def in_points(value: Fraction, scale: Scale) -> str:
    """Return points, or a sum of them, as text."""
    return scale.show(value)


def in_half_points(value: Fraction, scale: Scale) -> str:
    """Return half points as text, in points."""
    return f"{float(value / 2):g}"


def in_percent(value: Fraction, scale: Scale) -> str:
    """Return a share of the whole as text, in percent."""
    return f"{float(value):.0%}"


def as_number(value: Fraction, scale: Scale) -> str:
    """Return a number of things, or their mean, as text."""
    return f"{float(value):.3g}" if value.denominator > 1 else str(value)


@lru_cache(maxsize=4096)
def lot(seed: str, player: int) -> int:
    """Return the number that `player` draws: the first four bytes of the SHA-256 of ``seed:player``, for anybody to
    check."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{player}".encode()).digest()[:4], "big")


@unique
class Criterion(StrEnum):
    """The tie-breaks, with a row each, in the usual order. Each only separates players who are level by all before it,
    and none is tried again later on."""

    row: Row

    def __new__(cls, row: Row) -> Self:
        self = str.__new__(cls, row.code)
        self._value_, self.row = row.code, row
        return self

    POINTS = Row(
        code="points",
        name=_("Points"),
        meaning=_("The total for the places in all matches."),
        measure=lambda ranking, i: ranking.points(i),
        show=in_points,
    )
    # Byes, and wins by forfeit, are among them.
    WINS = Row(
        code="wins",
        name=_("Wins"),
        meaning=_("Outright first places (not shared)."),
        measure=lambda ranking, i: ranking.per_match(ranking.tally.wins[i], i),
        show=as_number,
    )
    # See `split_by_meetings`.
    HEAD_TO_HEAD = Row(
        code="head_to_head",
        name=_("Head-to-head"),
        meaning=_("Points from matches between the players who are still tied."),
        measure=lambda ranking, i: ranking.first_meetings(i),
        show=in_half_points,
    )
    # For each round a player gets the mean of the opponents' adjusted scores (with two seats: the one opponent's), and
    # Buchholz is the sum over the rounds, Cut-1 without the lowest of them. An adjusted score counts half a win for
    # every unplayed round. A player's own unplayed round is taken as played against a dummy opponent with the player's
    # own adjusted score.
    BUCHHOLZ_CUT_1 = Row(
        code="buchholz_cut_1",
        name=_("Buchholz Cut-1"),
        meaning=_("The total points of all opponents except the lowest."),
        measure=lambda ranking, i: ranking.buchholz(i, cut=1),
        show=in_points,
        only_swiss=True,
    )
    BUCHHOLZ = Row(
        code="buchholz",
        name=_("Buchholz"),
        meaning=_("The total points of all opponents."),
        measure=lambda ranking, i: ranking.buchholz(i),
        show=in_points,
        only_swiss=True,
    )
    # In matches of more than two seats each of the others counts.
    SONNEBORN_BERGER = Row(
        code="sonneborn_berger",
        name=_("Sonneborn-Berger"),
        meaning=_("The points of every opponent beaten, plus half the points of every opponent tied with."),
        measure=lambda ranking, i: ranking.sonneborn_berger(i),
        show=in_points,
    )
    # Of the winner's score; 0 without a match that has scores.
    SCORE_SHARE = Row(
        code="score_share",
        name=_("Share of the winner’s score"),
        meaning=_("The average over all matches with scores."),
        measure=lambda ranking, i: ranking.tally.share[i] / max(1, ranking.tally.shared[i]),
        show=in_percent,
        only_scores=True,
    )
    TIMEOUTS = Row(
        code="timeouts",
        name=_("Time-outs"),
        meaning=_("How often time ran out; fewer is better."),
        measure=lambda ranking, i: ranking.tally.timeouts[i],
        show=as_number,
        is_lowest_first=True,
    )
    # The lowest number comes first: see `lot`.
    LOT = Row(
        code="lot",
        name=_("Drawing of lots"),
        meaning=_("Drawn from the season’s published seed."),
        measure=lambda ranking, i: lot(ranking.seed, ranking.tally.players[i]),
        show=as_number,
        is_lowest_first=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a division's standings. `criteria` are applied in this order; `per_match`: the order is by points
    per match."""

    scale: Scale
    criteria: tuple[Criterion, ...]
    per_match: bool = False


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A comparison among tied players, from one player's side.

    `among` are the tied, ascending; `half_points` were made against them, and `missing` is how many more meetings with
    them there would be if every pair had met as often as the one that met most.
    """

    among: tuple[int, ...]
    half_points: int
    missing: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    `points` is the plain sum in the scale's integers. `values` has a value for each of the rules' criteria, in the
    order of `Rules.criteria`: points (per match, if the rules say so), Buchholz and Sonneborn-Berger in the scale's
    units, head to head in half points of the first of `head_to_head` (None for a player who was never tied), the score
    share from 0 to 1. `head_to_head` has the comparisons this player took part in, each among fewer players than the
    one before. `decided_by` is the criterion that put this player before the next; None in the last line.
    """

    rank: int
    player: int
    matches: int
    points: int
    values: dict[Criterion, Value | None]
    head_to_head: tuple[HeadToHead, ...]
    decided_by: Criterion | None


def standings(players: Sequence[int], results: Iterable[Result], rules: Rules, seed: str) -> list[Standing]:
    """Return the lines of the standings, best first. The order of `players` and `results` makes no difference.

    Raises LeagueError if a player or match is named twice, or a match that counts has another player in it.
    """
    tally = Tally.of(sorted(players), results, rules.scale)
    ranking = Ranking(tally, rules, seed)
    return [_standing(ranking, rank, i) for rank, i in enumerate(ranking.order, start=1)]


class Ranking:
    """A tally put in order.

    `order` has indices of the tally's players, best first; `decided_by[i]` is the criterion that put i before the next;
    `comparisons` what `split_by_meetings` found about tied players, in the order in which they were compared.
    """

    __slots__ = ("comparisons", "decided_by", "order", "rules", "seed", "tally")

    tally: Tally
    rules: Rules
    seed: str

    def __init__(self, tally: Tally, rules: Rules, seed: str) -> None:
        self.tally = tally
        self.rules = rules
        self.seed = seed
        self.decided_by: dict[int, Criterion] = {}
        self.comparisons: list[dict[int, tuple[int, int]]] = []
        self.order = self._ordered(list(range(len(tally.players))), rules.criteria)

    def points(self, i: int) -> Value:
        """Return points, per match if the rules say so."""
        return self.per_match(self.tally.points[i], i)

    def first_meetings(self, i: int) -> int | None:
        """Return the half points of i's first comparison among the tied, once all are in order; None for a player who
        was never tied."""
        return next((compared[i][0] for compared in self.comparisons if i in compared), None)

    def sonneborn_berger(self, i: int) -> Value:
        """Return the points of those whom i beat, and half of those whom i tied with."""
        rows = self.tally.ahead[i].items()
        if not self.rules.per_match:
            points = self.tally.points
            return Fraction(sum(half_points * points[j] for j, half_points in rows), 2)
        total = sum((half_points * self.points(j) for j, half_points in rows), Fraction(0))
        return self.per_match(Fraction(total) / 2, i)

    def buchholz(self, i: int, *, cut: int = 0) -> Fraction:
        """Return Buchholz without the lowest `cut` rounds."""
        adjusted = self.tally.adjusted
        rounds = [
            Fraction(sum(map(adjusted, others)), len(others)) if others else Fraction(adjusted(i))
            for others in self.tally.opponents[i]
        ]
        return sum(sorted(rounds)[cut:], Fraction(0))

    def per_match(self, total: Value, i: int) -> Value:
        """Return a total, divided by the number of i's matches if the rules say so."""
        return Fraction(total) / max(1, self.tally.matches[i]) if self.rules.per_match else total

    def _ordered(self, tied: list[int], criteria: Sequence[Criterion]) -> list[int]:
        """Return the `tied`, who are level by all other criteria, in order; store what decided."""
        if len(tied) < 2 or not criteria:
            return tied
        levels = self._levels(tied, criteria[0])
        for level in levels:
            level[:] = self._ordered(level, criteria[1:])
        for level in levels[:-1]:
            self.decided_by[level[-1]] = criteria[0]
        return [i for level in levels for i in level]

    def _levels(self, tied: list[int], criterion: Criterion) -> list[list[int]]:
        """Return the tied divided by a criterion, best first."""
        if criterion is Criterion.HEAD_TO_HEAD:
            return self._by_meetings(tied)
        levels: dict[Any, list[int]] = {}
        for i in tied:
            levels.setdefault(criterion.row.measure(self, i), []).append(i)
        return [levels[key] for key in sorted(levels, reverse=not criterion.row.is_lowest_first)]

    def _by_meetings(self, tied: list[int]) -> list[list[int]]:
        """Return the tied divided by their meetings, and each part again by its own; store the comparisons."""
        compared, levels = split_by_meetings(self.tally, tied)
        self.comparisons.append(compared)
        if len(levels) == 1:
            return levels
        return [part for level in levels for part in (self._by_meetings(level) if len(level) > 1 else [level])]


def split_by_meetings(tally: Tally, tied: Sequence[int]) -> tuple[dict[int, tuple[int, int]], list[list[int]]]:
    """Return how players compare by their meetings: (half points, missing meetings) of each, and their levels.

    Two players meet in each match that both sit in: the one who comes before the other gets two half points, and each
    gets one for a tie. For two seats these are the points of the matches among the tied. If some pairs have met less
    often than the pair that met most often, the missing meetings could go either way, and a line is drawn between two
    levels only if they could not change it: the least that anyone above can have is more than the most that anyone
    below can have (FIDE's rule for a direct encounter when not all have met).
    """
    met = {i: [tally.met[i].get(j, 0) for j in tied if j != i] for i in tied}
    most = max(map(max, met.values()))
    whole = most * (len(tied) - 1)
    ahead = tally.ahead
    compared = {i: (sum(ahead[i].get(j, 0) for j in tied), whole - sum(met[i])) for i in tied}
    ranked = sorted(tied, key=lambda i: -compared[i][0])
    levels = [[ranked[0]]]
    for position, i in enumerate(ranked[1:], start=1):
        least_above = compared[ranked[position - 1]][0]
        most_below = max(compared[j][0] + 2 * compared[j][1] for j in ranked[position:])
        if least_above > most_below:
            levels.append([])
        levels[-1].append(i)
    return compared, [sorted(level) for level in levels]


def _standing(ranking: Ranking, rank: int, i: int) -> Standing:
    tally = ranking.tally
    meetings = tuple(
        HeadToHead(tuple(tally.players[j] for j in sorted(compared)), *compared[i])
        for compared in ranking.comparisons
        if i in compared
    )
    values = {criterion: criterion.row.measure(ranking, i) for criterion in ranking.rules.criteria}
    return Standing(
        rank, tally.players[i], tally.matches[i], tally.points[i], values, meetings, ranking.decided_by.get(i)
    )
