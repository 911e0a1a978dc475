"""Ways to play without thought. Uniform play never meets some corners; skewed play goes and lives there."""

import math
import random
from collections.abc import Callable

from games.core.state import State

Choose = Callable[[State, int], int]
"""The next part for a seat that owes one."""


def _uniform(seed: int) -> Choose:
    return lambda state, seat: state.random_option(seat)


def _first(seed: int) -> Choose:
    return lambda state, seat: state.options(seat)[0]


def _last(seed: int) -> Choose:
    return lambda state, seat: state.options(seat)[-1]


def _mostly(end: int, seed: int) -> Choose:
    """The first or last option four times in five, else any."""

    def choose(state: State, seat: int) -> int:
        return state.random_option(seat) if state.randbelow(5) == 0 else state.options(seat)[end]

    return choose


def _mostly_first(seed: int) -> Choose:
    return _mostly(0, seed)


def _mostly_last(seed: int) -> Choose:
    return _mostly(-1, seed)


def _skewed(seed: int) -> Choose:
    """Every part has a liking of its own, drawn once a match: some are nearly always taken, some nearly never."""
    likings: dict[int, float] = {}
    generator = random.Random(seed)

    def liking(part: int) -> float:
        if part not in likings:
            likings[part] = math.exp(2.5 * random.Random(seed * 1_000_003 + part).gauss(0.0, 1.0))
        return likings[part]

    def choose(state: State, seat: int) -> int:
        options = state.options(seat)
        return generator.choices(options, [liking(part) for part in options])[0]

    return choose


STRATEGIES: dict[str, Callable[[int], Choose]] = {
    "uniform": _uniform,
    "skewed": _skewed,
    "mostly-first": _mostly_first,
    "mostly-last": _mostly_last,
    "first": _first,
    "last": _last,
}
"""Makers of policies from a seed, by name."""
