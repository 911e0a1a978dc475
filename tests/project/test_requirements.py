"""The lock files hold what pyproject.toml asks for, with hashes, and agree with each other."""

import re
import tomllib
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement

from masques_site.bootstrap.environment import PINNED
from tests.project.sources import BASE


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    return {normal(package): version for package, version, _ in PINNED.findall((BASE / name).read_text())}


def asked(requirements: list[str], extras: dict[str, list[str]]) -> set[str]:
    """The packages asked for; an extra that asks for another extra of the project asks for its packages."""
    names = set()
    for line in requirements:
        other = re.fullmatch(r"masques\[(\w+)\]", line)
        if other:
            names |= asked(extras[other[1]], extras)
        else:
            names.add(normal(re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0]))
    return names


def test_the_lock_files_hold_all_that_is_asked_for() -> None:
    project = tomllib.loads((BASE / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    runtime = asked(extras["site"], extras)
    assert runtime <= locked("requirements.txt").keys()
    assert runtime | asked(extras["dev"], extras) <= locked("requirements-dev.txt").keys()
    assert runtime | asked(extras["fast"], extras) <= locked("requirements-fast.txt").keys()


def closure(requirements: list[str], extras: dict[str, list[str]]) -> set[str]:
    """The packages asked for and all that they need here, extras included, as the installed packages say."""
    open_, seen = [Requirement(line) for line in requirements], set()
    while open_:
        requirement = open_.pop()
        name = normal(requirement.name)
        for extra in ("", *requirement.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            needed = extras[extra] if name == "masques" else requires(name) or []
            needs = [Requirement(line) for line in needed]
            open_ += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return {name for name, _extra in seen} - {"masques"}


def test_the_lock_files_hold_all_that_is_needed_for_what_they_hold() -> None:
    # They are installed without looking for dependencies.
    project = tomllib.loads((BASE / "pyproject.toml").read_text())["project"]
    extras = {"": [], **project["optional-dependencies"]}
    runtime = extras["site"]
    assert closure(runtime, extras) <= locked("requirements.txt").keys()
    assert closure([*runtime, *extras["dev"]], extras) <= locked("requirements-dev.txt").keys()
    assert closure([*runtime, *extras["fast"]], extras) <= locked("requirements-fast.txt").keys()
    assert "linkify-it-py" in closure(["textual"], extras), "by an extra"


@pytest.mark.parametrize("larger", ["requirements-dev.txt", "requirements-fast.txt"])
def test_tests_run_with_the_versions_that_the_site_runs_with(larger: str) -> None:
    versions = locked(larger)
    for name, version in locked("requirements.txt").items():
        assert versions[name] == version


def test_every_locked_package_has_a_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-fast.txt"):
        text = (BASE / name).read_text()
        for block in re.split(r"\n(?=\S)", text.strip()):
            if not block.startswith("#"):
                assert "--hash=sha256:" in block, f"{name}: {block.splitlines()[0]} has no hash"
