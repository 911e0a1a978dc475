"""`pip wheel .` makes a wheel of the reusable app, whose rules run where nothing else is installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.sources import BASE, project_files, relative

ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
import games.core
from games.registry import TITLES
assert not [name for name in sys.modules if name.partition(".")[0] == "django"]
for game in TITLES.values():
    seats = game.seats[0]
    game.initial_state(seats, game.complete_settings({}, seats))
print(*TITLES)
"""


@pytest.mark.slow
def test_the_wheel_holds_all_of_games_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    of_games = {relative(path) for path in project_files() if relative(path).startswith("games/")}
    assert held == {name for name in of_games if not name.endswith((".po", ".md"))}


@pytest.mark.slow
def test_the_rules_of_the_wheel_run_without_any_other_package(installed: Path) -> None:
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(installed)]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MASQUES_")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=alone)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {path.parent.name for path in (BASE / "games/titles").glob("*/game.py")}


@pytest.mark.slow
def test_the_wheel_installs_nothing_else(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    asked = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert any("Django" in line and "extra == 'django'" in line.replace('"', "'") for line in asked)
    assert not [line for line in asked if "extra ==" not in line]
