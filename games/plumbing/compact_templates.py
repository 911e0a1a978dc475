"""Loaders that drop a Django template's layout, so that readable files cost no bytes on the wire.

A line break with the white space around it is layout. Browsers ignore white space next to a block-level element, so
there it is dropped; elsewhere they show a space, so it becomes one. Pages look the same with Django's own loaders, so
a line of a Django template may only be broken where a space may be shown; a `.jinja` file has another rule.
"""

import re
from collections.abc import Iterator

from django.template import Origin
from django.template.loaders import app_directories, filesystem

BLOCKS = frozenset(
    (
        "address article aside base blockquote body br button caption col colgroup dd details dialog div dl dt "
        "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main meta "
        "nav ol optgroup option p script section select summary table tbody td template tfoot th thead title tr ul "
        "circle clippath defs desc ellipse g line lineargradient mask path pattern polygon polyline radialgradient "
        "rect stop symbol text use"
    ).split()
)
"""Elements at whose edges white space is not shown."""
TOKEN = re.compile(
    r"(?P<kept>\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}|<(?P<raw>pre|textarea|script|style)\b.*?</(?P=raw)>)"
    r"|(?P<mark>\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})"
    r"|(?P<tag></?(?P<name>[a-zA-Z][\w-]*)(?:\{%.*?%\}|\{\{.*?\}\}|\"[^\"]*\"|'[^']*'|[^\"'<>{}])*>|<![^>]*>)"
    r"|(?P<text>(?:(?!\{[%{#]|<[!/a-zA-Z]).)+|.)",
    re.DOTALL,
)
BREAK = re.compile(r"\s*\n\s*")
SILENT = re.compile(r"\{%\s*(?:load|extends)\b.*?%\}|\{%[^%]* as \w+\s*%\}|\{#.*?#\}", re.DOTALL)
OPENS = re.compile(rf"\{{%\s*(?:if|with|block)\b.*?%\}}|{SILENT.pattern}", re.DOTALL)
CLOSES = re.compile(rf"\{{%\s*end(?:if|with|block)\b.*?%\}}|{SILENT.pattern}", re.DOTALL)
"""Marks that print nothing themselves, so that what stands before the first or after the last of them counts. A loop
counts as something: what it repeats stands beside itself."""


def compact(source: str) -> str:
    """Return a template without its layout."""
    tokens = list(TOKEN.finditer(source))
    return "".join(_compacted(tokens, at) for at in range(len(tokens)))


def _compacted(tokens: list[re.Match[str]], at: int) -> str:
    """What is left of a token."""
    text = tokens[at][0]
    if "\n" not in text or tokens[at]["kept"] or tokens[at]["mark"]:
        return text
    if tokens[at]["text"] and _is_edge(reversed(tokens[:at]), OPENS):
        text = re.sub(r"^\s*\n\s*", "", text)
    if tokens[at]["text"] and _is_edge(iter(tokens[at + 1 :]), CLOSES):
        text = re.sub(r"\s*\n\s*$", "", text)
    return BREAK.sub(" ", text)


def _is_edge(neighbours: Iterator[re.Match[str]], passed: re.Pattern[str]) -> bool:
    """Whether white space is not shown beside these neighbours, the nearest first: next to a block-level element,
    and between the marks that a template starts with and what it prints first."""
    marks = []
    for token in neighbours:
        if token["tag"]:
            return token["name"] is None or token["name"].lower() in BLOCKS
        if not token[0].isspace():
            if not passed.fullmatch(token[0]):
                return False
            marks.append(token[0])
    return passed is OPENS and bool(marks) and all(map(SILENT.fullmatch, marks))


class Loader(filesystem.Loader):
    """As Django's, of the folders of the settings."""

    def get_contents(self, origin: Origin) -> str:
        """The template's text without its layout."""
        return compact(super().get_contents(origin))


class AppLoader(app_directories.Loader):
    """As Django's, of the folders of the apps."""

    def get_contents(self, origin: Origin) -> str:
        """The template's text without its layout."""
        return compact(super().get_contents(origin))
