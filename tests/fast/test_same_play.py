"""Both builds play the same, choice by choice, and keep the rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.fast import loader

pytestmark = [pytest.mark.xdist_group("fast"), pytest.mark.slow]  # one process makes the build, and only once

# What both builds must pass. The laws are checked at every ply, which takes long: one way to play is enough here.
RULES = ["tests/titles", "tests/core/test_conformance.py", "tests/core/test_playthroughs.py"]
CHOSEN = "not keeps_the_laws or uniform"


def run(fast: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, which takes the compiled modules of `fast`, or none if that is ``off``."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=loader.BASE,
        env={**environment, loader.ENVIRONMENT_VARIABLE: fast},
        capture_output=True,
        text=True,
        check=False,
    )


def traces(fast: str) -> dict[str, object]:
    done = run(fast, "-m", "tests.fast.traces")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["compiled"] == (fast != "off")
    return told["traces"]


@pytest.mark.timeout(3600)
def test_both_builds_play_every_match_alike(compiled: Path) -> None:
    interpreted = traces("off")
    differing = [name for name, trace in traces(str(compiled)).items() if trace != interpreted[name]]
    assert len(interpreted) >= 300
    assert not differing, (
        f"{len(differing)} of {len(interpreted)} differ: {differing[:5]}. To see where, run 'python -m "
        f"tests.fast.traces {differing[0]}' with "
        f"{loader.ENVIRONMENT_VARIABLE}=off and with {loader.ENVIRONMENT_VARIABLE}={compiled}, and compare."
    )


@pytest.mark.timeout(3600)
def test_the_compiled_rules_pass_the_tests_of_the_rules(compiled: Path) -> None:
    done = run(str(compiled), "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", CHOSEN, *RULES)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
