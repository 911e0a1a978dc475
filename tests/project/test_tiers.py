"""The reliability tier is written down: docs/reliability.md names each test in it, and no other."""

import ast
import re
from pathlib import Path

from tests.project.sources import BASE

HEADING = "## The run and the reliability tier"
MARK = "pytest.mark.reliability"
SAMPLED = "sampled("  # marks some of its cases (tests/sampling.py)


def in_the_tier(path: Path) -> set[str]:
    """The functions of a file that are marked, wholly or for some of their cases; all of them if the file is."""
    body = ast.parse(path.read_text()).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    values = {ast.unparse(node.targets[0]): ast.unparse(node.value) for node in body if isinstance(node, ast.Assign)}
    of_the_file = MARK in values.get("pytestmark", "")
    values |= {node.name: ast.unparse(node) for node in functions if not node.name.startswith("test_")}
    lists = [name for name, value in values.items() if MARK in value or SAMPLED in value]
    marks = [MARK, re.escape(SAMPLED), *(rf"\b{name}\b" for name in lists)]
    return {
        function.name
        for function in functions
        if function.name.startswith("test_") and (of_the_file or is_marked(function, marks))
    }


def is_marked(function: ast.FunctionDef | ast.AsyncFunctionDef, marks: list[str]) -> bool:
    """Return whether a decorator holds one of the patterns `marks`."""
    return any(re.search(mark, ast.unparse(word)) for word in function.decorator_list for mark in marks)


def test_each_test_of_the_tier_is_listed():
    section = (BASE / "docs/reliability.md").read_text().partition(HEADING)[2].partition("\n## ")[0]
    listed = set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", section))
    marked = {
        (path.relative_to(BASE).as_posix(), name)
        for path in (BASE / "tests").rglob("test_*.py")
        if path != Path(__file__)
        for name in in_the_tier(path)
    }
    assert len(marked) > 10
    assert listed == marked
