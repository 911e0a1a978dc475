"""The plays that a file holds, and what is wrong with it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from games.core.engine.outcome import places_by_key
from games.core.text import Text, _
from games.core.title.game import Game

MOST_PLAYS = 2_000
MOST_PROBLEMS = 200
LONGEST_KEY = 100
_SUM = re.compile(r"[+-]?\d{1,9}(?:[+-]\d{1,9}){0,40}", re.ASCII)


class WrongFileError(ValueError):
    """A file that is none of these formats. `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class DraftSeat:
    """A player in a file. `is_bot`: the file says that nobody sat there."""

    name: str
    place: int
    score: int | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A play in a file. `key` is its name there, different from those of all others."""

    key: str
    title: str
    seats: tuple[DraftSeat, ...]
    played_on: date
    place: str = ""
    minutes: int | None = None
    note: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that cannot be read: where (a line, or a path), and why, naming the field. The play that it
    belongs to is left out."""

    where: str
    reason: Text


@dataclass(slots=True)
class Reading:
    """Everything that was found in a file. `others`: plays of games that this site doesn't have. `me`: the name of the
    player who wrote the file, if it says so."""

    drafts: list[Draft] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    others: int = 0
    me: str = ""

    def complain(self, where: str, reason: Text) -> None:
        """Add a problem; beyond `MOST_PROBLEMS` they are not kept."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(where, reason))

    def names(self) -> list[str]:
        """Return the names of all people, each once, the most frequent first."""
        counts: dict[str, int] = {}
        for draft in self.drafts:
            for seat in draft.seats:
                if not seat.is_bot:
                    counts[seat.name] = counts.get(seat.name, 0) + 1
        return sorted(counts, key=lambda name: (-counts[name], name))


def title_named(name: str, games: Iterable[Game]) -> Game | None:
    """Return the title with exactly this name, whatever its case; None if there is none."""
    wanted = name.strip().casefold()
    for game in games:
        if wanted in {known.casefold() for known in (str(game.name), game.slug, *game.also_called)}:
            return game
    return None


def score_of(text: str) -> int | None:
    """Return a score, which may be written as a sum; None for an empty one. Raises ValueError.

    >>> score_of("12+3-1"), score_of(" ")
    (14, None)
    """
    text = text.replace(" ", "")
    if not text:
        return None
    if text.endswith(".0"):
        text = text.removesuffix(".0")
    if not _SUM.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no score")
    return sum(int(part) for part in re.findall(r"[+-]?\d+", text))


def places_of(
    ranks: Sequence[int | None], scores: Sequence[int | None], winners: Sequence[bool]
) -> tuple[int, ...] | None:
    """Return the places that a file tells: by the ranks, if all players have one; else by the scores, if all have one
    and the winners are those with the highest; else the winners come first, and all others share the next place. None
    if it says nothing about who won."""
    known_ranks = [rank for rank in ranks if rank]
    if len(known_ranks) == len(ranks):
        return places_by_key([(rank,) for rank in known_ranks])
    known = [score for score in scores if score is not None]
    if len(known) == len(scores) and (not any(winners) or _have_most(known, winners)):
        return places_by_key([(-score,) for score in known])
    if not any(winners):
        return None
    return places_by_key([(0 if wins else 1,) for wins in winners])


def _have_most(scores: Sequence[int], winners: Sequence[bool]) -> bool:
    return all(wins == (score == max(scores)) for score, wins in zip(scores, winners, strict=True))


NO_PLACES = _("Places: the file doesn’t say who won.")
TOO_MANY = _("This file has too many plays: up to %(most)s can be imported at a time.", most=MOST_PLAYS)
