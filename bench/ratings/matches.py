"""The matches of the population: who sits where, and how they ended; in a file, so that a run can be resumed."""

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

from bench.ratings.personas import Persona, population
from games.bots.arena import derive_seed, play_out
from games.core.engine.dealer import Dealer
from games.core.title.game import Game
from games.core.title.thinker import InformationSet


@dataclass(frozen=True, slots=True)
class Played:
    """A match: the personas at its seats, by their places in the population, and the places that they reached."""

    personas: tuple[int, ...]
    places: tuple[int, ...]
    moves: int


@dataclass(frozen=True, slots=True)
class Source:
    """A source of matches: the same game, seed and number give the same match. `level` sits at all seats of all
    matches, which have `seats` seats; "" draws the seats and their number."""

    game: Game
    seed: int
    level: str = ""
    seats: int = 0

    @property
    def key(self) -> list[object]:
        """The JSON value that identifies it."""
        return [self.game.slug, self.game.rules_version, self.seed, self.level, self.seats]

    def lineup(self, number: int) -> tuple[int, ...]:
        """Return who sits at each seat of match `number`, drawn by weight without repetition."""
        everybody = personas()
        if self.level:
            return (next(at for at, each in enumerate(everybody) if each.name == self.level),) * self.seats
        chance = random.Random(derive_seed(self.seed, "lineup", self.game.slug, number))
        seats, weights = chance.choice(self.game.seats), [each.weight for each in everybody]
        drawn: list[int] = []
        while len(drawn) < seats:
            one = chance.choices(range(len(everybody)), weights)[0]
            if one not in drawn:
                drawn.append(one)
        return tuple(drawn)


@cache
def personas() -> list[Persona]:
    """Return the population, made once in a process."""
    return population()


def play(source: Source, number: int) -> Played:
    """Play one match to its end."""
    lineup, game = source.lineup(number), source.game
    everybody = personas()
    name = f"{game.slug} {source.level} {source.seats} {number}"

    def decide(seat: int, known: InformationSet, count: int) -> list[int]:
        return everybody[lineup[seat]].decide(game, known, derive_seed(source.seed, name, count, seat))

    key = derive_seed(source.seed, name, "deal").to_bytes(8)
    outcome, moves = play_out(game, {}, Dealer(key, f"bench {name}", ("",) * len(lineup)), len(lineup), decide)
    return Played(lineup, outcome.places, moves)


class MatchStore:
    """A file with one JSON line per match. It does not record the bots' versions: use a new file when they change."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, source: Source) -> dict[int, Played]:
        """Return the stored matches of `source`, by number, of those whose line-up is still the same. A last line that
        was cut off is left out."""
        found = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry["source"] == source.key and tuple(entry["personas"]) == source.lineup(entry["number"]):
                found[entry["number"]] = Played(tuple(entry["personas"]), tuple(entry["places"]), entry["moves"])
        return found

    def add(self, source: Source, number: int, played: Played) -> None:
        """Append a match that was played."""
        entry = {
            "source": source.key,
            "number": number,
            "personas": played.personas,
            "places": played.places,
            "moves": played.moves,
        }
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")


def play_all(source: Source, matches: int, jobs: int = 1, store: MatchStore | None = None) -> Iterator[Played]:
    """Yield matches 0 to `matches` - 1 in order, played by `jobs` processes; those in `store` are not played again."""
    known = store.read(source) if store else {}
    fresh = _play_missing(source, [number for number in range(matches) if number not in known], jobs)
    for number in range(matches):
        if number not in known:
            known[number] = next(fresh)
            if store:
                store.add(source, number, known[number])
        yield known[number]


def _play_missing(source: Source, numbers: Sequence[int], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(partial(play, source), numbers)
        return
    # "spawn", because a forked process may inherit locks that other threads hold.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play, source), numbers)
