"""Ratings and their changes, in words."""

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.core.rating_fold import Verdict
from leagues.selectors.match_ratings import Shown

register = template.Library()

VERDICTS: dict[Verdict | None, Promise] = {
    None: _("The result is being rated. Check back in a few seconds."),
    Verdict.RATED: _("This match was rated."),
    Verdict.SHORT: _(
        "The players agreed to end this match before a quarter of a usual match was played, so it doesn’t count."
    ),
    Verdict.REPEATED: _(
        "A player ran out of time after already being absent in another match within 72 hours. This match "
        "doesn’t change that player’s rating, and changes the others’ ratings only if another player left "
        "as well."
    ),
    Verdict.ANNULLED: _("This match was annulled or ended by agreement, so it doesn’t count."),
    Verdict.NOBODY: _("There was nobody to compare with, so no ratings changed."),
}


@register.filter
def verdict(value: Verdict | None) -> Promise:
    """Return what a match meant for ratings, in a sentence."""
    return VERDICTS[value]


@register.filter
def points(shown: Shown) -> str:
    """Return a rating as a number, with a question mark while little is known."""
    if not shown.is_provisional:
        return str(shown.points)
    return format_html(
        '{}<span aria-hidden="true">?</span><span class="visually-hidden"> ({})</span>',
        shown.points,
        gettext("provisional"),
    )


@register.filter
def signed(change: int) -> str:
    """Return a difference with its sign.

    >>> signed(12), signed(-3), signed(0)
    ('+12', '−3', '±0')
    """
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"
