"""The page at /design/ that shows the site's design system to developers: every token, every component, both themes.

It reads `tokens.css` itself, so that it cannot fall behind.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

GROUP = re.compile(r"/\* -- (?P<name>[^:]+?)(?:: (?P<about>.+?))? -- \*/")
TOKEN = re.compile(r"^\s*--(?P<name>[\w-]+): (?P<value>.+?);(?:\s*/\* (?P<note>.+?) \*/)?$")
COLOUR = re.compile(r"light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\)")
LENGTH = re.compile(r"[\d.]+rem")
SYMBOL = re.compile(r'<symbol id="([\w-]+)"')

THEMES = ("light", "dark")
BACKGROUNDS = ("bg", "surface", "raised", "wash")
TEXT, MARK = 4.5, 3.0  # the minimum contrast of text, and of graphics that carry meaning
# For each colour, the backgrounds it is used on and the minimum contrast.
REQUIRED_CONTRAST: dict[str, tuple[tuple[str, ...], float]] = {
    **dict.fromkeys(("ink", "muted", "accent", "accent-hover", "good", "bad"), (BACKGROUNDS, TEXT)),
    **dict.fromkeys(("line-strong", "focus"), (BACKGROUNDS, MARK)),
    "accent-ink": (("accent", "accent-hover"), TEXT),
    "bad-ink": (("bad",), TEXT),
    **dict.fromkeys(("night-ink", "night-muted"), (("night", "night-raised"), TEXT)),
    **dict.fromkeys(("night-line", "leaf"), (("night", "night-raised"), MARK)),
    "leaf-ink": (("leaf", "leaf-hover"), TEXT),
}


@dataclass(frozen=True, slots=True)
class Contrast:
    """The lowest contrast of a colour with the backgrounds it is used on, and the required minimum."""

    lowest: float
    required: float

    @property
    def sufficient(self) -> bool:
        return self.lowest >= self.required


@dataclass(slots=True)
class Token:
    """One custom property. A colour has a value for each theme, and contrasts if it is used on backgrounds."""

    name: str
    value: str
    note: str
    colours: tuple[str, ...] = ()
    contrasts: dict[str, Contrast] = field(default_factory=dict)

    @property
    def length(self) -> str:
        """The value, if it is a plain length."""
        return self.value if LENGTH.fullmatch(self.value) else ""


@dataclass(slots=True)
class Group:
    """Tokens that belong together."""

    name: str
    about: str
    tokens: list[Token]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show every token and every component, live; for developers, and not for search engines."""
    response = render(request, "design/page.html", {"groups": groups(), "icons": icons(), "themes": THEMES})
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@cache
def groups() -> list[Group]:
    """Return the tokens as `tokens.css` has them, with the contrast of its colours."""
    found: list[Group] = []
    for line in _static("games/css/tokens.css").splitlines():
        if heading := GROUP.search(line):
            found.append(Group(heading["name"], heading["about"] or "", []))
        elif token := TOKEN.match(line):
            colours = COLOUR.fullmatch(token["value"])
            found[-1].tokens.append(
                Token(token["name"], token["value"], token["note"] or "", colours.groups() if colours else ())
            )
    known = {token.name: token for group in found for token in group.tokens}
    for name, (backgrounds, required) in REQUIRED_CONTRAST.items():
        for index, theme in enumerate(THEMES):
            ratios = [
                contrast(known[name].colours[index], known[background].colours[index]) for background in backgrounds
            ]
            known[name].contrasts[theme] = Contrast(min(ratios), required)
    return found


@cache
def icons() -> list[str]:
    """Return the names of all icons in the sprite."""
    return SYMBOL.findall(_static("games/icons/sprite.svg"))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours like ``#1d1a16`` by WCAG 2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _static(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
