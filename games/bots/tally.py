"""Duels, and the counts of their results."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.title.game import Game


@dataclass(frozen=True, slots=True)
class Duel:
    """The setup of a duel: `lineup[seat]` is the level at that seat in the first match of a block, for example
    ``hard``, or ``hard*2`` for twice its effort."""

    game: Game
    lineup: tuple[str, ...]
    settings: Mapping[str, str]
    seed: int


@dataclass(slots=True)
class Tally:
    """Counts of one level: won pairings, all pairings with seats of other levels, first places, seats taken, decisions
    and their time. Times differ from run to run and are not compared."""

    wins: float = 0.0
    pairings: int = 0
    first_places: float = 0.0
    seats_taken: int = 0
    decisions: int = 0
    seconds: float = field(default=0.0, compare=False)
    longest: float = field(default=0.0, compare=False)

    def add(self, other: "Tally") -> None:
        """Add the counts of `other`."""
        self.wins += other.wins
        self.pairings += other.pairings
        self.first_places += other.first_places
        self.seats_taken += other.seats_taken
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    def add_decision(self, seconds: float) -> None:
        """Count a decision that took this many seconds of processor time."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
