"""The examples in docstrings do what they say."""

import doctest
import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.project.sources import project_files, relative

PROMPT = ">>" + "> "
EXAMPLES = [
    path for path in project_files(".py") if not relative(path).startswith("tests/") and PROMPT in path.read_text()
]


def from_source(name: str, path: Path) -> ModuleType:
    """Return the module of the file `path`, interpreted, next to the one that is loaded under its name."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", EXAMPLES, ids=relative)
def test_docstring_examples_hold(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module(relative(path).removesuffix(".py").replace("/", "."))
    if module.__file__ != str(path):  # compiled, without docstrings
        module = from_source(module.__name__, path)
    failed, attempted = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert attempted
    assert not failed, capsys.readouterr().out


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 5
