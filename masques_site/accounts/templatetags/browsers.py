"""A template filter that describes a browser: “Firefox on Linux”."""

import re

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first match counts: user agents contain the names of older browsers, so the more specific patterns come first.
BROWSERS = (
    (r"Edg(?:e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Vivaldi/", "Vivaldi"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Safari/", "Safari"),
    (r"curl/", "curl"),
)
SYSTEMS = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"Windows", "Windows"),
    (r"Mac OS X|Macintosh", "macOS"),
    (r"CrOS", "ChromeOS"),
    (r"Linux|X11", "Linux"),
)
MAX_LENGTH = 60


@register.filter
def browser(user_agent: str) -> str:
    """Return a description of a `User-Agent` header; its beginning if it is unknown, “an unknown browser” if it is
    empty."""
    name, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if name and system:
        return _("%(browser)s on %(system)s") % {"browser": name, "system": system}
    return name or user_agent.strip()[:MAX_LENGTH] or _("an unknown browser")


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for pattern, name in kinds if re.search(pattern, text)), "")
