"""The data that the checks of a season use: its export, and what is stored with it."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Data = dict[str, Any]


class Verb(StrEnum):
    """The log's words for what an organiser can do."""

    CORRECTED = "corrected"
    FORFEITED = "match_forfeited"
    ANNULLED = "match_annulled"
    REPLAYED = "match_replayed"
    EXPELLED = "expelled"
    EXTENDED = "extended"
    EXTENDED_ALL = "extended_all"
    MOVED = "moved"


ABOUT_RESULTS = frozenset({Verb.CORRECTED, Verb.FORFEITED, Verb.ANNULLED, Verb.REPLAYED})


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the organiser on the pages. No two acts have the same `reason`; `undone` is the reason for undoing it,
    if it was undone.

    About a match: its number, the match that was played, its seats as they were exported before, and what was chosen,
    which is the `places` that were set or the `forfeited` seats. `name` is the player who was expelled; `until` has the
    new end of each extended match, by number; `step` the time of the next step before it was moved and after it was
    moved back. `season` is the number of the season.
    """

    verb: Verb
    reason: str
    undone: str = ""
    number: int | None = None
    match: str | None = None
    before: tuple[Data, ...] = ()
    places: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()
    name: str = ""
    until: dict[int, float] = field(default_factory=dict)
    step: tuple[float, ...] = ()
    season: int = 1


@dataclass(frozen=True, slots=True)
class Attendance:
    """The people of a show: who signs up, who is ready to take over seats, and the last answer that each of them got
    when they tried, by name."""

    people: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """A season that is over. `later`: the season after it, if that has been drawn. `left_over`: matches of leagues that
    belong to no fixture. `acts`: what the organiser did, in order. `ladder`: the names on its page, from the top."""

    season: Data
    inside: Data
    left_over: list[str] = field(default_factory=list)
    later: Data | None = None
    acts: tuple[Act, ...] = ()
    attendance: Attendance = Attendance()
    ladder: tuple[str, ...] = ()

    @property
    def format(self) -> str:
        """The format of the season."""
        return str(self.season["rules"]["format"])

    def matches(self) -> list[Data]:
        """Return all matches and byes of all divisions."""
        return [match for division in self.season["divisions"] for match in division["matches"]]


def seconds(moment: str) -> float:
    """Return a moment of an export, in seconds."""
    return datetime.fromisoformat(moment).timestamp()


def tables(facts: Facts) -> list[Data]:
    """Return the matches of the season that have more than one seat."""
    return [match for match in facts.matches() if len(match["seats"]) > 1]


def players(match: Data) -> list[int]:
    """Return the entries of a match, in seat order."""
    return [seat["entry"] for seat in match["seats"]]


def seat_counts(division: Data, seats: int) -> dict[int, list[int]]:
    """Return how often each player had each seat."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0] * seats)
    for match in division["matches"]:
        if len(match["seats"]) > 1:
            for seat, player in enumerate(players(match)):
                counts[player][seat] += 1
    return counts
