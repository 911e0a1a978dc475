"""The documentation as a site: it has every page and every module of the interface, and builds without a warning."""

import re
from pathlib import Path

import pytest

from masques_site.bootstrap import docs
from tests.project.sources import BASE

API = BASE / "docs" / "api"


def test_every_module_of_the_interface_has_a_place() -> None:
    shown = re.findall(r"automodule:: (games\.core\.[\w.]+)", "".join(page.read_text() for page in API.glob("*.md")))
    core = BASE / "games" / "core"
    modules = {
        ".".join(("games", "core", *path.relative_to(core).with_suffix("").parts)).removesuffix(".__init__")
        for path in core.rglob("*.py")
        if path.parent.name != "conformance" or path.name == "__init__.py"  # its laws are listed in the README
    }
    packages = {"games.core", *(f"games.core.{name}" for name in ("engine", "records", "title", "clocks", "kit"))}
    assert sorted(shown) == sorted(modules - packages)


def test_every_page_is_in_the_contents() -> None:
    listed = set(re.findall(r"^(?:\.\./)?[\w/-]+$", (BASE / "docs" / "index.md").read_text(), re.MULTILINE))
    pages = {path.stem for path in (BASE / "docs").glob("*.md")} - {"index"}
    assert pages <= listed


@pytest.mark.reliability
def test_the_site_is_built_without_a_warning(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert docs.main(BASE, ["--output", str(tmp_path / "site")]) == 0, capfd.readouterr().err
    page = (tmp_path / "site" / "docs" / "api" / "engine.html").read_text()
    assert 'id="games.core.engine.state.State.options"' in page
