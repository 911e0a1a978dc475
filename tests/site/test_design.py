"""The design system: one place for every value, enough contrast, nothing dead, and a page that shows it all."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from masques_site import design
from tests.project.sources import project_files

CSS = Path(settings.BASE_DIR) / "games/static/games/css"
SHEETS = sorted([*CSS.glob("*.css"), *Path(settings.BASE_DIR).glob("masques_site/static/css/*.css")])
TITLE_SHEETS = sorted(Path(settings.BASE_DIR).glob("games/titles/*/static/titles/*/*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LITERAL_COLOUR = re.compile(r"(?<![\w-])(?:#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|oklch\()")
PRINT = re.compile(r"@media print \{.*?\n  \}", re.DOTALL)
CLASS = re.compile(r"\.([a-z][\w-]*)")
WORD = re.compile(r"[\w-]+")


def rules(path: Path) -> str:
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def defined(css: str) -> set[str]:
    return set(re.findall(r"(--[\w-]+)\s*:", css))


def test_the_page_for_developers_shows_every_token(client):
    page = client.get("/design/").content.decode()
    tokens = defined(rules(CSS / "tokens.css"))
    assert len(tokens) > 40
    assert not {name for name in tokens if f"<code>{name}</code>" not in page}


def test_the_page_for_developers_is_not_for_search_engines(client):
    response = client.get("/design/")
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in response.content.decode()


def test_the_page_for_developers_shows_every_component_in_both_themes(client):
    page = client.get("/design/").content.decode()
    for theme in design.THEMES:
        assert f'data-theme="{theme}"' in page
        assert f'id="dialog-{theme}"' in page


@pytest.mark.parametrize("name", design.REQUIRED_CONTRAST)
def test_a_colour_keeps_the_contrast_it_owes_in_both_themes(name):
    (token,) = [token for group in design.groups() for token in group.tokens if token.name == name]
    too_little = {theme: round(ratio.lowest, 2) for theme, ratio in token.contrasts.items() if not ratio.sufficient}
    assert not too_little


def test_contrast_is_that_of_wcag():
    assert design.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert design.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("sheet", [*SHEETS, *TITLE_SHEETS], ids=lambda path: path.parent.name + "/" + path.name)
def test_no_style_sheet_uses_a_token_that_nobody_defines(sheet):
    css = rules(sheet)
    used = set(re.findall(r"var\((--[\w-]+)\)", css))  # those with a fallback need not be there
    kin = (sheet.stem.partition("-")[0], "board")  # the other parts of one sheet, and those of the board of a title
    near = "".join(rules(path) for path in sheet.parent.glob("*.css") if path.stem.partition("-")[0] in kin)
    assert used <= defined(rules(CSS / "tokens.css")) | defined(css) | defined(near)


def test_every_token_is_used():
    sheets = [path for path in [*SHEETS, *TITLE_SHEETS] if path.name not in ("tokens.css", "design.css")]
    used = set().union(*(re.findall(r"var\((--[\w-]+)", rules(path)) for path in sheets))
    assert defined(rules(CSS / "tokens.css")) <= used


@pytest.mark.parametrize("sheet", [path for path in SHEETS if path.name != "tokens.css"], ids=lambda path: path.name)
def test_the_site_takes_its_colours_from_the_tokens_alone(sheet):
    assert not LITERAL_COLOUR.findall(PRINT.sub("", rules(sheet)))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_can_be_held_in_the_head(sheet):
    assert len(sheet.read_text(encoding="utf-8").splitlines()) < 350  # most of them hold one declaration


def test_every_class_that_is_styled_is_used():
    used: set[str] = set()
    for path in project_files(".html", ".jinja", ".py", ".js"):
        used |= set(WORD.findall(path.read_text(encoding="utf-8")))
    used |= {name.removeprefix("--") for name in defined(rules(CSS / "tokens.css"))}  # samples of the design page
    dead = {f"{sheet.name}: .{name}" for sheet in SHEETS for name in CLASS.findall(rules(sheet)) if name not in used}
    assert not {name for name in dead if not name.endswith(".woff2")}
