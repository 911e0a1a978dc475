"""The timetable of a season: every step with its time, public before the first of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from leagues.core.rules import Format, SeasonRules

LOOK_AT_DRAW = timedelta(days=1)  # between the published schedule and the first match: time to object, or to withdraw


class StepKind(StrEnum):
    """The kinds of steps, in the order of a season."""

    OPEN_SIGN_UP = "open_sign_up"
    CLOSE_SIGN_UP = "close_sign_up"
    DRAW = "draw"  # divisions and schedule are made and published; in a format by rounds, the first round
    START = "start"
    ROUND = "round"  # a later round is drawn and starts
    END_PLAY = "end_play"  # matches without an extension end
    END_EXTENSION = "end_extension"
    FINISH = "finish"  # after the days to object: final standings, promotion and relegation
    NEXT_SEASON = "next_season"


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step and when it is due. `number` is that of a round, from 2; 0 for all other steps."""

    kind: StepKind
    number: int
    at: datetime


def timetable(rules: SeasonRules, opens: datetime) -> list[PlannedStep]:
    """Return all steps of a season whose sign-up opens at `opens`, in order.

    A ladder has no end: it opens and starts. The rounds of a cup after the first follow when the field is known
    (`round_steps`); until then the season's end is that of the planned number of rounds.
    """
    return list(_steps(rules, opens))


def _steps(rules: SeasonRules, opens: datetime) -> Iterator[PlannedStep]:
    yield PlannedStep(StepKind.OPEN_SIGN_UP, 0, opens)
    if rules.format is Format.LADDER:
        yield PlannedStep(StepKind.START, 0, opens)
        return
    closes = opens + timedelta(days=rules.sign_up_days)
    starts = closes + LOOK_AT_DRAW
    yield PlannedStep(StepKind.CLOSE_SIGN_UP, 0, closes)
    yield PlannedStep(StepKind.DRAW, 0, closes)
    yield PlannedStep(StepKind.START, 0, starts)
    if rules.has_rounds:
        yield from round_steps(rules, starts, rules.rounds)
    yield from closing_steps(rules, end_of_play(rules, starts, rules.rounds))


def opening_for(rules: SeasonRules, starts: datetime) -> datetime:
    """Return when sign-up has to open so that play starts at `starts`."""
    if rules.format is Format.LADDER:
        return starts
    return starts - LOOK_AT_DRAW - timedelta(days=rules.sign_up_days)


def end_of_play(rules: SeasonRules, starts: datetime, rounds: int) -> datetime:
    """Return when the last match without an extension ends."""
    days = rules.round_days * rounds if rules.has_rounds else rules.play_days
    return starts + timedelta(days=days)


def round_steps(rules: SeasonRules, starts: datetime, rounds: int) -> list[PlannedStep]:
    """Return the steps at which rounds 2 to `rounds` are drawn and start."""
    length = timedelta(days=rules.round_days)
    return [PlannedStep(StepKind.ROUND, number, starts + length * (number - 1)) for number in range(2, rounds + 1)]


def closing_steps(rules: SeasonRules, end: datetime) -> list[PlannedStep]:
    """Return the steps from the end of play on."""
    extended = end + timedelta(days=rules.extension_days)
    final = extended + timedelta(days=rules.objection_days)
    return [
        PlannedStep(StepKind.END_PLAY, 0, end),
        PlannedStep(StepKind.END_EXTENSION, 0, extended),
        PlannedStep(StepKind.FINISH, 0, final),
        PlannedStep(StepKind.NEXT_SEASON, 0, final + timedelta(days=rules.break_days)),
    ]
