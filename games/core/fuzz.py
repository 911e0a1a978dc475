"""Playing many random matches of a title: crashes, dead ends and over-long matches are kept as files that replay.

Fewer laws than the conformance kit checks, on many more matches.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count, product
from time import monotonic

from games.core.conformance.endings import check_outcome, check_replay
from games.core.conformance.rules import RULES
from games.core.conformance.scene import LawBroken, Scene, require
from games.core.events import Event, EventKind
from games.core.game import Game
from games.core.log import replay
from games.core.simulation import Simulation, finish_move
from games.core.state import OVER, State
from games.core.strategies import STRATEGIES

FULL_LOOK = 200  # one ply in so many is looked at with all laws of the rules
FULL_END = 20  # one match in so many is replayed from its events


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fuzzed: one title with so many seats, all combinations of its settings, some strategies in turn."""

    game: Game
    seats: int
    strategies: tuple[str, ...] = tuple(STRATEGIES)

    def trials(self, first_seed: int) -> Iterator[tuple[dict[str, str], int, str]]:
        """Settings, seed and strategy of one match after the other, without end."""
        values = [[(setting.name, choice.value) for choice in setting.choices] for setting in self.game.settings]
        combinations = [dict(each) for each in product(*values)]
        for seed in count(first_seed):
            settings = combinations[seed // len(self.strategies) % len(combinations)]
            yield settings, seed, self.strategies[seed % len(self.strategies)]


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that went wrong: what was found, how it was played, and all that happened until then.

    `parts` are those of the move that failed, if a move did.
    """

    title: str
    seats: int
    settings: dict[str, str]
    seed: int
    policy: str
    fault: str
    events: tuple[tuple[str, int | None, str], ...]
    parts: tuple[int, ...]

    @property
    def file_name(self) -> str:
        """A name that says which match it is."""
        return f"{self.title}-{self.seats}-{self.policy}-{self.seed}.json"

    def to_json(self) -> str:
        """The file's content."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Failure":
        """Read a file back; raises `ValueError` or `TypeError` when it is none of ours."""
        data = json.loads(text)
        data["events"] = tuple((kind, seat, words) for kind, seat, words in data["events"])
        data["parts"] = tuple(data["parts"])
        return cls(**data)

    @property
    def log(self) -> list[Event]:
        """Its events."""
        return [Event(EventKind(kind), seat, text) for kind, seat, text in self.events]


def fuzz(plan: Plan, matches: int, seconds: float, first_seed: int = 0) -> Iterator[Failure | None]:
    """Play at least `matches` matches, and on until `seconds` have passed; for each its failure or None."""
    end = monotonic() + seconds
    for number, (settings, seed, policy) in enumerate(plan.trials(first_seed)):
        if number >= matches and monotonic() >= end:
            return
        yield fuzz_match(plan.game, plan.seats, settings, seed, policy)


def fuzz_match(game: Game, seats: int, settings: Mapping[str, str], seed: int, policy: str) -> Failure | None:
    """Play one match to its end; the failure, if anything goes wrong."""
    simulation = Simulation(game, seats, settings, seed, policy)
    generator = random.Random(seed)
    try:
        while True:
            look(simulation, generator)
            if simulation.step() is None:
                break
        scene = scene_of(simulation, generator)
        check_outcome(scene)
        if seed % FULL_END == 0:
            check_replay(scene, simulation.settings, simulation.events)
    except Exception as error:  # noqa: BLE001 - whatever a title's rules raise is what fuzzing looks for
        return Failure(
            title=game.slug,
            seats=seats,
            settings=dict(settings),
            seed=seed,
            policy=policy,
            fault=f"{type(error).__name__}: {error}",
            events=tuple((event.kind.value, event.seat, event.text) for event in simulation.events),
            parts=tuple(simulation.parts),
        )
    return None


def scene_of(simulation: Simulation, generator: random.Random) -> Scene:
    """Where a simulation stands, for the laws to look at."""
    return Scene(simulation.game, simulation.seats, simulation.state.copy(), generator, ())


def look(simulation: Simulation, generator: random.Random) -> None:
    """The quick laws at every ply, all laws of the rules at some."""
    simulation.parts = []
    owed = simulation.state.to_move()
    if owed >= 0:
        options = simulation.state.options(owed)
        require(len(options) > 0, f"a dead end: seat {owed} owes a decision and has no option")
        require(list(options) == sorted(set(options)), f"options of seat {owed} ascend: {list(options)}")
    require((simulation.state.outcome() is None) == (owed != OVER), "there is an outcome exactly when a match is over")
    if generator.randrange(FULL_LOOK) == 0:
        for law in RULES:
            law(scene_of(simulation, generator))


def rerun(game: Game, failure: Failure) -> str | None:
    """Play a failure again: first its events and the move that failed, then its seed; what is wrong, or None."""
    try:
        state = replay(game, failure.seats, failure.settings, failure.log).state
        generator = random.Random(failure.seed)
        for law in RULES:
            law(Scene(game, failure.seats, state.copy(), generator, ()))
        if failure.parts and state.to_move() >= 0:
            choose_again(state, failure.parts)
    except Exception as error:  # noqa: BLE001 - the same: anything is a finding
        return f"after its {len(failure.events)} events: {type(error).__name__}: {error}"
    again = fuzz_match(game, failure.seats, failure.settings, failure.seed, failure.policy)
    return None if again is None else f"with its seed, after {len(again.events)} events: {again.fault}"


def choose_again(state: State, parts: Sequence[int]) -> None:
    """The move that failed, as far as it is still possible."""
    left = list(parts)

    def choose(trial: State, seat: int) -> int:
        if left and left[0] in trial.options(seat):
            return left.pop(0)
        raise LawBroken(f"the move {list(parts)} is no longer possible, or does not come to its end")

    finish_move(state, state.to_move(), choose, [])
