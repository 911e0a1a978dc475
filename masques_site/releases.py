"""Releases: their requirements, and their parts: a tag, a wheel and the source as committed."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
UNRELEASED = "Unreleased"


def faults(base: Path, version: str) -> Iterator[str]:
    """Yield what keeps `version` from being released from the repository at `base`, one sentence each."""
    if VERSION.fullmatch(version) is None:
        yield f"“{version}” is no version: three numbers with dots between them are, such as 1.2.0."
        return
    earlier = [tag.removeprefix("v") for tag in git(base, "tag", "--list", "v*").split()]
    if latest := max(filter(VERSION.fullmatch, earlier), key=numbers, default=""):
        if numbers(version) <= numbers(latest):
            yield f"{latest} has been released already: a new version is higher."
    if git(base, "status", "--porcelain"):
        yield "There are changes that are not committed."
    stated = tomllib.loads((base / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if stated != version:
        yield f"pyproject.toml says version {stated}."
    if not notes(base, version):
        yield f"CHANGELOG.md says nothing under “## {version}”."
    if notes(base, UNRELEASED):
        yield f"CHANGELOG.md has entries under “{UNRELEASED}”: they belong to {version}, or to a branch."


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which can be compared."""
    return tuple(map(int, version.split(".")))


def notes(base: Path, version: str) -> str:
    """Return the section of the changelog about `version`, without its heading; "" if there is none."""
    text = (base / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1].strip() if found else ""


def tag(base: Path, version: str) -> None:
    """Tag the commit, with the notes as the tag's message."""
    git(
        base,
        "tag",
        "--annotate",
        "--cleanup=verbatim",
        "--message",
        f"{version}\n\n{notes(base, version)}",
        f"v{version}",
    )


def build(base: Path, version: str, folder: Path) -> list[Path]:
    """Build the wheel and the source archive of the tag into `folder`; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    name = tomllib.loads((base / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    source = folder / f"{name}-{version}.tar.gz"
    git(base, "archive", f"--prefix={name}-{version}/", f"--output={source.resolve()}", f"v{version}")
    before = set(folder.glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--no-cache-dir", "wheel"]
    subprocess.run([*pip, str(source), "--no-deps", "--quiet", "--wheel-dir", str(folder)], check=True)
    return [source, *sorted(set(folder.glob("*.whl")) - before)]


def git(base: Path, *arguments: str) -> str:
    """Run git; return its output."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=base, check=True, capture_output=True, text=True).stdout
