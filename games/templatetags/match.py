"""Template tags for the pages of matches."""

from datetime import datetime, timedelta

from django import template
from django.utils.translation import gettext

from games import clock
from games.templatetags import frame

register = template.Library()
register.filter("in_words", frame.in_words)


@register.filter
def briefly(deadline: datetime) -> str:
    """Return the time left until `deadline`, in its largest unit alone: “3 d”, “5 h”, “20 min”; soon before it, to the
    second: “9:59”. The script `countdown.js` goes on with that."""
    left = max(timedelta(0), deadline - clock.now())
    if left >= timedelta(days=2):
        return gettext("%(n)s d") % {"n": left.days}
    hours = left // timedelta(hours=1)
    if hours >= 2:
        return gettext("%(n)s h") % {"n": hours}
    minutes, rest = divmod(left, timedelta(minutes=1))
    if minutes < 10:
        return f"{minutes}:{rest.seconds:02}"
    return gettext("%(n)s min") % {"n": minutes}
