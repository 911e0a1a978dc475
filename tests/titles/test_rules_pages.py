"""The code refers to headings that the rules pages have: `(rules page, #setup)`."""

import re

import pytest

from tests.project.sources import project_files, relative

TITLES = ("maskera", "masques", "masons", "mascarade")
REFERENCE = re.compile(r"rules\s+page,\s+(?!ruling\s)([#“][^),.:]*|sections?\b[^),.:]*)")
ANCHOR = re.compile(r"#([\w-]+)")


def references(title: str) -> list[tuple[str, str]]:
    """Return (file, words after "rules page,") for every reference in the code and the tests of a title."""
    return [
        (relative(path), reference.group(1))
        for path in project_files(".py")
        if f"/{title}/" in relative(path)
        for reference in REFERENCE.finditer(path.read_text())
    ]


@pytest.mark.parametrize("title", TITLES)
def test_references_name_headings_of_the_rules_page(title: str) -> None:
    page = next(
        path
        for path in project_files(".html")
        if relative(path).endswith(f"/{title}/templates/titles/{title}/rules.html")
    )
    headings = set(re.findall(r'<h[23] id="([\w-]+)"', page.read_text()))
    found = references(title)
    assert found, f"{title} never refers to its rules page"
    broken = [
        f"{file}: {words}"
        for file, words in found
        if not ANCHOR.findall(words) or not headings.issuperset(ANCHOR.findall(words))
    ]
    assert not broken, "\n".join(broken)
