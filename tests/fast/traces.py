"""The play of a build: every choice of many seeded matches, as one hash per match.

Run in a process of its own for each build, with `MASQUES_FAST` in its environment:

    python -m tests.fast.traces --title SLUG    matches of a title, as JSON: a hash by name (--times 3: more)
    python -m tests.fast.traces NAME            that match line by line, to be compared
"""

import argparse
import hashlib
import json
import marshal
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from games.bots.levels import LEVELS
from games.core.engine.state import CHANCE, OVER, State
from games.core.kit.conformance.budget import FULL, budget_of, matches_of
from games.core.kit.conformance.context import canonical, fields
from games.core.kit.strategies import STRATEGIES, Strategy
from games.core.title.game import Game
from games.fast import loader
from games.registry import TITLES
from tests.knowing import information

MATCHES = {"uniform": 8, "skewed": 3, "mostly-first": 2, "mostly-last": 2}
ONE_OF_MANY = 1
WORLD_EVERY = 7  # plies, between two checks of a re-dealt world and a bot's decision
THINKING = ("hard",)
DECISIONS = 2  # of every thinking level


@dataclass(frozen=True)
class Case:
    """One match."""

    game: Game
    seats: int
    settings: dict[str, str]
    strategy: str
    seed: int

    @property
    def name(self) -> str:
        return "-".join([self.game.slug, str(self.seats), *self.settings.values(), self.strategy, str(self.seed)])


def cases(game: Game, times: int) -> Iterator[Case]:
    """Matches of a title with all seats, options and ways to play; fewer of each where there are many."""
    for seats, settings, strategy in matches_of(game, tuple(MATCHES)):
        for seed in range(times * (MATCHES[strategy] if budget_of(game) == FULL else ONE_OF_MANY)):
            yield Case(game, seats, settings, strategy, seed)


def facts(case: Case) -> Iterator[object]:
    """All that a match shows, choice by choice."""
    state = case.game.initial_state(case.seats, case.settings)
    state.seed(case.seed)
    generator = random.Random(case.seed)
    choose = STRATEGIES[case.strategy](case.seed)
    for ply in range(10_000):
        seat = state.to_move()
        yield situation(state, case.seats)
        if seat == OVER:
            outcome = state.outcome()
            assert outcome is not None
            yield [list(outcome.places), str(outcome.reason), outcome.scores and list(outcome.scores)]
            return
        if ply % WORLD_EVERY == 0:
            yield from another_world(case, state, ply)
        step(state, seat, choose, generator)
    raise AssertionError(f"{case.name} does not end")


def situation(state: State, seats: int) -> object:
    """Return who decides, what is possible, and every field."""
    found: list[object] = [state.to_move(), state.deciders(), state.sealed(), state.response(), state.turns]
    for seat in range(seats):
        found += [state.options(seat), state.composing(seat), state.default_move(seat)]
    return [*found, fields(state)]


def step(state: State, seat: int, choose: Strategy, generator: random.Random) -> None:
    """The next part, or step of chance: now and then by a fair draw of ours, as in a match of people."""
    way = generator.randrange(8)
    if seat != CHANCE:
        state.choose(seat, choose(state, seat))
    elif way == 0:
        state.settle_chance()
    elif way < 5:
        state.random_chance()
    else:
        owed = state.chance_step()
        state.choose_chance(generator.choices(owed.outcomes, owed.weights)[0])


def another_world(case: Case, state: State, ply: int) -> Iterator[object]:
    """Return a re-dealt world, and what a bot makes of it."""
    seat = ply % case.seats
    world = state.redeal(seat, ply)
    yield fields(world)
    yield case.game.knowledge.evaluate(world)
    if seat in state.deciders():
        yield case.game.knowledge.weigh(world, seat)


def thoughts(game: Game, level: str) -> list[list[int]]:
    """Return the decisions of a searching level now and then in matches of random play."""
    found = []
    for seed in range(100, 100 + DECISIONS):
        state = opening(game, seed)
        seat = state.to_move()
        found.append([int(part) for part in LEVELS[level].decide(game, information(state, seat), seed)])
    return found


def opening(game: Game, seed: int) -> State:
    """A position of random play in which a whole move is owed: the last one before its sixtieth choice."""
    state = game.initial_state(game.seats[-1], game.complete_settings({}, game.seats[-1]))
    state.seed(seed)
    found = state
    for _choice in range(60):
        seat = state.to_move()
        if seat == OVER:
            break
        if seat == CHANCE:
            state.random_chance()
            continue
        if not state.composing(seat):
            found = state.copy()
        state.choose(seat, state.random_option(seat))
    return found


def digest(case: Case) -> str:
    """All facts of a match in one hash. Version 2 of marshal writes equal values alike, wherever they come from."""
    whole = hashlib.sha256()
    for fact in facts(case):
        whole.update(marshal.dumps(fact, 2))
    return whole.hexdigest()[:16]


def main(arguments: list[str]) -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", choices=TITLES)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    if options.title:
        print(json.dumps(hashes(TITLES[options.title], options.times)))
    for game in TITLES.values():
        for case in cases(game, options.times):
            if case.name in options.names:
                print(*map(canonical, facts(case)), sep="\n")


def hashes(game: Game, times: int) -> dict[str, object]:
    """Which build this is, and what it plays."""
    found: dict[str, object] = {case.name: digest(case) for case in cases(game, times)}
    for level in THINKING:
        found[f"{game.slug} {level}"] = thoughts(game, level)
    return {"compiled": loader.installed_finder() is not None, "traces": found}


if __name__ == "__main__":
    main(sys.argv[1:])
