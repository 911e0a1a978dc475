"""Every font file is named by a style sheet and used by one; none travels or is kept for nothing."""

import re
from pathlib import Path

from tests.project.sources import project_files

STATIC = Path("masques_site/static")
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


def test_every_style_of_a_face_is_used_and_every_used_style_has_a_face() -> None:
    """A missing style would be drawn slanted by the browser; one that nothing asks for is weight without use."""
    sheets = [path.read_text() for path in project_files(".css") if path.name != "fonts.css"]
    used = {"normal"} | {style for text in sheets for style in re.findall(r"font-style:\s*(\w+)", text)}
    used |= {"italic" for text in sheets if re.search(r"font:\s*italic", text)}
    assert {row["font-style"] for row in declared()} == used


def test_the_fonts_keep_their_licence_beside_them() -> None:
    for folder in (STATIC / "fonts").iterdir():
        assert not folder.is_dir() or (folder / "OFL.txt").exists()
