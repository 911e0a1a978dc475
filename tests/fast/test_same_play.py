"""Both builds play the same, choice by choice, and the interpreted rules pass the tests of the rules.

The run itself uses the compiled build: traces of whole matches show that the sources play the same.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.fast import loader
from games.registry import TITLES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

# The laws are checked at every ply, which takes long interpreted: one way to play is enough here.
LAWS = "tests/core/kit/test_conformance.py"
RULES = ["tests/titles", LAWS, f"--reliability {LAWS}", "tests/core/kit/test_playthroughs.py"]
CHOSEN = "not keeps_the_laws or uniform"
MATCHES = {"masques": 45, "maskera": 15, "mascarade": 50, "masons": 45}  # at least; seven times as many in the tier


def run(fast: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python of its own, which takes the compiled modules of `fast`, or none if that is ``off``."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=loader.BASE,
        env={**environment, loader.ENVIRONMENT_VARIABLE: fast},
        capture_output=True,
        text=True,
        check=False,
    )


def traces(fast: str, title: str, times: int) -> dict[str, object]:
    done = run(fast, "-m", "tests.fast.traces", "--title", title, "--times", str(times))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["compiled"] == (fast != "off")
    return told["traces"]


@pytest.mark.parametrize("times", [1, pytest.param(7, marks=pytest.mark.reliability)])
@pytest.mark.parametrize("title", TITLES)
def test_both_builds_play_every_match_alike(compiled: Path, title: str, times: int) -> None:
    interpreted = traces("off", title, times)
    differing = [name for name, trace in traces(str(compiled), title, times).items() if trace != interpreted[name]]
    assert len(interpreted) >= times * MATCHES[title]
    assert not differing, (
        f"{len(differing)} of {len(interpreted)} differ: {differing[:5]}. To see where, run 'python -m "
        f"tests.fast.traces {differing[0]}' with "
        f"{loader.ENVIRONMENT_VARIABLE}=off and with {loader.ENVIRONMENT_VARIABLE}={compiled}, and compare."
    )


@pytest.mark.reliability
@pytest.mark.parametrize("rules", RULES)
def test_the_interpreted_rules_pass_the_tests_of_the_rules(rules: str) -> None:
    done = run("off", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--reuse-db", "-k", CHOSEN, *rules.split())
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
