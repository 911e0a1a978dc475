"""Strategies of simulated play. The skewed ones reach positions that uniform play hardly ever reaches."""

import math
import random
from collections.abc import Callable

from games.core.engine.state import State

Strategy = Callable[[State, int], int]
"""Returns the next part for a seat that owes a decision."""


def _uniform(seed: int) -> Strategy:
    return lambda state, seat: state.random_option(seat)


def _first(seed: int) -> Strategy:
    return lambda state, seat: state.options(seat)[0]


def _last(seed: int) -> Strategy:
    return lambda state, seat: state.options(seat)[-1]


def _mostly(end: int, seed: int) -> Strategy:
    """Return a strategy that chooses the option at index `end` four times in five, else any."""

    def choose(state: State, seat: int) -> int:
        return state.random_option(seat) if state.randbelow(5) == 0 else state.options(seat)[end]

    return choose


def _mostly_first(seed: int) -> Strategy:
    return _mostly(0, seed)


def _mostly_last(seed: int) -> Strategy:
    return _mostly(-1, seed)


def _skewed(seed: int) -> Strategy:
    """Return a strategy in which every part has a weight, drawn once per match: some are chosen nearly always, some
    nearly never."""
    weights: dict[int, float] = {}
    generator = random.Random(seed)

    def weight(part: int) -> float:
        if part not in weights:
            weights[part] = math.exp(2.5 * random.Random(seed * 1_000_003 + part).gauss(0.0, 1.0))
        return weights[part]

    def choose(state: State, seat: int) -> int:
        options = state.options(seat)
        return generator.choices(options, [weight(part) for part in options])[0]

    return choose


STRATEGIES: dict[str, Callable[[int], Strategy]] = {
    "uniform": _uniform,
    "skewed": _skewed,
    "mostly-first": _mostly_first,
    "mostly-last": _mostly_last,
    "first": _first,
    "last": _last,
}
"""Functions that make a strategy from a seed, by name."""
