"""A whole site is killed, frozen, flushed and restarted while people play: nothing acknowledged is lost or doubled."""

import os
import subprocess
import sys

import pytest

from bench.chaos.runner import SETTLE_TIMEOUT
from tests.project.sources import BASE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chaos"), pytest.mark.timeout(3600)]


def manage(*arguments: str) -> str:
    """The output of a command. It runs in its own process: children are terminated when the thread that started them
    ends."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "masques_site.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def measured(printed: str, what: str) -> str:
    """One figure of the printed table."""
    (row,) = [line for line in printed.splitlines() if line.startswith(f"| {what} |")]
    return row.split("|")[2].strip()


EACH_PROCESS_ONCE = [
    "kill broker",  # while people log in
    "freeze broker",
    "kill web",
    "kill worker",
    "kill a bot process",
    "kill beat",
    "kill ratings",
    "crash database",
]


def play_under(*options: str) -> str:
    """Run `manage.py chaos`, which must find no violation. Returns its table."""
    printed = manage("chaos", "--seed", "2", *options)
    assert measured(printed, "violations") == "0"
    assert int(measured(printed, "moves acknowledged")) > 20  # as a rule hundreds; the machine may be slow
    return printed


def test_each_process_dies_once(kept_postgres):
    printed = play_under(
        *("--nodes", "1", "--matches", "3", "--people", "2", "--gap", "0.1", "--seconds", "20"),
        *("--database", str(kept_postgres)),
        "--faults",
        *EACH_PROCESS_ONCE,
    )
    assert measured(printed, "faults") == (
        "8: 1 crash database, 1 freeze broker, 1 kill a bot process, 1 kill beat, 1 kill broker, 1 kill ratings,"
        " 1 kill web, 1 kill worker"
    )
    moves = measured(printed, "moves each time the broker was away").split(", ")
    assert len(moves) == 2
    assert all(int(number) > 0 for number in moves)
    assert measured(printed, "log-ins and pages meanwhile") == "2, 8"


@pytest.mark.reliability
def test_twenty_faults_and_a_thousand_moves():
    printed = play_under("--matches", "24", "--kills", "20", "--gap", "3", "--seconds", "200", "--people", "8")
    assert measured(printed, "faults").startswith("20:")


@pytest.mark.reliability
def test_a_dead_or_frozen_broker_costs_no_move_no_page_and_no_log_in(migrated):
    printed = manage("broker_dead", "--seconds", "30", "--database", str(migrated))
    rows = {cells[1].strip(): cells for line in printed.splitlines() if len(cells := line.split("|")) > 8}
    for broker in ("absent", "frozen"):
        moves, failed, caught_up = (rows[broker][place].strip() for place in (2, 8, 9))
        assert int(moves) > 0
        assert int(failed) == 0
        # How long it took is the command's to measure: what has not caught up by its limit never will.
        assert float(caught_up.removesuffix(" s")) < SETTLE_TIMEOUT
