"""The lock files hold what pyproject.toml asks for, with hashes, and agree with each other."""

import re
import tomllib

from masques_site.bootstrap.environment import PINNED
from tests.project.sources import BASE


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    return {normal(package): version for package, version, _ in PINNED.findall((BASE / name).read_text())}


def asked(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0]) for line in requirements}


def test_the_lock_files_hold_all_that_is_asked_for() -> None:
    project = tomllib.loads((BASE / "pyproject.toml").read_text())["project"]
    runtime = asked(project["dependencies"])
    assert runtime <= locked("requirements.txt").keys()
    assert runtime | asked(project["optional-dependencies"]["dev"]) <= locked("requirements-dev.txt").keys()


def test_tests_run_with_the_versions_that_the_site_runs_with() -> None:
    development = locked("requirements-dev.txt")
    for name, version in locked("requirements.txt").items():
        assert development[name] == version


def test_every_locked_package_has_a_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (BASE / name).read_text()
        for block in re.split(r"\n(?=\S)", text.strip()):
            if not block.startswith("#"):
                assert "--hash=sha256:" in block, f"{name}: {block.splitlines()[0]} has no hash"
