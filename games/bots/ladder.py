"""A ladder of all levels, each step a duel with the level below; and tests that stop as soon as they can tell."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.bots.arena import Strength, bot_named, number, play_blocks, strengths
from games.bots.kept import Kept
from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS
from games.bots.tally import Duel, Tally
from games.core.game import Game

SURE = 0.05  # how often the sequential test may err, on either side
LEAST_BLOCKS = 10  # before its estimate of the spread is of use

Progress = Callable[[str, int], None]
"""Hears which duel is on its way, and how many blocks are played."""


@dataclass(frozen=True, slots=True)
class Step:
    """A duel of `level` with the one it should beat; shares and intervals of `level`."""

    level: str
    below: str
    result: Strength
    matches: int
    effort: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a ladder is made of."""

    game: Game
    seats: int
    settings: Mapping[str, str]
    blocks: int
    seed: int
    jobs: int
    kept: Kept | None = None


def elo(share: float, matches: int) -> float:
    """A share of won meetings as a difference of Elo points; a share of all or nothing as if half a match went the
    other way."""
    least = 0.5 / matches
    share = min(1.0 - least, max(least, share))
    return 400.0 * math.log10(share / (1.0 - share))


def pairs(levels: Sequence[str]) -> list[tuple[str, str]]:
    """The duels of a ladder, weakest first: (level, level below)."""
    return list(zip(levels[1:], levels, strict=False))


def doubled(levels: Sequence[str]) -> list[tuple[str, str]]:
    """The duels of every level that thinks with itself, given twice the effort."""
    return [(f"{level}*2", level) for level in levels if isinstance(LEVELS[level], LevelBot)]


def climb(plan: Plan, duels: Sequence[tuple[str, str]], progress: Progress) -> Iterator[Step]:
    """Play the duels: one seat of the stronger level, the others of the weaker one, all seats rotated."""
    for level, below in duels:
        seed = number(plan.seed, "ladder", level, plan.seats) >> 32
        duel = Duel(plan.game, (level, *[below] * (plan.seats - 1)), plan.settings, seed)
        results = []
        for result in play_blocks(duel, plan.blocks, plan.jobs, plan.kept):
            results.append(result)
            progress(f"{level} and {below}", len(results))
        strength = next(line for line in strengths(results, seed) if line.level == level)
        yield Step(level, below, strength, plan.blocks * plan.seats, effort(plan.game, level))


def effort(game: Game, level: str) -> str:
    """What a level does for a decision, in a few words."""
    bot = bot_named(level)
    return bot.effort(game) if bot else ""


# The table.

COLUMNS = (
    "level",
    "Elo",
    "against",
    "wins against it",
    "95 %",
    "step in Elo",
    "95 %",
    "first places",
    "seconds, mean",
    "longest",
    "effort",
    "matches",
)


def markdown(steps: Sequence[Step], lowest: str = "") -> list[str]:
    """The steps as rows of Markdown; with `lowest`, its Elo is 0 and the others' are summed up."""
    rows = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
    height = 0.0
    if lowest:
        rows.append(f"| {lowest} | 0" + " |" * (len(COLUMNS) - 1))
    for step in steps:
        result, matches = step.result, step.matches
        rise = elo(result.share, matches)
        height += rise
        low, high = elo(result.low, matches), elo(result.high, matches)
        rows.append(
            f"| {step.level} | {f'{height:.0f}' if lowest else ''} | {step.below} | {result.share:.1%} "
            f"| {result.low:.1%} to {result.high:.1%} | {rise:+.0f} | {low:+.0f} to {high:+.0f} | {result.firsts:.1%} "
            f"| {result.mean:.3f} | {result.longest:.3f} | {step.effort} | {matches} |"
        )
    return rows


def replace_section(text: str, name: str, lines: Sequence[str]) -> str:
    """`text` with `lines` between the two comments that mark section `name`; at its end if there are none yet."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    section = "\n".join([begin, *lines, end])
    before, found, rest = text.partition(begin)
    if not found:
        return f"{text.rstrip()}\n\n{section}\n"
    return before + section + rest.partition(end)[2]


# A sequential test.


def likelihood(shares: Sequence[float], low: float, high: float) -> float:
    """The log-likelihood ratio of the share for `high` Elo points to that for `low`, by the normal law, from the
    share that each block gave."""
    count = len(shares)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) / count
    if spread == 0.0:
        spread = 0.25 / count
    zero, one = 1.0 / (1.0 + math.pow(10.0, -low / 400.0)), 1.0 / (1.0 + math.pow(10.0, -high / 400.0))
    return count * (one - zero) * (2.0 * mean - zero - one) / (2.0 * spread)


def verdict(shares: Sequence[float], low: float, high: float) -> int:
    """1 when the shares speak for `high`, -1 when for `low`, 0 while both are possible."""
    if len(shares) < LEAST_BLOCKS:
        return 0
    bound = math.log((1.0 - SURE) / SURE)
    ratio = likelihood(shares, low, high)
    return 1 if ratio >= bound else -1 if ratio <= -bound else 0


def share_of(result: Mapping[str, Tally], level: str) -> float:
    """The share of meetings that `level` won in one block."""
    tally = result[level]
    return tally.won / tally.met
