"""The examples in docstrings do what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.project.sources import project_files, relative

PROMPT = ">>" + "> "
EXAMPLES = [
    path for path in project_files(".py") if not relative(path).startswith("tests/") and PROMPT in path.read_text()
]


@pytest.mark.parametrize("path", EXAMPLES, ids=relative)
def test_docstring_examples_hold(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module(relative(path).removesuffix(".py").replace("/", "."))
    failed, attempted = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert attempted
    assert not failed, capsys.readouterr().out


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 5
