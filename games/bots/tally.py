"""What is played in a duel, and what is counted of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.game import Game


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: `lineup[seat]` is the level that sits there in the first match of a block, or for example
    ``hard*2``, a level with twice its effort."""

    game: Game
    lineup: tuple[str, ...]
    settings: Mapping[str, str]
    seed: int


@dataclass(slots=True)
class Tally:
    """Points of one level: won meetings, all meetings, first places, seats taken; and the time it took, which is
    another one every time."""

    won: float = 0.0
    met: int = 0
    first: float = 0.0
    seated: int = 0
    decisions: int = 0
    seconds: float = field(default=0.0, compare=False)
    longest: float = field(default=0.0, compare=False)

    def add(self, other: "Tally") -> None:
        """Take in what `other` counted."""
        self.won += other.won
        self.met += other.met
        self.first += other.first
        self.seated += other.seated
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    def clock(self, seconds: float) -> None:
        """Count a decision that took so many seconds of processor time."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
