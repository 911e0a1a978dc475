"""Loaders that drop a Django template's layout, so that readable files cost no bytes on the wire.

A line break with the white space around it is layout. Browsers ignore white space next to a block-level element, so
there it is dropped; elsewhere they show a space, so it becomes one. Pages look the same with Django's own loaders, so
a line of a Django template may only be broken where a space may be shown; a `.jinja` file has another rule.
"""

import re
from collections.abc import Iterable, Iterator

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
"""Marks that print nothing themselves, so that the text before the first or after the last of them counts. A loop
counts as something: its repetitions are next to each other."""


MIDDLE = re.compile(r"\{%\s*(?:else|elif)\b.*?%\}", re.DOTALL)
IF = re.compile(r"\{%\s*if\b.*?%\}", re.DOTALL)
ENDIF = re.compile(r"\{%\s*endif\s*%\}")


def compact(source: str) -> str:
    """Return a template without its layout."""
    tokens = list(TOKEN.finditer(source))
    return "".join(_compacted(tokens, at) for at in range(len(tokens)))


def _compacted(tokens: list[re.Match[str]], at: int) -> str:
    """Return the text of the token `at` without its layout."""
    text = tokens[at][0]
    if "\n" not in text or tokens[at]["kept"] or tokens[at]["mark"]:
        return text
    if tokens[at]["text"] and _follows_edge(tokens[:at]):
        text = re.sub(r"^\s*\n\s*", "", text)
    if tokens[at]["text"] and _precedes_edge(tokens[at + 1 :]):
        text = re.sub(r"\s*\n\s*$", "", text)
    return BREAK.sub(" ", text)


def _follows_edge(before: list[re.Match[str]]) -> bool:
    """Return whether white space after these tokens is not shown: after the edge of a block-level element, and between
    the marks that a template starts with and what it prints first."""
    seen = list(_seen(reversed(before), ENDIF, IF))
    edge = _edge(seen, OPENS)
    return bool(seen) and all(SILENT.fullmatch(token[0]) for token in seen) if edge is None else edge


def _precedes_edge(after: list[re.Match[str]]) -> bool:
    """Return whether white space before these tokens is not shown: before the edge of a block-level element."""
    return _edge(_seen(iter(after), IF, ENDIF), CLOSES) or False


def _seen(tokens: Iterator[re.Match[str]], begins: re.Pattern[str], ends: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the tokens, except white space and, on leaving an `if`, its other branches."""
    depth = 0
    for token in tokens:
        if depth:
            depth += 1 if begins.fullmatch(token[0]) else -1 if ends.fullmatch(token[0]) else 0
        elif MIDDLE.fullmatch(token[0]):
            depth = 1
        elif not token[0].isspace():
            yield token


def _edge(tokens: Iterable[re.Match[str]], passed: re.Pattern[str]) -> bool | None:
    """Return whether the first of these tokens that shows something is the edge of a block-level element; None if there
    is none."""
    for token in tokens:
        if token["tag"]:
            return token["name"] is None or token["name"].lower() in BLOCKS
        if not passed.fullmatch(token[0]):
            return False
    return None


class Loader(filesystem.Loader):
    """Django's loader for the folders of the settings, without layout."""

    def get_contents(self, origin: Origin) -> str:
        """Return the template's text without its layout."""
        return compact(super().get_contents(origin))


class AppLoader(app_directories.Loader):
    """Django's loader for the folders of the apps, without layout."""

    def get_contents(self, origin: Origin) -> str:
        """Return the template's text without its layout."""
        return compact(super().get_contents(origin))
