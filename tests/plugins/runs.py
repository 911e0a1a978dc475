"""Runs of pytest on small made-up trees, with plugins of this package."""

import os
import subprocess
import sys
from pathlib import Path

from tests.project.sources import BASE

MARKERS = "[pytest]\nmarkers =\n    slow: takes long\naddopts = -ra --strict-markers\ntestpaths = tests\n"
OUTSIDE = ("PYTEST_", "COLUMNS", "COVERAGE_", "CI")


def environment() -> dict[str, str]:
    """Return the variables of a run that must not be taken for a part of this one; it loads only named plugins."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(OUTSIDE)}
    return ours | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(BASE), "TERM": "xterm"}


def command(*arguments: str) -> list[str]:
    plugins = [word for name in ("durations", "progress", "changed") for word in ("-p", f"tests.plugins.{name}")]
    return [sys.executable, "-m", "pytest", "-p", "xdist.plugin", *plugins, *arguments]


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Return the exit status and the output of a run in `folder`, as a log has it."""
    done = subprocess.run(
        command(*arguments), cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def tree(folder: Path, files: dict[str, str]) -> Path:
    """Write `files`, by their names, and the settings of pytest into a folder; return it."""
    for name, text in {"pytest.ini": MARKERS, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
