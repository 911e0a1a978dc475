"""Style sheets are served whole and without their layout, and mean the same."""

import re
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from masques_site.plumbing.compact_styles import compact, with_imports
from masques_site.plumbing.static_files import StaticFiles
from tests.project.sources import project_files, relative

WIDEST = 120  # characters of a line


@pytest.mark.parametrize(
    ("source", "served"),
    {
        "declarations": (".a {\n  color: red;\n  margin: 0 1px;\n}\n", ".a{color:red;margin:0 1px;}"),
        "selectors keep the spaces that join them": (".a .b > .c,\n.d :hover {}", ".a .b > .c,.d :hover{}"),
        "comments": ("/* why */\n.a { color: red; } /* and\n how */\n.b {}", ".a{color:red;}.b{}"),
        "strings": ('.a::after { content: "/* a  {b} */"; }', '.a::after{content:"/* a  {b} */";}'),
        "a picture": (
            ".a { background: url(data:image/png;base64,x/*y) ; }",
            ".a{background:url(data:image/png;base64,x/*y) ;}",
        ),
        "sums need their spaces": (".a { width: calc(1px\n    + 2px); }", ".a{width:calc(1px + 2px);}"),
        "conditions": ("@media (width < 9px)\n  and (hover) {\n  .a {}\n}", "@media (width < 9px) and (hover){.a{}}"),
    }.values(),
)
def test_layout_and_comments_are_not_served(source: str, served: str) -> None:
    assert compact(source) == served


def test_imports_are_inlined_in_place() -> None:
    files = {"one.css": ".one {}", "two.css": '@import "three.css";\n.two {}', "three.css": ".three {}"}
    whole = with_imports('@import "one.css";\n@import "two.css";\n', files.__getitem__)
    assert compact(whole) == ".one{}.three{}.two{}"


def test_an_import_of_another_site_stays() -> None:
    assert (
        with_imports('@import "https://example.org/a.css";', {}.__getitem__) == '@import "https://example.org/a.css";'
    )


def test_a_sheet_is_collected_again_though_only_an_import_changed(tmp_path: Path) -> None:
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    for name in ("a.css", "a.js"):
        storage.save(name, ContentFile(b""))
    assert storage.get_modified_time("a.css").year == 2000
    assert storage.get_modified_time("a.js").year > 2000


def test_the_boards_are_served_whole(tmp_path: Path) -> None:
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    boards = [path for path in project_files(".css") if path.name == "board.css" and "tests" not in path.parts]
    assert len(boards) == 4
    sources = {f"titles/{path.parent.name}/board.css": path for path in boards}
    for name, path in sources.items():
        storage.save(name, ContentFile(path.read_bytes()))
    collected = {name: (FileSystemStorage(str(path.parent)), path.name) for name, path in sources.items()}
    hashed = {name: to for name, to, _done in storage.post_process(collected) if to and to.endswith(".css")}
    for name, path in sources.items():
        served = (tmp_path / hashed[name]).read_text()
        assert "@import" not in served
        assert f".table-{path.parent.name}" in served


def test_style_sheets_have_one_declaration_a_line() -> None:
    faults = []
    for path in project_files(".css"):
        source = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", "", found[0]), path.read_text(), flags=re.DOTALL)
        for number, line in enumerate(source.splitlines(), 1):
            plain = re.sub(r"\"[^\"]*\"|'[^']*'|\([^()]*\)", "", line)
            if plain.count(";") > 1 or len(line) > WIDEST:
                faults.append(f"{relative(path)}:{number}")
    assert not faults, "\n".join(faults)
