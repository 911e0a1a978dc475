"""Rating a population as if it were people, and what the ratings predict before each match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt

from bench.ratings.matches import Played
from bench.ratings.metrics import (
    Bin,
    Pair,
    accuracy,
    calibration,
    calibration_error,
    confidence,
    pairs,
    shares,
    winner_loss,
)
from leagues.core.pools import PEOPLE
from leagues.core.rating import BETA, NEW, RatedMatch, RatedSeat, Rating
from leagues.core.rating_fold import Fold, Key

TITLE = "bench"
START = datetime.fromisoformat("2026-01-01T00:00:00+00:00")


def model_strengths(ratings: Sequence[Rating]) -> list[float]:
    """Return the model's strengths at one table: each mean in units of the common deviation, the root of the sum of
    sigma^2 + beta^2 over the table (Weng and Lin, section 3.4)."""
    unit = sqrt(sum(rating.sigma**2 + BETA**2 for rating in ratings))
    return [rating.mu / unit for rating in ratings]


class Rated:
    """The ratings of a population, in the fold of the site."""

    def __init__(self) -> None:
        self.fold = Fold()

    def of(self, persona: int) -> Rating:
        """Return the rating of a persona after all matches so far."""
        return self.fold.ratings.get(Key(persona, TITLE, PEOPLE), NEW)

    def strengths(self, match: Played) -> list[float]:
        """Return the estimated strengths of the players at this table."""
        return model_strengths([self.of(persona) for persona in match.personas])

    def rate(self, number: int, match: Played) -> None:
        """Rate match `number`, the next one."""
        seats = tuple(RatedSeat(persona, place) for persona, place in zip(match.personas, match.places, strict=True))
        moment = START + timedelta(minutes=number)
        self.fold.apply(RatedMatch(f"{number:012}", TITLE, PEOPLE, moment, seats, length=match.moves, usual=0))


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of forecasts of some matches: log-loss of the winner in nats, share of pairs predicted, the share
    that they expected to predict, and calibration."""

    loss: float
    accuracy: float
    confidence: float
    bins: list[Bin]

    @property
    def calibration_error(self) -> float:
        """The expected calibration error."""
        return calibration_error(self.bins)


def quality(matches: Sequence[Played], strengths: Sequence[Sequence[float]]) -> Quality:
    """Return the quality of the forecasts from these strengths, which are by match and seat."""
    found: list[Pair] = []
    loss = 0.0
    for match, believed in zip(matches, strengths, strict=True):
        loss += winner_loss(shares(believed), match.places)
        found += pairs(believed, match.places)
    return Quality(loss / len(matches), accuracy(found), confidence(found), calibration(found))
