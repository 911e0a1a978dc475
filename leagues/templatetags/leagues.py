"""Names of steps, criteria and results in words; the parts of other pages that are about leagues."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.translation import translate
from leagues.core.prospects import Verdict
from leagues.core.quality import ScheduleQuality
from leagues.core.results import ResultKind
from leagues.core.standings import Criterion
from leagues.log_text import MOVEMENTS, STEP_NAMES
from leagues.models import Season
from leagues.policy import policy
from leagues.selectors.home import leagues_of
from leagues.selectors.seasons import FixtureLine, Line, SeatLine
from leagues.services.deciding.seen import Seen

register = template.Library()

KINDS: dict[str, Promise] = {
    ResultKind.FORFEITED: _("forfeited"),
    ResultKind.WON_BY_FORFEIT: _("won by forfeit"),
    ResultKind.BYE: _("bye"),
    ResultKind.HALF_BYE: _("half-point bye"),
    ResultKind.UNPLAYED: _("not played"),
    ResultKind.ANNULLED: _("annulled"),
}
MARKS = {
    ResultKind.FORFEITED: "×",
    ResultKind.WON_BY_FORFEIT: "+",
    ResultKind.BYE: "+",
    ResultKind.HALF_BYE: "½",
}


@register.inclusion_tag("leagues/_home.html", takes_context=True)
def my_leagues(context: dict[str, Any]) -> dict[str, Any]:
    """Return the reader's leagues, for the home page; nothing, and no statement, for guests and users who may not
    play."""
    user = context["user"]
    return {"rows": leagues_of(user) if policy().refuse_to_organise(user) is None else []}


@register.simple_tag(takes_context=True)
def seen(context: dict[str, Any], row: Any) -> SafeString:
    """Return the hidden field by which a form names what it shows: a row with a `revision`, and the newest line of the
    log."""
    value = Seen(context["newest_line"], row.revision)
    return format_html('<input type="hidden" name="seen" value="{}">', value)


@register.simple_tag(takes_context=True)
def kept(context: dict[str, Any], form: str, name: str, row: int | None = None) -> str:
    """Return what was typed into a field of a form of the page, if this form was refused; for several alike, the one of
    `row`."""
    fields: Mapping[str, str] = context.get("kept", {})
    return fields.get(name, "") if fields.get("form") == (form if row is None else f"{form}-{row}") else ""


@register.filter
def how_often(quality: ScheduleQuality) -> str:
    """Return how often two players of a schedule meet, in a sentence."""
    least, most = quality.fewest_meetings, quality.most_meetings
    if least == most:
        text = ngettext("Each pair of players meets once.", "Each pair of players meets %(most)s times.", most)
    elif least == 0:
        text = ngettext(
            "Each pair of players meets at most once.", "Each pair of players meets at most %(most)s times.", most
        )
    else:
        text = gettext("Each pair of players meets %(least)s to %(most)s times.")
    return text % {"least": least, "most": most}


@register.filter
def step_name(kind: str) -> Promise | str:
    """Return the name of a step of a timetable."""
    return STEP_NAMES.get(kind, kind)


@register.filter
def criterion_name(criterion: Criterion) -> str:
    """Return the name of a tie-break."""
    return translate(criterion.row.name)


@register.filter
def criterion_help(criterion: Criterion) -> str:
    """Return the meaning of a tie-break."""
    return translate(criterion.row.meaning)


@register.filter
def movement_name(movement: str) -> Promise | str:
    """Return how a player came into a division."""
    return MOVEMENTS.get(movement, "")


@register.filter
def kind_name(kind: str) -> Promise | str:
    """Return the name of a result without a place; empty for a played one."""
    return KINDS.get(kind, "")


GOALS: dict[str, tuple[Promise, Promise, Promise]] = {
    "up": (_("Promotion is certain."), _("Promotion is out of reach."), _("Promotion")),
    "first": (_("First place is certain."), _("First place is out of reach."), _("First place")),
    "safe": (_("Relegation is avoided."), _("Relegation is certain."), _("Staying up")),
}
CHANCES: dict[str, Promise] = {
    "first": _("first place"),
    "up": _("promotion"),
    "stay": _("staying"),
    "down": _("relegation"),
}


@register.simple_tag
def outlook(line: Line, season: Season) -> list[str]:
    """Return what a line can still reach, in sentences: what is certain, what suffices, and the estimated chances."""
    scale = season.rules.scale
    sentences = []
    for goal, said in line.outlook.get("goals", {}).items():
        certain, impossible, name = GOALS[goal]
        if said["verdict"] != Verdict.OPEN:
            sentences.append(str(certain if said["verdict"] == Verdict.CERTAIN else impossible))
            continue
        if said["enough"] is not None:
            facts = {"goal": name, "points": scale.show(said["enough"]), "n": said["matches"]}
            sentences.append(
                ngettext(
                    "%(goal)s: %(points)s more points from the last match are enough.",
                    "%(goal)s: %(points)s more points from %(n)s matches are enough.",
                    said["matches"],
                )
                % facts
            )
        elif said["wins_suffice"]:
            sentences.append(gettext("%(goal)s: winning all remaining matches is enough.") % {"goal": name})
        else:
            sentences.append(gettext("%(goal)s also depends on other players’ results.") % {"goal": name})
    is_open = any(said["verdict"] == Verdict.OPEN for said in line.outlook.get("goals", {}).values())
    if is_open and line.outlook.get("chances"):
        sentences.append(_estimate(line.outlook))
    return sentences


def _estimate(outlook: Mapping[str, Any]) -> str:
    """Return the chances of a line, and by how many runs they are estimated."""
    chances = ", ".join(
        gettext("%(chance)s %(goal)s") % {"chance": f"{outlook['chances'][name]:.0%}", "goal": label}
        for name, label in CHANCES.items()
        if name in outlook["chances"]
    )
    text = ngettext(
        "Estimated from one random simulation: %(chances)s.",
        "Estimated from %(n)s random simulations: %(chances)s.",
        outlook["samples"],
    )
    return text % {"n": outlook["samples"], "chances": chances}


@register.simple_tag
def match_items(matches: Sequence[FixtureLine]) -> SafeString:
    """Return matches rendered as items of a list. They are most of a season's page, and a template takes ten times as
    long."""
    return format_html_join("", "<li>{}: {}</li>", ((_number(match), _seats(match)) for match in matches))


def _number(match: FixtureLine) -> str:
    name = gettext("match %(number)s") % {"number": localize(match.fixture.number)}
    return format_html('<a href="{}">{}</a>', match.url, name) if match.url else name


def _seats(match: FixtureLine) -> str:
    return ", ".join(_seat(seat) for seat in match.seats)


def _seat(seat: SeatLine) -> str:
    end = seat.place or kind_name(seat.kind)
    return f"{seat.person.name} ({end})" if end else seat.person.name


@register.filter
def mark(seat: SeatLine) -> str:
    """Return one sign for a result: the place, or a sign for the kind."""
    return str(seat.place) if seat.place is not None else MARKS.get(ResultKind(seat.kind), "–")
