"""Making a build, importing it, and ignoring an incompatible one."""

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import checks
from games.fast import builder, loader, modules
from games.registry import TITLES

SOURCE = "games/core/engine/state.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's builds lie."""
    where = tmp_path / "build" / "fast"
    monkeypatch.setattr(loader, "FOLDER", where)
    monkeypatch.delenv(loader.ENVIRONMENT_VARIABLE, raising=False)
    return where


def manifest(**changes: object) -> loader.Manifest:
    """Return the manifest of a build that fits, except for `changes`."""
    facts = {
        "suffix": EXTENSION_SUFFIXES[0],
        "librt": version("librt"),
        "sources": {SOURCE: loader.digest_of(loader.BASE / SOURCE)},
        "modules": {"games.core.nothing": "nothing.so"},
    }
    return loader.Manifest(**(facts | changes))


def lay(folder: Path, build: loader.Manifest) -> None:
    folder.mkdir(parents=True)
    (folder / loader.MANIFEST).write_text(json.dumps(asdict(build)))


@pytest.fixture
def finders() -> Iterator[list[object]]:
    """Return the module finders without the build of this run; as before when the test is over."""
    before = sys.meta_path[:]
    sys.meta_path[:] = [finder for finder in before if not isinstance(finder, loader.CompiledModules)]
    yield sys.meta_path
    sys.meta_path[:] = before


# Which modules.


@pytest.mark.parametrize("game", TITLES.values(), ids=lambda game: game.slug)
def test_the_rules_of_every_title_are_compiled(game) -> None:
    name = type(game.initial_state(game.seats[0], game.complete_settings({}, game.seats[0]))).__module__
    assert name in [modules.module_name(source) for source in modules.compiled_sources(loader.BASE)]


def test_words_are_not_compiled() -> None:
    for source in modules.compiled_sources(loader.BASE):
        text = (loader.BASE / source).read_text()
        assert "games.core.text" not in text, source
        assert "import json" not in text, source


def test_imports_for_annotations_or_inside_functions_are_not_compiled(tmp_path: Path) -> None:
    engine = tmp_path / "games" / "core" / "engine"
    engine.mkdir(parents=True)
    for name in ("rows", "facts", "words", "later"):
        (engine / f"{name}.py").write_text("")
    (engine / "state.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "from games.core.engine.rows import Int\n"
        "from games.core.engine import facts\n"
        "if TYPE_CHECKING:\n    from games.core.engine import words\n"
        "def view():\n    from games.core.engine import later\n"
    )
    assert modules.compiled_sources(tmp_path) == ["games/core/engine/facts.py", "games/core/engine/state.py"]


def test_no_compiled_module_shifts_a_constant() -> None:
    """`1 << i` with a 64-bit `i` is 32-bit arithmetic in C: bits come from a table row."""
    for source in modules.compiled_sources(loader.BASE):
        for node in ast.walk(ast.parse((loader.BASE / source).read_text())):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                assert not isinstance(node.left, ast.Constant), f"{source}:{node.lineno}"


def test_every_abstract_class_may_have_interpreted_children() -> None:
    """A title that nobody has compiled runs on compiled foundations."""
    for source in modules.compiled_sources(loader.BASE):
        for node in ast.walk(ast.parse((loader.BASE / source).read_text())):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "ABC" for base in node.bases):
                words = [ast.unparse(each) for each in node.decorator_list]
                assert "mypyc_attr(allow_interpreted_subclasses=True)" in words, f"{source}: {node.name}"


# Importing it, or ignoring it.


def test_a_compatible_build_is_imported(folder: Path, finders: list[object]) -> None:
    lay(folder, manifest())
    loader.install()
    assert isinstance(finders[0], loader.CompiledModules)
    found = finders[0].find_spec("games.core.nothing", None)
    assert found is not None
    assert found.origin == str(folder / "nothing.so")
    assert finders[0].find_spec("games.core.engine.state", None) is None
    assert checks.compiled_build(None) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sources": {SOURCE: "0" * 64}}, f"older than {SOURCE}"),
        ({"sources": {"games/core/gone.py": "0" * 64}}, "older than games/core/gone.py"),
        ({"suffix": ".cpython-39-pdp11.so"}, "made for another Python"),
        ({"librt": "0.0.1"}, "another version of librt"),
    ],
)
def test_an_incompatible_build_is_ignored_with_a_warning(
    folder: Path, finders: list[object], changes: dict[str, object], reason: str
) -> None:
    lay(folder, manifest(**changes))
    before = finders[:]
    with pytest.warns(RuntimeWarning, match=f"{reason}.*It is not used.*build_fast"):
        loader.install()
    assert finders == before
    (warning,) = checks.compiled_build(None)
    assert reason in warning.msg


def test_a_process_may_do_without(folder: Path, finders: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    lay(folder, manifest())
    monkeypatch.setenv(loader.ENVIRONMENT_VARIABLE, "off")
    before = finders[:]
    loader.install()
    assert finders == before


def test_a_build_that_is_named_in_the_environment_must_be_compatible(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(folder, manifest(suffix=".so"))
    monkeypatch.setenv(loader.ENVIRONMENT_VARIABLE, str(folder))
    with pytest.raises(RuntimeError, match="made for another Python"):
        loader.install()
    monkeypatch.setenv(loader.ENVIRONMENT_VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(RuntimeError, match="there is no compiled build"):
        loader.install()


# Making it.


def test_a_missing_compiler_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(CommandError, match="needs a C compiler, and there is no 'no-such-compiler' here"):
        call_command("build_fast")
    assert not folder.parent.exists()


def test_missing_packages_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "TOOLS", ("mypy", "a-package-that-is-not-there"))
    with pytest.raises(CommandError, match=r"needs a-package-that-is-not-there: run .*requirements-fast\.txt"):
        call_command("build_fast")


def test_a_build_that_fails_leaves_the_old_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(folder, manifest())
    monkeypatch.setattr(builder, "SCRIPT", "raise SystemExit('the compiler does not like it')")
    monkeypatch.setattr(builder, "check_tools", lambda: None)
    with pytest.raises(CommandError, match="the compiler does not like it"):
        call_command("build_fast")
    assert loader.read_manifest(folder) == manifest()
    assert [path.name for path in folder.parent.iterdir()] == ["fast"]


def test_clean_leaves_nothing_behind(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(folder, manifest())
    call_command("build_fast", "--clean")
    assert list(folder.parent.iterdir()) == []
    call_command("build_fast", "--clean")
    assert "There is no compiled build." in capsys.readouterr().out
