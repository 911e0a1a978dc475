"""Titles come from other packages, too, by an entry point."""

import sys
from pathlib import Path

import pytest

from games import registry
from games.registry import TITLES, folders, with_packages
from tests.lantern.game import LANTERN, Lantern

ONE = TITLES["masques"]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Install a distribution that names these titles."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def installed(*values: str) -> None:
        folder = tmp_path / "far_away-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: far-away\nVersion: 1.0\n")
        lines = [f"title{number} = {value}\n" for number, value in enumerate(values)]
        (folder / "entry_points.txt").write_text("[masques.titles]\n" + "".join(lines))

    return installed


def test_a_package_brings_a_title(install) -> None:
    install("tests.lantern.game:Lantern")
    titles = with_packages([ONE])
    assert list(titles) == [ONE.slug, "lantern"]
    assert isinstance(titles["lantern"], Lantern)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("no.such.package:Title", "No module named 'no'"),
        ("tests.lantern.game:Nobody", "has no attribute 'Nobody'"),
        ("collections:Counter", "it is no games.core.title.game.Game"),
        ("games.titles.masques.game:Masques", "there is a title 'masques' already"),
    ],
)
def test_a_bad_title_is_named_and_disturbs_no_other(install, value: str, words: str) -> None:
    install(value, "tests.lantern.game:Lantern")
    with pytest.warns(RuntimeWarning) as told:
        titles = with_packages([ONE])
    assert value in str(told[0].message)
    assert words in str(told[0].message)
    assert list(titles) == [ONE.slug, "lantern"]
    assert titles[ONE.slug] is ONE


def test_the_templates_of_such_a_title_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, LANTERN.slug, LANTERN)
    package = Path(str(sys.modules["tests.lantern"].__path__[0]))
    assert package / "templates" in folders("templates")
    assert package / "locale" not in folders("locale")
