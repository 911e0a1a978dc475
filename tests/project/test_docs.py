"""The pages of the documentation are whole: no placeholder was left in them, and their links lead somewhere."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.project.sources import project_files, relative

PLACEHOLDER = re.compile(r"^[A-Z]{4,}$", re.MULTILINE)  # a word in capitals as a placeholder
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PARTS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s)")  # between paragraphs, items of lists and rows of tables
LONGEST_PARAGRAPH = 120  # words


def prose(page: Path) -> str:
    """Return the text of a page without its code."""
    return CODE.sub("", page.read_text())


@cache
def anchors(page: Path) -> set[str]:
    """The names of a page's headings in links, as GitHub makes them."""
    headings = HEADING.findall(re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    """The links of a page that lead to no file, or to no heading of it."""
    broken = []
    for path, anchor in LINK.findall(prose(page)):
        target = page.parent / path if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(f"{path}#{anchor}" if anchor else path)
    return broken


def test_no_page_has_a_placeholder_and_all_links_of_pages_lead_somewhere():
    pages = project_files(".md")
    assert {"README.md", "docs/performance.md"} <= set(map(relative, pages))
    placeholders = {relative(page): found for page in pages if (found := PLACEHOLDER.findall(prose(page)))}
    broken = {relative(page): found for page in pages if (found := broken_links(page))}
    assert (placeholders, broken) == ({}, {})


@pytest.mark.parametrize(
    "page", [page for page in project_files(".md") if page.parent.joinpath("__init__.py").exists()], ids=relative
)
def test_the_readme_of_a_package_has_a_line_for_each_of_its_modules(page):
    modules = {
        path.stem
        for path in page.parent.rglob("*.py")
        if path.stem != "__init__" and not (path.parent / "base.py").exists()
    }
    backends = {path.parent.name for path in page.parent.rglob("base.py")}
    assert modules | backends <= {name.rstrip("/") for name in re.findall(r"`([\w/]+)`", page.read_text())}


def test_missing_pages_and_headings_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One thing\n\nFIGURES\n\n[a](other.md) [b](#one-thing) [c](#another) [d](page.md#one-thing)\n")
    assert PLACEHOLDER.findall(prose(page)) == ["FIGURES"]
    assert broken_links(page) == ["other.md", "#another"]


def long_paragraphs(page: Path) -> list[str]:
    """Return the length and the first words of each paragraph, item or row that is too long to be read at one go."""
    parts = [
        part.split()
        for part in PARTS.split(re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL))
    ]
    return [f"{len(words)}: {' '.join(words[:8])} ..." for words in parts if len(words) > LONGEST_PARAGRAPH]


def test_no_paragraph_is_too_long():
    long = {relative(page): found for page in project_files(".md") if (found := long_paragraphs(page))}
    assert long == {}


def test_long_paragraphs_are_found(tmp_path):
    page = tmp_path / "page.md"
    words = "word " * 70
    page.write_text(f"# One\n\n{words}\n\n- {words}\n- {words}\n\n{words}{words}\n")
    assert [found[:4] for found in long_paragraphs(page)] == ["140:"]
