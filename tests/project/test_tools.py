"""Format, lint, types, import rules and templates, each by the tool that knows it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.sources import BASE, project_files, relative

TOOLS = Path(sys.executable).parent


def run(tool: str, *arguments: str) -> None:
    """Fail with the tool's own words if it finds anything."""
    done = subprocess.run([TOOLS / tool, *arguments], cwd=BASE, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{tool} {' '.join(arguments[:4])}:\n{done.stdout[-6000:]}{done.stderr[-2000:]}", pytrace=False)


def test_python_is_formatted() -> None:
    run("ruff", "format", "--check", "--diff", "--quiet", ".")


def test_python_has_no_lint() -> None:
    run("ruff", "check", "--output-format", "concise", ".")


@pytest.mark.slow
def test_types_hold() -> None:
    run("mypy")


def test_imports_run_one_way() -> None:
    run("lint-imports", "--no-cache", "--no-logo")


@pytest.mark.slow
def test_templates_have_no_lint() -> None:
    templates = [relative(path) for path in project_files(".html") if "templates" in path.parts]
    if templates:
        run("djlint", "--lint", "--quiet", *templates)
