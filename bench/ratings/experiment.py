"""One title's population: rated match after match, the last third held out to see what the ratings predict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.ratings.forecasts import Quality, Rated, model_strengths, quality
from bench.ratings.matches import Played
from bench.ratings.metrics import kendall, spearman
from bench.ratings.strengths import fit
from leagues.core.rating import Rating

UNIFORM = "nothing: all alike"
UPDATED = "the ratings, rated on match by match"
FROZEN = "the ratings after two thirds"
TRUE = "the true strengths"


@dataclass(frozen=True, slots=True)
class Correlation:
    """Rank correlation of some ratings with the true strengths."""

    spearman: float
    kendall: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings: of each forecast its quality over the held-out matches, and by number of seats; the correlations of
    the ratings after two thirds and at the end; the ratings at the end, and the true strengths, by persona."""

    held_out: int
    forecasts: Mapping[str, Quality]
    by_seats: Mapping[int, Mapping[str, Quality]]
    correlations: Mapping[str, Correlation]
    earned: Sequence[Rating]
    true: Sequence[float]


def held_out_from(matches: int) -> int:
    """Return the number of the first match that is held out: two thirds come before it."""
    return matches * 2 // 3


def examine(matches: Sequence[Played], extra: Sequence[Played], size: int) -> Findings:
    """Rate `matches` of a population of `size`, in order. `extra` ones are for the true strengths alone.

    The true strengths that forecast are fitted to all matches but the held-out ones; those that ratings are compared
    with, to all.
    """
    begin = held_out_from(len(matches))
    late = matches[begin:]
    rated = Rated()
    updated = []
    for number, match in enumerate(matches):
        if number == begin:
            frozen = [rated.of(persona) for persona in range(size)]
        if number >= begin:
            updated.append(rated.strengths(match))
        rated.rate(number, match)
    earned = [rated.of(persona) for persona in range(size)]
    fitted = fit([*matches[:begin], *extra], size)
    strengths = {
        UNIFORM: [[0.0] * len(match.places) for match in late],
        FROZEN: [model_strengths([frozen[persona] for persona in match.personas]) for match in late],
        UPDATED: updated,
        TRUE: [[fitted[persona] for persona in match.personas] for match in late],
    }
    true = fit([*matches, *extra], size)
    return Findings(
        held_out=len(late),
        forecasts={name: quality(late, believed) for name, believed in strengths.items()},
        by_seats=_by_seats(late, strengths),
        correlations={FROZEN: _correlation(frozen, true), "the ratings at the end": _correlation(earned, true)},
        earned=earned,
        true=true,
    )


def _by_seats(
    matches: Sequence[Played], strengths: Mapping[str, Sequence[Sequence[float]]]
) -> dict[int, dict[str, Quality]]:
    found = {}
    for seats in sorted({len(match.places) for match in matches}):
        those = [number for number, match in enumerate(matches) if len(match.places) == seats]
        found[seats] = {
            name: quality([matches[number] for number in those], [believed[number] for number in those])
            for name, believed in strengths.items()
        }
    return found


def _correlation(ratings: Sequence[Rating], true: Sequence[float]) -> Correlation:
    means = [rating.mu for rating in ratings]
    return Correlation(spearman(means, true), kendall(means, true))
