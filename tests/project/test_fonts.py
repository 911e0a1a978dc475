"""Every font file is named by a style sheet and used by one; none travels or is kept for nothing."""

import re
from pathlib import Path

from tests.project.sources import project_files

STATIC = Path("games/static/games")
NAMES = "Łukasz Żółć Šárka Jiří Ğülşen İpek Ștefan Ţuțea Ōnishi Ħamrun Øystein Ærø Ñuñez François Jürgen Weiß ẞ Nicolò"
FACE = re.compile(r"@font-face\s*\{([^}]*)\}")


def declared() -> list[dict[str, str]]:
    """The properties of each face that has files of ours."""
    faces = FACE.findall((STATIC / "css/fonts.css").read_text())
    rows = [dict(re.findall(r"([\w-]+):\s*([^;]+);", face)) for face in faces]
    return [row for row in rows if "url(" in row["src"]]


def test_every_font_file_is_a_declared_face() -> None:
    named = {name for row in declared() for name in re.findall(r'url\("\.\./fonts/([^"]+)"\)', row["src"])}
    files = {str(path.relative_to(STATIC / "fonts")) for path in (STATIC / "fonts").rglob("*.woff2")}
    assert named == files


def test_all_fonts_together_are_light() -> None:
    assert sum(path.stat().st_size for path in (STATIC / "fonts").rglob("*.woff2")) < 100_000


def characters(ranges: str) -> set[int]:
    """The characters of a unicode-range, such as "U+0020-007E, U+2212"."""
    bounds = (text.removeprefix("U+").split("-") for text in re.split(r",\s+", ranges))
    return {code for bound in bounds for code in range(int(bound[0], 16), int(bound[-1], 16) + 1)}


def test_the_names_of_europe_are_drawn_in_the_fonts_of_the_site() -> None:
    for family in {row["font-family"] for row in declared()}:
        ranges = [row["unicode-range"] for row in declared() if row["font-family"] == family]
        assert set(map(ord, NAMES)) <= set().union(*map(characters, ranges))


def test_no_letter_loads_two_files() -> None:
    """A letter that two ranges claim would load both."""
    few, more = (characters(ranges) for ranges in {row["unicode-range"] for row in declared()})
    assert not few & more


def test_every_style_of_a_face_is_used_and_every_used_style_has_a_face() -> None:
    """A missing style would be drawn slanted by the browser; one that nothing asks for is weight without use."""
    sheets = [path.read_text() for path in project_files(".css") if path.name != "fonts.css"]
    used = {"normal"} | {style for text in sheets for style in re.findall(r"font-style:\s*(\w+)", text)}
    used |= {"italic" for text in sheets if re.search(r"font:\s*italic", text)}
    assert {row["font-style"] for row in declared()} == used


def test_the_fonts_keep_their_licence_next_to_them() -> None:
    for folder in (STATIC / "fonts").iterdir():
        assert not folder.is_dir() or (folder / "OFL.txt").exists()
