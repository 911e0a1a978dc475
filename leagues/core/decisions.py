"""The decisions of organisers about a match, apart from its places."""

from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """A decision about a match."""

    FORFEIT = "forfeit"
    ANNUL = "annul"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision about a match; `seats` are those that are forfeited."""

    decision: Decision
    seats: tuple[int, ...] = ()
