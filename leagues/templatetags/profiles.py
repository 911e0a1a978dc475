"""Template tags of profiles: ratings and their graphs, form, reliability, reply times."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from leagues.core.graphs import Unit
from leagues.selectors.rating_history import PoolRating, TitleRatings
from leagues.selectors.records import Reliability, Replies, Result

register = template.Library()

FORMATS = {Unit.TIME: "TIME_FORMAT", Unit.DAY: "MONTH_DAY_FORMAT", Unit.MONTH: "YEAR_MONTH_FORMAT", Unit.YEAR: "Y"}
MINUTE, HOUR, DAY = 60, 3600, 86400
WITHIN = {25: "quarter", 50: "half", 75: "three_quarters"}


@register.filter
def tick_words(at: datetime, unit: Unit) -> str:
    """Return a moment of an axis, as briefly as its unit allows."""
    return date_format(at, FORMATS[unit])


@register.filter
def rating_words(rating: PoolRating) -> str:
    """Return the number that is shown, with a question mark while too little is known."""
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


@register.filter
def graph_story(ratings: TitleRatings) -> str:
    """Return what the graph of a title shows, one sentence per line."""
    return " ".join(_story(rating) for rating in ratings.drawn)


def _story(rating: PoolRating) -> str:
    assert rating.first is not None
    assert rating.last is not None
    facts = {
        "pool": rating.name,
        "n": rating.matches,
        "first": rating.first[1],
        "begin": date_format(timezone.localtime(rating.first[0]), "DATE_FORMAT"),
        "last": rating.last[1],
        "end": date_format(timezone.localtime(rating.last[0]), "DATE_FORMAT"),
        "highest": rating.highest,
    }
    return (
        ngettext(
            "%(pool)s: %(last)s after the first match, on %(end)s.",
            "%(pool)s: from %(first)s on %(begin)s to %(last)s on %(end)s, with a peak of %(highest)s; %(n)s "
            "matches in total.",
            rating.matches,
        )
        % facts
    )


@register.filter
def result_words(result: Result) -> str:
    """Return how a match ended, for those who do not see the sign."""
    facts = {"title": result.game.name, "place": result.match.place, "seats": len(result.match.seats)}
    if result.match.place is None:
        return gettext("%(title)s: gave up the seat") % facts
    return gettext("%(title)s: place %(place)s of %(seats)s") % facts


@register.filter
def reliability_words(found: Reliability) -> str:
    """Return how often seats were given up, and how often the time ran out."""
    if found.given_up:
        gave_up = ngettext(
            "Gave up %(count)s of the last %(n)s matches",
            "Gave up %(count)s of the last %(n)s matches",
            found.given_up,
        ) % {"count": found.given_up, "n": found.matches}
    else:
        gave_up = ngettext("Finished the last match", "Finished all of the last %(n)s matches", found.matches) % {
            "n": found.matches
        }
    if not found.ran_out:
        return gettext("%(gave_up)s; never ran out of time.") % {"gave_up": gave_up}
    return ngettext(
        "%(gave_up)s; ran out of time once.", "%(gave_up)s; ran out of time %(n)s times.", found.ran_out
    ) % {"gave_up": gave_up, "n": found.ran_out}


@register.filter
def replies_words(found: Replies) -> str:
    """Return how quickly replies come at a pace."""
    facts = {WITHIN[percent]: roughly(time) for percent, time in found.quartiles.items()}
    return (
        gettext(
            "A quarter of the replies come within %(quarter)s, half within %(half)s, three quarters within"
            " %(three_quarters)s."
        )
        % facts
    )


def roughly(length: timedelta) -> str:
    """Return a length of time by one unit of which there are two or more, if there are: “40 minutes”, “9 hours”, “3
    days”."""
    seconds = length.total_seconds()
    if seconds >= 1.5 * DAY:
        number = round(seconds / DAY)
        return ngettext("%(n)s day", "%(n)s days", number) % {"n": number}
    if seconds >= 1.5 * HOUR:
        number = round(seconds / HOUR)
        return ngettext("%(n)s hour", "%(n)s hours", number) % {"n": number}
    if seconds >= 1.5 * MINUTE:
        number = round(seconds / MINUTE)
        return ngettext("%(n)s minute", "%(n)s minutes", number) % {"n": number}
    number = max(1, round(seconds))
    return ngettext("%(n)s second", "%(n)s seconds", number) % {"n": number}
