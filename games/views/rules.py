"""The rules of every title, in our own words, and the credits."""

from functools import cache
from html.parser import HTMLParser
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games.core.title.game import Game
from games.registry import TITLES
from games.translation import translate_tree
from games.views.kept import kept_by_strangers

RULES_KEPT = 300  # seconds


@require_safe
@kept_by_strangers(RULES_KEPT)
def index(request: HttpRequest) -> HttpResponse:
    """Show all titles, each with a way to its rules."""
    return render(request, "games/rules/index.html", {"titles": TITLES.values()})


@require_safe
@kept_by_strangers(RULES_KEPT)
def title(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of one title: in one minute, a table of contents made from the headings, and the rest."""
    if slug not in TITLES:
        raise Http404
    game = TITLES[slug]
    presenter = game.presenter
    facts = {"game": game, "examples": translate_tree(examples_of(game))}
    minute = render_to_string(presenter.minute_template, facts, request) if presenter.minute_template else ""
    text = render_to_string(presenter.rules_template, facts, request)
    page = {"game": game, "minute": minute, "text": text, "chapters": chapters(minute + text)}
    return render(request, "games/rules/title.html", page)


@cache
def examples_of(game: Game) -> dict[str, Any]:
    """Return what the examples of a title draw and say, untranslated."""
    return game.examples()


@require_safe
@kept_by_strangers(RULES_KEPT)
def thanks(request: HttpRequest) -> HttpResponse:
    """Show whose games, fonts and tools these are."""
    return render(request, "games/rules/credits.html", {"titles": TITLES.values()})


def chapters(html: str) -> list[tuple[str, str]]:
    """Return id and words of every `<h2 id=...>` of a rules page, in order."""
    reader = _Headings()
    reader.feed(html)
    return [(anchor, " ".join(words.split())) for anchor, words in reader.found]


class _Headings(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        anchor = dict(attrs).get("id")
        if tag == "h2" and anchor:
            self.inside = True
            self.found.append((anchor, ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "h2":
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            anchor, words = self.found[-1]
            self.found[-1] = (anchor, words + data)
