"""A browser in words that its owner recognises: “Firefox on Linux”."""

import re

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first that fits counts: browsers name their forebears too, so the more particular stand first.
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
MOST = 60


@register.filter
def browser(user_agent: str) -> str:
    """What a `User-Agent` header stands for; its beginning if nobody knows it, a word if there is none."""
    name, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if name and system:
        return _("%(browser)s on %(system)s") % {"browser": name, "system": system}
    return name or user_agent.strip()[:MOST] or _("an unknown browser")


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for pattern, name in kinds if re.search(pattern, text)), "")
