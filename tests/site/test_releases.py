"""The checks before a release, and the release itself."""

import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from masques_site import releases

PROJECT = """\
[build-system]
requires = []
build-backend = "setuptools.build_meta"

[project]
name = "toy"
version = "0.2.0"

[tool.setuptools]
py-modules = ["toy"]
"""
CHANGELOG = """\
# Changelog

## Unreleased

## 0.2.0 – 2026-11-30

### For players

- A toy.

## 0.1.0 – 2026-11-01

- Nothing yet.
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is ready to release 0.2.0, whose last release was 0.1.0."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")
    base = tmp_path / "project"
    base.mkdir()
    for name, text in {"pyproject.toml": PROJECT, "CHANGELOG.md": CHANGELOG, "toy.py": "TOY = 1\n"}.items():
        (base / name).write_text(text, encoding="utf-8")
    releases.git(base, "init", "--quiet")
    commit(base)
    releases.git(base, "tag", "v0.1.0")
    return base


def commit(base: Path) -> None:
    releases.git(base, "add", "--all")
    releases.git(base, "commit", "--quiet", "--message", "a change")


def test_a_version_that_is_ready_has_no_faults(project: Path) -> None:
    assert list(releases.faults(project, "0.2.0")) == []


@pytest.mark.parametrize("version", ["0.2", "v0.2.0", "0.2.0rc1", "", "0.2.0\n"])
def test_a_version_is_three_numbers(project: Path, version: str) -> None:
    assert "is no version" in "".join(releases.faults(project, version))


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("0.1.0", "0.1.0 has been released already"),
        ("0.0.9", "0.1.0 has been released already"),
        ("0.3.0", "pyproject.toml says version 0.2.0"),
        ("0.3.0", "says nothing under “## 0.3.0”"),
    ],
)
def test_missing_requirements_of_a_version_are_named(project: Path, version: str, words: str) -> None:
    assert words in "\n".join(releases.faults(project, version))


def test_versions_are_compared_by_their_numbers(project: Path) -> None:
    releases.git(project, "tag", "v0.1.10")
    assert list(releases.faults(project, "0.2.0")) == []
    releases.git(project, "tag", "v0.10.0")
    assert list(releases.faults(project, "0.2.0")) == ["0.10.0 has been released already: a new version is higher."]


def test_uncommitted_or_unreleased_changes_prevent_a_release(project: Path) -> None:
    text = CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n- Another toy.\n")
    (project / "CHANGELOG.md").write_text(text, encoding="utf-8")
    faults = list(releases.faults(project, "0.2.0"))
    assert faults[0] == "There are changes that are not committed."
    assert "entries under “Unreleased”" in faults[1]
    commit(project)
    assert len(list(releases.faults(project, "0.2.0"))) == 1


def test_a_release_is_a_tag_a_source_archive_and_a_wheel(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "false")  # pip takes it the wrong way round; nothing is fetched
    releases.tag(project, "0.2.0")
    words = releases.git(project, "tag", "--list", "--format=%(contents)", "v0.2.0")
    assert words.strip() == "0.2.0\n\n### For players\n\n- A toy."
    (project / "toy.py").write_text("TOY = 2\n", encoding="utf-8")  # after the tag
    source, wheel = releases.build(project, "0.2.0", tmp_path / "dist")
    assert (source.name, wheel.name) == ("toy-0.2.0.tar.gz", "toy-0.2.0-py3-none-any.whl")
    with tarfile.open(source) as archive:
        assert sorted(archive.getnames()) == sorted(
            ["toy-0.2.0", "toy-0.2.0/CHANGELOG.md", "toy-0.2.0/pyproject.toml", "toy-0.2.0/toy.py"]
        )
    with zipfile.ZipFile(wheel) as packed:
        assert packed.read("toy.py") == b"TOY = 1\n"


def test_the_command_tags_nothing_that_is_not_ready(
    project: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BASE_DIR", project)
    with pytest.raises(CommandError, match=r"0\.3\.0 cannot be released:\n  pyproject\.toml says version 0\.2\.0"):
        call_command("release", "0.3.0")
    monkeypatch.setattr(subprocess, "run", _failing_checks(subprocess.run))
    with pytest.raises(CommandError, match="The checks have found something"):
        call_command("release", "0.2.0")
    assert releases.git(project, "tag").split() == ["v0.1.0"]


def _failing_checks(run):  # type: ignore[no-untyped-def]
    """`subprocess.run`, by which the checks of the code fail."""

    def failing(command, **given):  # type: ignore[no-untyped-def]
        return subprocess.CompletedProcess(command, 1) if "check_fast" in command else run(command, **given)

    return failing
