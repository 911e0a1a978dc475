"""The kinds of notices, one class each. A sweep goes through them in this order."""

from collections.abc import Iterable, Mapping

from masques_site.notices.kinds.accounts import EndpointOff, ReportAnswered
from masques_site.notices.kinds.base import Kind, by_code
from masques_site.notices.kinds.leagues import OfLeague
from masques_site.notices.kinds.matches import EndProposed, Invited, MatchFinished, YourTurn
from masques_site.notices.kinds.plays import OfPlay
from masques_site.notices.kinds.ratings import PlayRated, RatingChanged
from masques_site.notices.kinds.tables import MatchArranged, TableFilled, TableWaits
from masques_site.notices.kinds.timeouts import TimeRanOut
from masques_site.notices.kinds.vacations import VacationBegun

KINDS: Mapping[str, Kind] = by_code(
    YourTurn(),
    TimeRanOut(),
    MatchFinished(),
    RatingChanged(),
    PlayRated(),
    Invited(),
    TableFilled(),
    MatchArranged(),
    TableWaits(),
    EndProposed(),
    OfLeague(),
    OfPlay(),
    VacationBegun(),
    ReportAnswered(),
    EndpointOff(),
)


def paths_of(codes: Iterable[str]) -> set[str]:
    """Return the paths from a notice to all that verdicts and words of these kinds are made of. A query follows no
    others: a dozen joins would take longer than all the rest of it."""
    return {path for code in codes if code in KINDS for path in KINDS[code].read_with}
