"""A run of tests whose build or database cannot be made says so in a sentence."""

import pytest

from games.fast.builder import BuildError
from masques_site.bootstrap import cli
from masques_site.bootstrap.errors import StartupError
from tests import prepare


def no_compiler() -> bool:
    raise BuildError("gcc is missing.")


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("MASQUES_FAST", raising=False)
    monkeypatch.setattr(prepare, "make_build", no_compiler)
    monkeypatch.setattr(prepare, "make_database", lambda: False)
    return monkeypatch


def test_ci_needs_the_compiled_build(without_compiler, capsys):
    without_compiler.setenv("CI", "true")
    assert prepare.main() == 1
    assert capsys.readouterr().err == "The rules could not be compiled, as CI must. gcc is missing.\n"


def test_everybody_else_goes_on_without_it(without_compiler, capsys):
    without_compiler.delenv("CI", raising=False)
    assert prepare.main() == 0
    assert "the rules run interpreted, several times slower. gcc is missing." in capsys.readouterr().out


def test_a_run_that_cannot_be_prepared_does_not_begin(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # a run of tests drops it
    monkeypatch.setattr(cli.environment, "ensure", lambda *_: None)
    monkeypatch.setattr(cli.os, "chdir", lambda _folder: None)
    monkeypatch.setattr(cli.os, "execv", lambda *_: pytest.fail("the run began"))
    monkeypatch.setattr(cli.sys, "executable", "/bin/false")
    with pytest.raises(StartupError, match="could not be prepared"):
        cli.dispatch(["manage.py", "test"])
