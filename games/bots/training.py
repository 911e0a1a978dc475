"""Fits a title's evaluation to matches that its bots play against themselves.

The evaluation is a sum for each seat: one weight for each of its features (`Knowledge.features`). The chances to win
are the soft-max of these sums: a conditional logit model (McFadden 1974), fitted by Newton's method with a small ridge,
so that features nobody had keep the weight 0.
"""

import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import exp, log
from multiprocessing import get_context
from pathlib import Path

from games.bots.arena import bot_named, derive_seed, play_out
from games.core.engine.dealer import Dealer
from games.core.engine.state import State
from games.core.title.game import Game
from games.core.title.thinker import InformationSet

RIDGE = 3.0  # of the penalty on squared weights, in positions
STEPS = 25  # of Newton's method at most
SMALL = 1e-6  # a step that changes no weight by more is the last one
BANDS = 10  # of the calibration

Features = tuple[tuple[int, ...], ...]
"""By seat: the numbers of its features."""


@dataclass(frozen=True, slots=True)
class Position:
    """The features of a position, and the share of the victory that each seat had in the end."""

    features: Features
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Matches of one level against itself; each follows from `seed` and its number alone."""

    game: Game
    level: str
    seats: int
    seed: int


def play(plan: SelfPlay, number: int) -> list[Position]:
    """Play one match; return its positions at which the evaluation is asked, in order."""
    game, seats = plan.game, plan.seats
    bot = bot_named(plan.level)
    assert bot is not None, plan.level
    seen: list[Features] = []
    stage = -1

    def look(state: State) -> None:
        nonlocal stage
        now = game.knowledge.stage(state)
        if now != stage:
            stage = now
            seen.append(tuple(map(tuple, game.knowledge.features(state))))

    def decide(seat: int, known: InformationSet, count: int) -> list[int]:
        return bot.decide(game, known, derive_seed(plan.seed, number, count, seat))

    key = derive_seed(plan.seed, "deal", number).to_bytes(8)
    dealer = Dealer(key, f"training {number}", ("",) * seats)
    outcome, _moves = play_out(game, game.complete_settings({}, seats), dealer, seats, decide, look)
    winners = outcome.winners
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return [Position(features, shares) for features in seen]


def play_many(plan: SelfPlay, matches: int, jobs: int, path: Path) -> Iterator[list[Position]]:
    """Yield the positions of `matches` matches, in order. Those in the file at `path` are not played again; new ones
    are added to it. It does not record the bots' versions: use a new file when they change."""
    known = stored(plan, path)
    missing = [number for number in range(matches) if number not in known]
    fresh = played(plan, missing, jobs)
    for number in range(matches):
        if number not in known:
            known[number] = next(fresh)
            with path.open("a") as file:
                rows = [[list(map(list, each.features)), list(each.shares)] for each in known[number]]
                file.write(json.dumps([*key_of(plan), number, rows]) + "\n")
        yield known[number]


def played(plan: SelfPlay, numbers: Sequence[int], jobs: int) -> Iterator[list[Position]]:
    """Yield the positions of each of these matches, in order, played by `jobs` processes."""
    if jobs == 1:
        yield from map(partial(play, plan), numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play, plan), numbers)


def stored(plan: SelfPlay, path: Path) -> dict[int, list[Position]]:
    """Return the matches of `plan` in the file, by number."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        *key, number, rows = json.loads(line)
        if key == key_of(plan):
            found[number] = [Position(tuple(map(tuple, seats)), tuple(shares)) for seats, shares in rows]
    return found


def key_of(plan: SelfPlay) -> list[object]:
    """Return the JSON value that identifies these matches."""
    return [plan.game.slug, plan.level, plan.seats, plan.seed]


# The fit.


def chances(weights: Sequence[float], features: Features) -> list[float]:
    """Return the chance of each seat to win."""
    sums = [sum(weights[feature] for feature in seat) for seat in features]
    most = max(sums)
    powers = [exp(each - most) for each in sums]
    total = sum(powers)
    return [each / total for each in powers]


def fit(positions: Sequence[Position], count: int, free: Collection[int] = ()) -> list[float]:
    """Return the weights of `count` features that foretell the winners of `positions` best. Only those of features in
    `free` may be negative: while another one is, the lowest is left out, and the rest are fitted again."""
    left_out: set[int] = set()
    while True:
        weights = fit_freely(without(positions, left_out), count)
        lowest = min((each for each in range(count) if each not in free), key=weights.__getitem__, default=None)
        if lowest is None or weights[lowest] >= 0:
            return weights
        left_out.add(lowest)


def without(positions: Sequence[Position], left_out: Collection[int]) -> list[Position]:
    """Return the same positions without some of their features."""
    return [
        Position(tuple(tuple(one for one in seat if one not in left_out) for seat in each.features), each.shares)
        for each in positions
    ]


def fit_freely(positions: Sequence[Position], count: int) -> list[float]:
    """Return the weights, with any sign."""
    weights = [0.0] * count
    for _step in range(STEPS):
        slope, bend = derivatives(weights, positions, count)
        change = solved(bend, slope)
        weights = [weight + each for weight, each in zip(weights, change, strict=True)]
        if max(map(abs, change)) < SMALL:
            break
    return weights


def derivatives(
    weights: Sequence[float], positions: Sequence[Position], count: int
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the penalised log-likelihood, and minus its second derivatives."""
    slope = [-RIDGE * weight for weight in weights]
    bend = [[RIDGE if row == column else 0.0 for column in range(count)] for row in range(count)]
    for position in positions:
        shown = chances(weights, position.features)
        mean: dict[int, float] = {}
        for seat, chance, share in zip(position.features, shown, position.shares, strict=True):
            for feature in seat:
                slope[feature] += share - chance
                mean[feature] = mean.get(feature, 0.0) + chance
                for other in seat:
                    bend[feature][other] += chance
        for feature, one in mean.items():
            row = bend[feature]
            for other, two in mean.items():
                row[other] -= one * two
    return slope, bend


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of a symmetric, positive definite system, by Gaussian elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = rows[at][at]
        for below in range(at + 1, size):
            factor = rows[below][at] / pivot
            if factor:
                rows[below] = [one - factor * other for one, other in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        known = sum(rows[at][after] * found[after] for after in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


# How well it foretells.


@dataclass(frozen=True, slots=True)
class Band:
    """The seats whose predicted chance fell in one band: their number, mean predicted chance, and share of wins."""

    seats: int
    foretold: float
    won: float


def log_loss(weights: Sequence[float], positions: Sequence[Position]) -> float:
    """Return the mean of minus the logarithm of the chance that the winner was given; smaller is better."""
    total = 0.0
    for position in positions:
        pairs = zip(chances(weights, position.features), position.shares, strict=True)
        total -= sum(share * log(chance) for chance, share in pairs if share)
    return total / len(positions)


def calibration(weights: Sequence[float], positions: Sequence[Position]) -> list[Band]:
    """Return predicted chances compared with results, in ten bands of equal width, without the empty bands."""
    bands: list[list[tuple[float, float]]] = [[] for _band in range(BANDS)]
    for position in positions:
        for chance, share in zip(chances(weights, position.features), position.shares, strict=True):
            bands[min(BANDS - 1, int(chance * BANDS))].append((chance, share))
    return [
        Band(
            len(band), sum(chance for chance, _share in band) / len(band), sum(share for _c, share in band) / len(band)
        )
        for band in bands
        if band
    ]


def split(matches: Sequence[list[Position]], seed: int) -> tuple[list[Position], list[Position]]:
    """Return the positions of four matches in five, to fit, and those of the others, to judge."""
    order = list(range(len(matches)))
    random.Random(seed).shuffle(order)
    held = set(order[: len(order) // 5])
    fitted = [position for number, match in enumerate(matches) if number not in held for position in match]
    return fitted, [position for number in sorted(held) for position in matches[number]]


def module_text(name: str, how: Mapping[str, object], weights: Sequence[float]) -> str:
    """Return the source of a module with the weights, four decimals each."""
    facts = "".join(f"{key}: {value}\n" for key, value in how.items())
    body = "".join(f"    {weight:.4f},\n" for weight in weights)
    return (
        f'"""The weights of `features.py`, fitted by `manage.py train {name}`. Do not edit: run the command again.\n\n'
        f'{facts}"""\n\nfrom typing import Final\n\nWEIGHTS: Final = [\n{body}]\n'
    )
