"""Ladders, in which each level plays a duel with the level below it, and sequential probability ratio tests (SPRT)."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.bots.arena import Strength, bot_named, derive_seed, play_blocks, strengths
from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS
from games.bots.result_store import ResultStore
from games.bots.tally import Duel, Tally
from games.core.title.game import Game

ERROR_RATE = 0.05  # of the sequential test, for both kinds of errors
MIN_BLOCKS = 10  # before the sequential test decides: fewer give no useful estimate of the variance

Progress = Callable[[str, int], None]
"""Called with the name of the running duel and the number of blocks played."""


@dataclass(frozen=True, slots=True)
class Step:
    """A duel of `level` with the weaker level `below`; `result` is that of `level`."""

    level: str
    below: str
    result: Strength
    matches: int
    effort: str


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """The parameters of a run of the arena."""

    game: Game
    seats: int
    settings: Mapping[str, str]
    blocks: int
    seed: int
    jobs: int
    store: ResultStore | None = None


def elo(share: float, matches: int) -> float:
    """Return the Elo difference for a share of won pairings. Shares of 0 and 1 count as if half a match had gone the
    other way."""
    least = 0.5 / matches
    share = min(1.0 - least, max(least, share))
    return 400.0 * math.log10(share / (1.0 - share))


def neighbour_duels(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Return the duels of a ladder, the weakest first: (level, level below)."""
    return list(zip(levels[1:], levels, strict=False))


def doubled_effort_duels(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Return the duels of every level with adjustable effort: with twice its effort against itself."""
    return [(f"{level}*2", level) for level in levels if isinstance(LEVELS[level], LevelBot)]


def play_ladder(plan: ArenaPlan, duels: Sequence[tuple[str, str]], progress: Progress) -> Iterator[Step]:
    """Yield a step for each of the duels, after playing it. The stronger level has one seat, the weaker one the others;
    all seats are rotated."""
    for level, below in duels:
        seed = derive_seed(plan.seed, "ladder", level, plan.seats) >> 32
        duel = Duel(plan.game, (level, *[below] * (plan.seats - 1)), plan.settings, seed)
        results = []
        for result in play_blocks(duel, plan.blocks, plan.jobs, plan.store):
            results.append(result)
            progress(f"{level} and {below}", len(results))
        strength = next(line for line in strengths(results, seed) if line.level == level)
        yield Step(level, below, strength, plan.blocks * plan.seats, effort(plan.game, level))


def effort(game: Game, level: str) -> str:
    """Return the effort of a level's decisions in a few words; empty if there is no such level."""
    bot = bot_named(level)
    return bot.effort(game) if bot else ""


# The Markdown table.

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


def markdown_table(steps: Sequence[Step], lowest: str = "") -> list[str]:
    """Return the steps as lines of a Markdown table; if `lowest` is given, with Elo points relative to that level."""
    rows = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
    total = 0.0
    if lowest:
        rows.append(f"| {lowest} | 0" + " |" * (len(COLUMNS) - 1))
    for step in steps:
        result, matches = step.result, step.matches
        difference = elo(result.share, matches)
        total += difference
        low, high = elo(result.low, matches), elo(result.high, matches)
        rows.append(
            f"| {step.level} | {f'{total:.0f}' if lowest else ''} | {step.below} | {result.share:.1%} "
            f"| {result.low:.1%} to {result.high:.1%} | {difference:+.0f} | {low:+.0f} to {high:+.0f} "
            f"| {result.first_place_share:.1%} | {result.mean:.3f} | {result.longest:.3f} | {step.effort} "
            f"| {matches} |"
        )
    return rows


def replace_section(text: str, name: str, lines: Sequence[str]) -> str:
    """Return `text` with `lines` in section `name`, between its comments; a missing section is appended."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    section = "\n".join([begin, *lines, end])
    before, found, rest = text.partition(begin)
    if not found:
        return f"{text.rstrip()}\n\n{section}\n"
    return before + section + rest.partition(end)[2]


# A sequential test.


def log_likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Return the log-likelihood ratio of `high` against `low` Elo points, by the normal approximation, from the share
    of each block."""
    count = len(shares)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) / count
    if spread == 0.0:
        spread = 0.25 / count
    zero, one = 1.0 / (1.0 + math.pow(10.0, -low / 400.0)), 1.0 / (1.0 + math.pow(10.0, -high / 400.0))
    return count * (one - zero) * (2.0 * mean - zero - one) / (2.0 * spread)


def sprt_result(shares: Sequence[float], low: float, high: float) -> int:
    """Return 1 if the test accepts `high`, -1 if it accepts `low`, 0 if it needs more blocks."""
    if len(shares) < MIN_BLOCKS:
        return 0
    bound = math.log((1.0 - ERROR_RATE) / ERROR_RATE)
    ratio = log_likelihood_ratio(shares, low, high)
    return 1 if ratio >= bound else -1 if ratio <= -bound else 0


def share_of(result: Mapping[str, Tally], level: str) -> float:
    """Return the share of pairings that `level` won in one block."""
    tally = result[level]
    return tally.wins / tally.pairings
