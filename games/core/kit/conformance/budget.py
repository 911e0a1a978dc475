"""The extent of the checks. Small tables are checked in full, large ones by a sample, so that a title for thirteen
costs about as much as one for four."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.core.kit.samples import sample_matches, sample_settings
from games.core.kit.strategies import STRATEGIES
from games.core.title.game import Game

SMALL = 4  # seats of the largest table that is checked in full
EVERYTHING = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The extent of the checks of one title. The checked plies and viewers follow from the match's seed."""

    plies: int = EVERYTHING
    """Plies of one match at which the laws are checked, as many of each kind as of any other."""
    viewers: int = EVERYTHING
    """Seats that are asked at a ply, besides the spectator."""
    histories: int = 30
    """Times that one event of a match is changed, to see who notices."""
    fuzzed: int = 200
    """In fuzzing, the laws are checked at one ply in this many, on average."""

    def some_plies(self, kinds: Sequence[str], generator: random.Random) -> Collection[int]:
        """Return the plies of a match to look at, where `kinds` holds the kind of each ply."""
        if self.plies >= len(kinds):
            return range(len(kinds))
        by_kind: dict[str, list[int]] = {}
        for ply, kind in enumerate(kinds):
            by_kind.setdefault(kind, []).append(ply)
        shuffled = [generator.sample(plies, len(plies)) for plies in by_kind.values()]
        in_turn = [ply for each in zip_longest(*shuffled) for ply in each if ply is not None]
        return set(in_turn[: self.plies])

    def some_seats(self, seats: int, wanted: Sequence[int], generator: random.Random) -> list[int]:
        """Return the seats to ask at a table of `seats`, ascending; those `wanted` come first."""
        others = [seat for seat in range(seats) if seat not in wanted]
        chosen = [*dict.fromkeys(wanted), *generator.sample(others, len(others))]
        return sorted(chosen[: self.viewers])


FULL = Budget()
SAMPLE = Budget(plies=12, viewers=3, histories=6, fuzzed=1000)


def budget_of(game: Game) -> Budget:
    """Return the extent of the checks of a match of this title."""
    return FULL if game.seats[-1] <= SMALL else SAMPLE


def matches_of(game: Game, strategies: Sequence[str] = tuple(STRATEGIES)) -> list[tuple[int, dict[str, str], str]]:
    """Return number of seats, settings and strategy of the matches in which a title's laws are checked: for a small
    title a pairwise sample of its settings combined with all the rest, for a large one a pairwise sample of
    everything."""
    if budget_of(game) is SAMPLE:
        return sample_matches(game, strategies)
    return [
        (seats, settings, strategy)
        for seats in game.seats
        for strategy in strategies
        for settings in sample_settings(game, seats)
    ]
