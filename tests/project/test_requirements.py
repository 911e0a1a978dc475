"""The lock files hold what pyproject.toml asks for, with hashes, and agree with each other."""

import re
import tomllib

import pytest

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
        other = re.fullmatch(r"masques-site\[(\w+)\]", line)
        if other:
            names |= asked(extras[other[1]], extras)
        else:
            names.add(normal(re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0]))
    return names


def test_the_lock_files_hold_all_that_is_asked_for() -> None:
    project = tomllib.loads((BASE / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    runtime = asked(project["dependencies"], extras)
    assert runtime <= locked("requirements.txt").keys()
    assert runtime | asked(extras["dev"], extras) <= locked("requirements-dev.txt").keys()
    assert runtime | asked(extras["fast"], extras) <= locked("requirements-fast.txt").keys()


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
