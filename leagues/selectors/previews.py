"""Previews of a season before it exists."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.text import Text, _, ngettext
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye
from leagues.core.pods import pod_fixtures, waves
from leagues.core.quality import ScheduleQuality, schedule_quality
from leagues.core.round_robin import round_robin
from leagues.core.rules import SWISS_FORMATS, Format, SeasonRules, problem


@dataclass(frozen=True, slots=True)
class Preview:
    """The schedule of one full division: the matches of each player, the rounds or waves, and how even it is."""

    players: int
    matches: int
    each: int
    rounds: int
    quality: ScheduleQuality


def preview(rules: SeasonRules, possible_seats: Sequence[int]) -> Preview | None:
    """Return the schedule of a full division; None for formats that are drawn round by round, and for impossible
    rules."""
    if not rules.has_divisions or problem(rules, tuple(possible_seats)) is not None:
        return None
    players = rules.division_size
    try:
        if rules.format is Format.PODS:
            planned = pod_fixtures(players, rules.seats)
            fixtures = waves(planned, rules.at_once) if rules.at_once else planned
            byes: tuple[Bye, ...] = ()
        else:
            schedule = round_robin(players, double=rules.format is Format.DOUBLE_ROUND_ROBIN)
            fixtures, byes = list(schedule.fixtures), schedule.byes
    except LeagueError:
        return None
    quality = schedule_quality(players, rules.seats, fixtures, byes)
    rounds = len({fixture.round for fixture in fixtures})
    return Preview(players, len(fixtures), max(quality.matches), rounds, quality)


def without_matches(rules: SeasonRules) -> list[Text]:
    """Return what rounds without a match count for, in the formats that have them."""
    if rules.format not in SWISS_FORMATS:
        return []
    return [
        ngettext(
            "Each player can take %(n)s half-point bye.",
            "Each player can take %(n)s half-point byes.",
            rules.half_byes,
        )
        if rules.half_byes
        else _("There are no half-point byes."),
        ngettext(
            "Late entrants get half a win for %(n)s missed round and nothing for the rest.",
            "Late entrants get half a win each for up to %(n)s missed rounds and nothing for the rest.",
            rules.late_halves,
        )
        if rules.late_halves
        else _("Late entrants get nothing for missed rounds."),
    ]
