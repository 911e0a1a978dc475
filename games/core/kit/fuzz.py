"""Fuzzing: play many random matches of a title and save crashes, dead ends and endless matches as reproducible files.

It checks fewer laws than the conformance kit, on many more matches.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from time import monotonic

from games.core.engine.events import Event, EventKind
from games.core.engine.log import replay
from games.core.engine.state import OVER, State
from games.core.kit.conformance.budget import budget_of
from games.core.kit.conformance.context import CheckContext, LawBroken, require
from games.core.kit.conformance.endings import check_outcome, check_replay
from games.core.kit.conformance.rules import RULE_LAWS
from games.core.kit.samples import sample_settings
from games.core.kit.simulation import Simulation, finish_move
from games.core.kit.strategies import STRATEGIES
from games.core.title.game import Game

REPLAY_INTERVAL = 20  # one match in this many is replayed from its events


@dataclass(frozen=True, slots=True)
class Campaign:
    """A fuzzing campaign: one title with one number of seats, a pairwise sample of its settings, strategies in turn."""

    game: Game
    seats: int
    strategies: tuple[str, ...] = tuple(STRATEGIES)

    def cases(self, first_seed: int) -> Iterator[tuple[dict[str, str], int, str]]:
        """Yield settings, seed and strategy of each match, without end."""
        combinations = sample_settings(self.game, self.seats)
        for seed in count(first_seed):
            settings = combinations[seed // len(self.strategies) % len(combinations)]
            yield settings, seed, self.strategies[seed % len(self.strategies)]


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that failed: the fault, how the match was played, and its events until then.

    `parts` are the parts of the move that failed, if a move failed.
    """

    title: str
    seats: int
    settings: dict[str, str]
    seed: int
    strategy: str
    fault: str
    events: tuple[tuple[str, int | None, str], ...]
    parts: tuple[int, ...]

    @property
    def file_name(self) -> str:
        """A file name that identifies the match."""
        return f"{self.title}-{self.seats}-{self.strategy}-{self.seed}.json"

    def to_json(self) -> str:
        """Return the file's content."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Failure":
        """Return the failure in a file written by `to_json`; raises `ValueError` or `TypeError` if it is not such a
        file."""
        data = json.loads(text)
        data["events"] = tuple((kind, seat, words) for kind, seat, words in data["events"])
        data["parts"] = tuple(data["parts"])
        return cls(**data)

    @property
    def log(self) -> list[Event]:
        """The events of the match."""
        return [Event(EventKind(kind), seat, text) for kind, seat, text in self.events]


def fuzz(campaign: Campaign, matches: int, seconds: float, first_seed: int = 0) -> Iterator[Failure | None]:
    """Play matches until at least `matches` are played and `seconds` have passed; yields a failure or None for each."""
    end = monotonic() + seconds
    for number, (settings, seed, strategy) in enumerate(campaign.cases(first_seed)):
        if number >= matches and monotonic() >= end:
            return
        yield fuzz_match(campaign.game, campaign.seats, settings, seed, strategy)


def fuzz_match(game: Game, seats: int, settings: Mapping[str, str], seed: int, strategy: str) -> Failure | None:
    """Play one match to its end. Returns the failure, or None."""
    simulation = Simulation(game, seats, settings, seed, strategy)
    generator = random.Random(seed)
    try:
        while True:
            check_ply(simulation, generator)
            if simulation.step() is None:
                break
        context = context_of(simulation, generator)
        check_outcome(context)
        if seed % REPLAY_INTERVAL == 0:
            check_replay(context, simulation.settings, simulation.events)
    except Exception as error:  # noqa: BLE001 - fuzzing looks for any error of a title's rules
        return Failure(
            title=game.slug,
            seats=seats,
            settings=dict(settings),
            seed=seed,
            strategy=strategy,
            fault=f"{type(error).__name__}: {error}",
            events=tuple((event.kind.value, event.seat, event.text) for event in simulation.events),
            parts=tuple(simulation.parts),
        )
    return None


def context_of(simulation: Simulation, generator: random.Random) -> CheckContext:
    """Return the current position of a simulation, for the laws to check."""
    budget = budget_of(simulation.game)
    return CheckContext(simulation.game, simulation.seats, simulation.state.copy(), generator, (), budget)


def check_ply(simulation: Simulation, generator: random.Random) -> None:
    """Check the quick laws at every ply, and all rule laws at some plies."""
    simulation.parts = []
    owed = simulation.state.to_move()
    if owed >= 0:
        options = simulation.state.options(owed)
        require(len(options) > 0, f"a dead end: seat {owed} owes a decision and has no option")
        require(list(options) == sorted(set(options)), f"options of seat {owed} ascend: {list(options)}")
    require((simulation.state.outcome() is None) == (owed != OVER), "there is an outcome exactly when a match is over")
    if generator.randrange(budget_of(simulation.game).fuzzed) == 0:
        for law in RULE_LAWS:
            law(context_of(simulation, generator))


def reproduce(game: Game, failure: Failure) -> str | None:
    """Replay a failure: first its events and the move that failed, then its seed. Returns the fault, or None."""
    try:
        state = replay(game, failure.seats, failure.settings, failure.log).state
        generator = random.Random(failure.seed)
        for law in RULE_LAWS:
            law(CheckContext(game, failure.seats, state.copy(), generator, ()))
        if failure.parts and state.to_move() >= 0:
            repeat_move(state, failure.parts)
    except Exception as error:  # noqa: BLE001 - the same: anything is a finding
        return f"after its {len(failure.events)} events: {type(error).__name__}: {error}"
    again = fuzz_match(game, failure.seats, failure.settings, failure.seed, failure.strategy)
    return None if again is None else f"with its seed, after {len(again.events)} events: {again.fault}"


def repeat_move(state: State, parts: Sequence[int]) -> None:
    """Choose the parts of the move that failed; raises `LawBroken` if they are no longer legal."""
    left = list(parts)

    def choose(trial: State, seat: int) -> int:
        if left and left[0] in trial.options(seat):
            return left.pop(0)
        raise LawBroken(f"the move {list(parts)} is no longer possible, or does not come to its end")

    finish_move(state, state.to_move(), choose, [])
