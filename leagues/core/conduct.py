"""Absences and what follows from them: episodes, cards, bans."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from leagues.core.results import Key, Result, ResultKind

EPISODE = timedelta(hours=72)
"""Incidents within this time of an episode's first one belong to the episode."""

INACTIVE_FORFEITS = 2
"""Who forfeited this many matches of a season was inactive."""


class IncidentKind(StrEnum):
    """What a player may be late with."""

    TIMEOUT = "timeout"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Incident:
    """A time-out or forfeit of one player. `time` has a time zone."""

    time: datetime
    match: Key
    kind: IncidentKind


class Card(StrEnum):
    """What a player is shown for an episode."""

    WARNING = "warning"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Episode:
    """One absence: incidents that count as one, in the order of time, and the card for them."""

    incidents: tuple[Incident, ...]
    card: Card

    @property
    def start(self) -> datetime:
        """The time of the first incident."""
        return self.incidents[0].time


@dataclass(frozen=True, slots=True)
class Penalty:
    """What somebody's next seasons bring: how many seasons banned, and how many tiers lower after that."""

    banned_seasons: int
    tiers_lower: int


NO_PENALTY = Penalty(0, 0)
ABSENCE_PENALTY = Penalty(banned_seasons=1, tiers_lower=1)


def episodes(incidents: Iterable[Incident]) -> tuple[Episode, ...]:
    """One player's absences in a season, in the order of time.

    An episode is its first incident and all within 72 hours of it, the end included, in however many matches. The first
    episode brings a warning, the second a yellow card, every further one a red card. The same incident may be given
    several times; of several forfeits of a match only the first counts.
    """
    grouped: list[list[Incident]] = []
    for incident in _unique(incidents):
        if grouped and incident.time - grouped[-1][0].time <= EPISODE:
            grouped[-1].append(incident)
        else:
            grouped.append([incident])
    cards = tuple(Card)
    return tuple(Episode(tuple(group), cards[min(number, len(cards) - 1)]) for number, group in enumerate(grouped))


def penalty(shown: Sequence[Episode], *, withdrew: datetime | None, round_one: datetime | None) -> Penalty:
    """What follows from a season for the next ones.

    A red card, or leaving the season at `withdrew`, means a ban for one season and a tier lower after it. Nothing
    follows for who withdrew before `round_one` began (None: it has not begun).
    """
    if withdrew is not None and (round_one is None or withdrew < round_one):
        return NO_PENALTY
    if withdrew is not None or any(episode.card is Card.RED for episode in shown):
        return ABSENCE_PENALTY
    return NO_PENALTY


def was_inactive(player: int, results: Iterable[Result]) -> bool:
    """Whether `player` forfeited two matches or more of a season."""
    forfeits = sum(
        seat.player == player and seat.kind is ResultKind.FORFEITED for result in results for seat in result.seats
    )
    return forfeits >= INACTIVE_FORFEITS


def _unique(incidents: Iterable[Incident]) -> list[Incident]:
    """Each incident once, in the order of time, and of each match's forfeits the first."""
    found: list[Incident] = []
    forfeited: set[Key] = set()
    for incident in sorted(set(incidents), key=lambda incident: (incident.time, str(incident.match), incident.kind)):
        if incident.kind is IncidentKind.FORFEIT:
            if incident.match in forfeited:
                continue
            forfeited.add(incident.match)
        found.append(incident)
    return found
