"""The kinds of notices, one class each. A sweep goes through them in this order."""

from collections.abc import Mapping

from masques_site.notices.kinds.accounts import EndpointOff, ReportAnswered, VacationBegun
from masques_site.notices.kinds.base import Kind, by_code
from masques_site.notices.kinds.leagues import OfLeague
from masques_site.notices.kinds.matches import EndProposed, Invited, MatchFinished, YourTurn

KINDS: Mapping[str, Kind] = by_code(
    YourTurn(), MatchFinished(), Invited(), EndProposed(), OfLeague(), VacationBegun(), ReportAnswered(), EndpointOff()
)
