"""The tables of `manage.py bench ratings`."""

from collections.abc import Sequence
from math import sqrt

from bench.figures import markdown_table
from bench.ratings.experiment import TRUE, UNIFORM, UPDATED, Findings
from bench.ratings.forecasts import Quality
from bench.ratings.personas import Persona
from games.core.title.game import Game
from leagues.core.anchors import LEVEL, anchor
from leagues.core.rating import BETA, MU

PAIRS = ("pairs foretold", "expected", "calibration error")
UNIT = BETA * sqrt(2)
"""One unit of the natural scale of strengths, in ratings: the model’s for two seats whose strengths are known
exactly."""


def tables(game: Game, findings: Findings, personas: Sequence[Persona]) -> str:
    """Return all tables of one title."""
    parts = [f"### {game.name}", _forecasts(findings)]
    if len(findings.by_seats) > 1:
        parts.append(_by_seats(findings))
    parts += [_calibration(findings.forecasts[UPDATED]), _correlations(findings), _anchors(game, findings, personas)]
    return "\n\n".join(parts)


def gained(forecast: Quality, uniform: Quality, true: Quality) -> str:
    """Return, in per cent, how far the forecast gets from the uniform one towards that of the true strengths; “–” if
    the true strengths are no better than the uniform forecast."""
    known = uniform.loss - true.loss
    return f"{(uniform.loss - forecast.loss) / known:.0%}" if known > 0 else "–"


def _forecasts(findings: Findings) -> str:
    rows: list[tuple[str, ...]] = [("forecast by", "log-loss of the winner", "of what can be known", *PAIRS)]
    uniform, true = findings.forecasts[UNIFORM], findings.forecasts[TRUE]
    for name, each in findings.forecasts.items():
        rows.append((name, f"{each.loss:.3f}", gained(each, uniform, true), *_pairs(each)))
    return markdown_table(rows)


def _by_seats(findings: Findings) -> str:
    rows: list[tuple[str, ...]] = [("seats", *(f"log-loss, {name}" for name in (UNIFORM, UPDATED, TRUE)), *PAIRS)]
    for seats, found in findings.by_seats.items():
        losses = (f"{found[name].loss:.3f}" for name in (UNIFORM, UPDATED, TRUE))
        rows.append((f"{seats}", *losses, *_pairs(found[UPDATED])))
    return markdown_table(rows)


def _pairs(each: Quality) -> tuple[str, ...]:
    return f"{each.accuracy:.1%}", f"{each.confidence:.1%}", f"{each.calibration_error:.3f}"


def _calibration(updated: Quality) -> str:
    rows = [("chance to come before the other, forecast", "pairs", "mean forecast", "came true")]
    for each in updated.bins:
        span = f"{each.low:.0%} to {each.low + 0.1:.0%}"
        rows.append((span, f"{each.pairs:,}", f"{each.forecast:.1%}", f"{each.observed:.1%}"))
    return markdown_table(rows)


def _correlations(findings: Findings) -> str:
    rows = [("rank correlation with the true strengths", "Spearman", "Kendall")]
    rows += [(name, f"{each.spearman:.3f}", f"{each.kendall:.3f}") for name, each in findings.correlations.items()]
    return markdown_table(rows)


def _anchors(game: Game, findings: Findings, personas: Sequence[Persona]) -> str:
    """Return the fixed ratings of the levels, compared with what they earn when they are rated like people."""
    names = [persona.name for persona in personas]
    middle = names.index(LEVEL)
    anchors_of = [f"anchor, {seats} seats" for seats in game.seats]
    rows = [("level", *anchors_of, "earned", f"earned, {LEVEL} at {MU:.0f}", f"true, {LEVEL} at {MU:.0f}", "matches")]
    for level in Game.levels:
        at = names.index(level)
        earned = findings.earned[at]
        anchors = [anchor(game.ladder, seats, level) for seats in game.seats]
        true = MU + (findings.true[at] - findings.true[middle]) * UNIT
        rows.append(
            (
                level,
                *("–" if mean is None else f"{mean:.1f}" for mean in anchors),
                f"{earned.mu:.1f} ± {earned.sigma:.1f}",
                f"{earned.mu + MU - findings.earned[middle].mu:.1f}",
                f"{true:.1f}",
                f"{earned.matches}",
            )
        )
    return markdown_table(rows)
