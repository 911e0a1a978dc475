"""Browser tests never vanish in silence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.sources import BASE

BROWSER_TEST = "import pytest\n\n@pytest.mark.browser\ndef test_page(): pass\n\ndef test_other(): pass\n"


def run_without_chromium(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(BROWSER_TEST)
    keep = {name: value for name, value in os.environ.items() if name not in ("CI", "PATH", "PYTEST_XDIST_WORKER")}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n0",
            "-c",
            "pyproject.toml",
            "-p",
            "tests.conftest",
            str(folder / "test_it.py"),
        ],
        cwd=BASE,
        env={**keep, "PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_without_chromium_the_browser_tests_are_skipped_aloud(tmp_path: Path) -> None:
    done = run_without_chromium(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 1 skipped" in done.stdout
    assert "No Chromium on this machine: the browser tests are SKIPPED" in done.stdout


@pytest.mark.slow
def test_on_a_build_machine_a_missing_chromium_fails(tmp_path: Path) -> None:
    done = run_without_chromium(tmp_path, CI="true")
    assert done.returncode == 1
    assert "the browser tests must run here" in done.stdout
