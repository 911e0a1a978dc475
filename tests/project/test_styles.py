"""Styles of the site and of the titles do not meet by chance: a class that both use has two meanings."""

import re

import pytest

from games.registry import TITLES
from tests.project.sources import BASE
from tests.styles import sheet

MEANT = {"visually-hidden"}  # a title says so itself
# What a table may take from the site, each because it means the same there.
SHARED = {
    "badge": "a word in a frame, with its kinds",
    "name": "of somebody or something; the site has it in its own tables alone",
    "scroll": "what is scrolled sideways",
    "table": "the table in words looks like those of the site",
    "tray": "the box of the own cards, which a title places itself on a hand",
    "visually-hidden": "for ears alone",
}
# How a title's own classes and symbols begin, besides `table-<slug>`.
OWN = {
    "masques": ("mq",),
    "maskera": ("maskera", "mask", "crest-maskera"),
    "mascarade": ("mc",),
    "masons": ("ms", "crest-masons"),
}
# What a title styles of the frame, and why.
ELSEWHERE = {
    ".crest": "its emblem stands there in the title's tinctures",
    ":root": "how the reader wants boards to look holds for the whole page",
    '[data-board="clear"]': "how the reader wants boards to look holds for the whole page",
}
TABLE_STYLES = (
    "tokens",
    "base",
    "layout",
    "controls",
    "components",
    "frame",
    "log",
    "match",
    "history",
    "coach",
    "hand",
    "screen",
)
RULE = re.compile(r"([^{};]+)\{")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
COMMAS = re.compile(r",(?![^(]*\))")  # outside of brackets
STYLES = ("games/static/games/css", "masques_site/static/css")
TAKEN_OUT = re.compile(r"\.([\w-]+) \{[^}]*\bposition: (?:fixed|absolute|sticky)")
CLASSES = re.compile(r'class="([^"]*)"')
LONE_CLASS = re.compile(r"(?:^|[ >+~])[a-z]*\.([\w-]+)(?:::?[a-z-]+(?:\([^)]*\))?|\[[^\]]*\])*$")
TAGS = re.compile(r"\{[%{].*?[%}]\}")


@pytest.mark.parametrize("title", TITLES)
def test_no_part_of_a_table_is_taken_out_of_the_page_by_a_style_of_the_site(title):
    """The tally of a scoring was called a sheet, and lay over the cards and the buttons like a sheet of the site."""
    styles = "".join(path.read_text() for folder in STYLES for path in (BASE / folder).glob("*.css"))
    taken_out = set(TAKEN_OUT.findall(styles)) - MEANT
    assert "sheet" in taken_out
    drawn = (BASE / f"games/titles/{title}/templates/titles/{title}").glob("*.jinja")
    for path in drawn:
        words = {word for value in CLASSES.findall(path.read_text()) for word in TAGS.sub(" ", value).split()}
        assert not words & taken_out, path.name


def selectors(css: str) -> list[str]:
    """Every selector of the style sheet `css`, each of a list by itself."""
    rules = [rule.strip() for rule in RULE.findall(COMMENT.sub("", css))]
    return [one.strip() for rule in rules if not rule.startswith("@") for one in COMMAS.split(rule)]


def classes_of_the_table(title: str) -> set[str]:
    """The classes that the templates of a match's page give to what they draw."""
    drawn = (BASE / f"games/titles/{title}/templates/titles/{title}").glob("*.jinja")
    values = [value for path in drawn for value in CLASSES.findall(TAGS.sub(" ", path.read_text()))]
    return {word for value in values for word in value.split()}


@pytest.mark.parametrize("title", TITLES)
def test_no_class_of_a_table_has_a_style_of_the_site(title):
    """Whatever a selector of the site ends in by itself: it would dress what a title calls the same."""
    styles = "".join(sheet(BASE / f"{STYLES[0]}/{name}.css") for name in TABLE_STYLES)
    dressed = {match[1] for one in selectors(styles) if (match := LONE_CLASS.search(one))}
    assert {"sheet", "seat", "chip"} <= dressed
    assert not (classes_of_the_table(title) & dressed) - set(SHARED)


@pytest.mark.parametrize("title", TITLES)
def test_styles_of_a_title_hold_under_its_own_name(title):
    own = re.compile(rf"[.#](?:{'|'.join([f'table-{title}', *OWN[title]])})\b")
    board = sheet(BASE / f"games/titles/{title}/static/titles/{title}/board.css")
    foreign = [one for one in selectors(board) if not own.search(one) and one not in ELSEWHERE]
    assert [one for one in foreign if one not in ("from", "to")] == []
