"""What organisers can decide about a match besides its places."""

from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """What is decided about a match."""

    FORFEIT = "forfeit"
    ANNUL = "annul"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision about a match; `seats` are those that are forfeited."""

    decision: Decision
    seats: tuple[int, ...] = ()
