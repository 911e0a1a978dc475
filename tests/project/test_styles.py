"""Styles of the site and of the titles do not meet by chance: a class that both use has two meanings."""

import re

import pytest

from games.registry import TITLES
from tests.project.sources import BASE

MEANT = {"visually-hidden"}  # a title says so itself
TAKEN_OUT = re.compile(r"\.([\w-]+) \{[^}]*\bposition: (?:fixed|absolute|sticky)")
CLASSES = re.compile(r'class="([^"]*)"')
TAGS = re.compile(r"\{[%{].*?[%}]\}")


@pytest.mark.parametrize("title", TITLES)
def test_no_part_of_a_table_is_taken_out_of_the_page_by_a_style_of_the_site(title):
    """The tally of a scoring was called a sheet, and lay over the cards and the buttons like a sheet of the site."""
    styles = "".join(path.read_text() for path in (BASE / "masques_site/static/css").glob("*.css"))
    taken_out = set(TAKEN_OUT.findall(styles)) - MEANT
    assert "sheet" in taken_out
    drawn = (BASE / f"games/titles/{title}/templates/titles/{title}").glob("*.jinja")
    for path in drawn:
        words = {word for value in CLASSES.findall(path.read_text()) for word in TAGS.sub(" ", value).split()}
        assert not words & taken_out, path.name
