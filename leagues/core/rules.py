"""The rules of a season, and whether they can be kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.core.text import Text, _
from leagues.core.points import Scale
from leagues.core.standings import SCORING_VERSION, Criterion


class Format(StrEnum):
    """A way to play a season."""

    PODS = "pods"  # divisions of tables: everyone plays as many matches as a table has seats, each on another seat
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double"
    SWISS = "swiss"
    POD_SWISS = "pod_swiss"
    CUP = "cup"
    LADDER = "ladder"


class Unfinished(StrEnum):
    """The way to count a match that is still running when the time to play is over. Seats that were given up are
    forfeited in any case, and a match with one of these counts for the others as a draw or by conduct."""

    CONDUCT = "conduct"  # the seats that owed a decision share the last place, and the others the first
    DRAW = "draw"  # all tie
    NOBODY = "nobody"  # it does not count


DIVISION_FORMATS = frozenset({Format.PODS, Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN})
ROUND_FORMATS = frozenset({Format.SWISS, Format.POD_SWISS, Format.CUP})
TWO_SEAT_FORMATS = frozenset({Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.SWISS, Format.LADDER})
SEVERAL_SEAT_FORMATS = frozenset({Format.PODS, Format.POD_SWISS})

SWISS_FORMATS = frozenset({Format.SWISS, Format.POD_SWISS})

DEFAULT_ROUND_DAYS = 14
DIVISION_SIZES = range(4, 14)
POD_SEATS = range(3, 14)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """The rules of a season from its sign-up to the next season's. Lengths of time are whole days.

    Players may object to results in the `objection_days` after play; the final standings wait for answers, at most as
    long again. `at_once` is the most matches of one person that run at the same time, 0 for all of them. `rounds` and
    `round_days` matter where matches are drawn round by round; `division_size`, `promoted` and `relegated` where there
    are divisions; `advancing` in cups: how many of a table go on. In the Swiss formats, `half_byes` is how many rounds
    a player may sit out for half a win, and `late_halves` how many of the rounds that a late entrant missed count half
    a win, where the others count nothing. `bench_scores`: a substitute's results count for the leaver's line.
    `table_results`: a match may be settled by a play of the real table that all of its people have confirmed.
    `criteria` are the order of its standings, `scale` what places are worth, as `scoring_version` of
    `leagues.core.standings` defines them.
    """

    format: Format
    seats: int
    criteria: tuple[Criterion, ...]
    scale: Scale
    scoring_version: int = SCORING_VERSION
    sign_up_days: int = 7
    play_days: int = 70
    extension_days: int = 7
    objection_days: int = 3
    break_days: int = 7
    at_once: int = 0
    division_size: int = 7
    promoted: int = 1
    relegated: int = 2
    rounds: int = 5
    round_days: int = DEFAULT_ROUND_DAYS
    advancing: int = 1
    half_byes: int = 0
    late_halves: int = 0
    bench_scores: bool = False
    unfinished: Unfinished = Unfinished.DRAW
    table_results: bool = False

    @property
    def has_divisions(self) -> bool:
        """Return whether the field is divided into tiers, with promotion and relegation."""
        return self.format in DIVISION_FORMATS

    @property
    def has_rounds(self) -> bool:
        """Return whether matches are drawn round by round, from the results of the rounds before."""
        return self.format in ROUND_FORMATS

    def sizes(self, possible_seats: Sequence[int]) -> list[int]:
        """Return the numbers of seats that its matches may have, of those that the title has."""
        fewest = {Format.CUP: 2, Format.PODS: self.seats - 1, Format.POD_SWISS: self.seats - 1}
        return [seats for seats in possible_seats if fewest.get(self.format, self.seats) <= seats <= self.seats]

    @property
    def least_entries(self) -> int:
        """The smallest field that can be drawn."""
        if self.has_divisions:
            return max(DIVISION_SIZES.start, self.seats)
        return {Format.LADDER: 2, Format.CUP: self.seats + 1}.get(self.format, max(4, self.seats + 1))


def formats_for(seats: int) -> list[Format]:
    """Return the formats that can be held at tables of this many seats, the usual one first."""
    if seats == 2:
        return [Format.DOUBLE_ROUND_ROBIN, Format.ROUND_ROBIN, Format.SWISS, Format.CUP, Format.LADDER]
    return [Format.PODS, Format.POD_SWISS, Format.CUP]


def criteria_for(format: Format) -> list[Criterion]:
    """Return the criteria that a season of this format may use."""
    return [one for one in Criterion if format in SWISS_FORMATS or not one.row.only_swiss]


def default_criteria(format: Format) -> tuple[Criterion, ...]:
    """Return the usual order of criteria for new leagues; stored leagues and seasons keep theirs."""
    return tuple(one for one in criteria_for(format) if one.row.is_usual)


DEFAULT_PLAY_DAYS = {2: 42}  # six weeks for two seats; ten for more
DEFAULT_DIVISION_SIZE = {2: 6}


def default_rules(format: Format, seats: int, match_days: int = 1) -> SeasonRules:
    """Return the rules that a league starts with, for a title whose matches take this many days
    (`leagues.core.durations.match_days`)."""
    return SeasonRules(
        format=format,
        seats=seats,
        criteria=default_criteria(format),
        scale=Scale.of_seats(seats),
        play_days=max(DEFAULT_PLAY_DAYS.get(seats, 70), match_days),
        round_days=max(DEFAULT_ROUND_DAYS, match_days),
        division_size=DEFAULT_DIVISION_SIZE.get(seats, 7),
        advancing=1 if seats == 2 else 2,
        unfinished=Unfinished.CONDUCT if seats == 2 else Unfinished.DRAW,
    )


# Field, least, most.
_BOUNDS = (
    ("sign_up_days", _("Days to sign up"), 1, 60),
    ("play_days", _("Days to play"), 7, 365),
    ("extension_days", _("Days for an extension"), 0, 60),
    ("objection_days", _("Days for objections to results"), 0, 30),
    ("break_days", _("Days between seasons"), 0, 180),
    ("at_once", _("Matches per player at a time"), 0, 30),
    ("rounds", _("Rounds"), 1, 20),
    ("round_days", _("Days per round"), 1, 90),
)


def problem(rules: SeasonRules, possible_seats: range | tuple[int, ...]) -> Text | None:
    """Return why a season of these rules cannot be held for a title with `possible_seats`: the field and, where there
    is one, the nearest choice that can; None if it can."""
    for check in _CHECKS:
        found = check(rules, tuple(possible_seats))
        if found is not None:
            return found
    return None


def _seats_problem(rules: SeasonRules, possible_seats: tuple[int, ...]) -> Text | None:
    if rules.seats in possible_seats:
        return None
    nearest = min(possible_seats, key=lambda seats: (abs(seats - rules.seats), seats))
    return _(
        "Seats: this game can’t be played with %(seats)s; the nearest is %(nearest)s.",
        seats=rules.seats,
        nearest=nearest,
    )


def _format_problem(rules: SeasonRules, _possible_seats: tuple[int, ...]) -> Text | None:
    if rules.format in TWO_SEAT_FORMATS and rules.seats != 2:
        return _("Format: this one is for two seats. With %(seats)s seats, choose pods.", seats=rules.seats)
    if rules.format in SEVERAL_SEAT_FORMATS and rules.seats < POD_SEATS.start:
        return _("Format: pods need at least three seats. With two, choose a round robin or Swiss.")
    return None


def _bounds_problem(rules: SeasonRules, _possible_seats: tuple[int, ...]) -> Text | None:
    for field, label, least, most in _BOUNDS:
        if not least <= getattr(rules, field) <= most:
            return _("%(field)s: enter a number from %(least)s to %(most)s.", field=label, least=least, most=most)
    return None


def _division_problem(rules: SeasonRules, _possible_seats: tuple[int, ...]) -> Text | None:
    if not rules.has_divisions:
        return None
    least, most = max(DIVISION_SIZES.start, rules.seats), DIVISION_SIZES[-1]
    if not least <= rules.division_size <= most:
        return _("Players in a division: enter a number from %(least)s to %(most)s.", least=least, most=most)
    if rules.promoted < 0 or rules.relegated < 0 or rules.promoted + rules.relegated >= rules.division_size:
        return _("Promotion and relegation: at least one player must stay in each division.")
    return None


def _cup_problem(rules: SeasonRules, _possible_seats: tuple[int, ...]) -> Text | None:
    if rules.format is Format.CUP and not 1 <= rules.advancing < rules.seats:
        return _("Players advancing per table: enter a number from 1 to %(most)s.", most=rules.seats - 1)
    return None


def _swiss_problem(rules: SeasonRules, _possible_seats: tuple[int, ...]) -> Text | None:
    """Return a problem unless there is a round in which everyone plays, and one that nobody has missed; else None."""
    if rules.format not in SWISS_FORMATS:
        return None
    most = rules.rounds - 1
    if not 0 <= rules.half_byes <= most:
        return _("Half-point byes: enter a number from 0 to %(most)s (one less than the rounds).", most=most)
    if not 0 <= rules.late_halves <= most:
        return _(
            "Missed rounds that count as half a win: enter a number from 0 to %(most)s (one less than the rounds).",
            most=most,
        )
    return None


def _scoring_problem(rules: SeasonRules, possible_seats: tuple[int, ...]) -> Text | None:
    criteria = rules.criteria
    if len(set(criteria)) < len(criteria):
        return _("Tie-breaks: choose each one only once.")
    if criteria[:1] != (Criterion.POINTS,) or criteria[-1:] != (Criterion.LOT,):
        return _("Tie-breaks: points come first and drawing lots comes last.")
    if others := [one for one in criteria if one not in criteria_for(rules.format)]:
        return _("Tie-breaks: %(name)s is only for Swiss seasons.", name=others[0].row.name)
    if not 1 <= rules.scoring_version <= SCORING_VERSION:
        return _("Scoring: there’s no version %(version)s.", version=rules.scoring_version)
    sizes = {len(row) for row in rules.scale.worths}
    missing = [seats for seats in rules.sizes(possible_seats) if seats not in sizes]
    return _("Points: there are none for tables of %(n)s.", n=missing[0]) if missing else None


_CHECKS = (
    _seats_problem,
    _format_problem,
    _bounds_problem,
    _division_problem,
    _cup_problem,
    _swiss_problem,
    _scoring_problem,
)
