"""Names of steps, criteria and results in words; the parts of other pages that are about leagues."""

from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.core.results import ResultKind
from leagues.core.standings import Criterion
from leagues.log_text import MOVEMENTS, STEP_NAMES
from leagues.policy import policy
from leagues.selectors.home import leagues_of
from leagues.selectors.seasons import SeatLine

register = template.Library()

CRITERIA: dict[str, tuple[Promise, Promise]] = {
    Criterion.POINTS: (_("Points"), _("What the places in all matches are worth.")),
    Criterion.WINS: (_("Wins"), _("First places that are not shared.")),
    Criterion.HEAD_TO_HEAD: (_("Among the tied"), _("Points from the meetings of those who are level so far.")),
    Criterion.BUCHHOLZ_CUT_1: (_("Buchholz Cut-1"), _("The points of all opponents without the lowest.")),
    Criterion.BUCHHOLZ: (_("Buchholz"), _("The points of all opponents.")),
    Criterion.SONNEBORN_BERGER: (
        _("Sonneborn-Berger"),
        _("The points of everybody who was beaten, and half the points of who was tied with."),
    ),
    Criterion.SCORE_SHARE: (_("Share of the winner's score"), _("The mean over all matches with scores.")),
    Criterion.TIMEOUTS: (_("Time-outs"), _("How often the time ran out: fewer are better.")),
    Criterion.LOT: (_("Lot"), _("Drawn from the season's published seed.")),
}
KINDS: dict[str, Promise] = {
    ResultKind.FORFEITED: _("forfeited"),
    ResultKind.WON_BY_FORFEIT: _("won by forfeit"),
    ResultKind.BYE: _("bye"),
    ResultKind.UNPLAYED: _("not played"),
    ResultKind.ANNULLED: _("annulled"),
}
MARKS = {
    ResultKind.FORFEITED: "×",
    ResultKind.WON_BY_FORFEIT: "+",
    ResultKind.BYE: "+",
}


@register.inclusion_tag("leagues/_home.html", takes_context=True)
def my_leagues(context: dict[str, Any]) -> dict[str, Any]:
    """The reader's leagues, for the home page; nothing, and no statement, for guests and whoever may not play."""
    user = context["user"]
    return {"rows": leagues_of(user) if policy().refuse_to_organise(user) is None else []}


@register.filter
def step_name(kind: str) -> Promise | str:
    """What happens at a step of a timetable."""
    return STEP_NAMES.get(kind, kind)


@register.filter
def criterion_name(criterion: str) -> Promise | str:
    """What a tie-break is called."""
    return CRITERIA[criterion][0] if criterion in CRITERIA else criterion


@register.filter
def criterion_help(criterion: str) -> Promise | str:
    """What a tie-break is."""
    return CRITERIA[criterion][1] if criterion in CRITERIA else ""


@register.filter
def movement_name(movement: str) -> Promise | str:
    """How somebody came into a division."""
    return MOVEMENTS.get(movement, "")


@register.filter
def kind_name(kind: str) -> Promise | str:
    """What a result without a place is called; empty for a played one."""
    return KINDS.get(kind, "")


@register.filter
def mark(seat: SeatLine) -> str:
    """One sign for a result: the place, or a sign for the kind."""
    return str(seat.place) if seat.place is not None else MARKS.get(ResultKind(seat.kind), "–")
