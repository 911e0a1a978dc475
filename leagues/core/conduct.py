"""Absences and what follows from them: episodes, cards, bans."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from leagues.core.results import Result, ResultKind

EPISODE = timedelta(hours=72)
"""Forfeits within this time of an episode's first one belong to the episode."""

INACTIVE_FORFEITS = 2
"""A player who forfeited this many matches of a season was inactive."""


class Card(StrEnum):
    """The card that a player is shown for an episode."""

    WARNING = "warning"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Episode:
    """One absence: the times of the forfeits that count as one, in order, and the card for them."""

    times: tuple[datetime, ...]
    card: Card

    @property
    def start(self) -> datetime:
        """The time of the first forfeit."""
        return self.times[0]


@dataclass(frozen=True, slots=True)
class Penalty:
    """The effect on a player's next seasons: how many seasons banned, and how many tiers lower after that."""

    banned_seasons: int
    tiers_lower: int


NO_PENALTY = Penalty(0, 0)
ABSENCE_PENALTY = Penalty(banned_seasons=1, tiers_lower=1)


def episodes(times: Iterable[datetime]) -> tuple[Episode, ...]:
    """Return one player's absences in a season, in the order of time, from the `times` of forfeits.

    An episode is its first forfeit and all within 72 hours of it, the end included, in however many matches. The first
    episode brings a warning, the second a yellow card, every further one a red card.
    """
    grouped: list[list[datetime]] = []
    for time in sorted(times):
        if grouped and time - grouped[-1][0] <= EPISODE:
            grouped[-1].append(time)
        else:
            grouped.append([time])
    cards = tuple(Card)
    return tuple(Episode(tuple(group), cards[min(number, len(cards) - 1)]) for number, group in enumerate(grouped))


def penalty(shown: Sequence[Episode], *, withdrew: datetime | None, round_one: datetime | None) -> Penalty:
    """Return the effect of a season on the player's next ones.

    A red card, or leaving the season at `withdrew`, means a ban for one season and a tier lower after it. Nothing
    follows for a player who withdrew before `round_one` began (None: it has not begun).
    """
    if withdrew is not None and (round_one is None or withdrew < round_one):
        return NO_PENALTY
    if withdrew is not None or any(episode.card is Card.RED for episode in shown):
        return ABSENCE_PENALTY
    return NO_PENALTY


def was_inactive(player: int, results: Iterable[Result]) -> bool:
    """Return whether `player` forfeited two matches or more of a season."""
    forfeits = sum(
        seat.player == player and seat.kind is ResultKind.FORFEITED for result in results for seat in result.seats
    )
    return forfeits >= INACTIVE_FORFEITS
