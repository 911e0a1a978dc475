"""An interrupted run of pytest leaves none of its processes behind."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.project.sources import BASE
from tests.waiting import PATIENCE, eventually

# A shell's background jobs, and all that they start, ignore SIGINT: the run must hear it nevertheless.
LISTEN = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"


def start(told: Path, workers: int) -> subprocess.Popen[bytes]:
    """A run of pytest in a process of its own, which tells in the file `told` whom it has started."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [
        sys.executable,
        "-c",
        LISTEN,
        sys.executable,
        "-m",
        "pytest",
        "-q",
        f"-n{workers}",
        "-p",
        "no:cacheprovider",
        "tests/interrupts/stays.py",
    ]
    with told.with_suffix(".log").open("wb") as log:
        return subprocess.Popen(command, cwd=BASE, env={**outside, "PROCESSES": str(told)}, stdout=log, stderr=log)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere orphans cannot be adopted")
@pytest.mark.reliability
@pytest.mark.parametrize(("workers", "number"), [(1, signal.SIGTERM), (0, signal.SIGINT)])
def test_an_interrupted_run_leaves_no_process_behind(tmp_path: Path, workers: int, number: signal.Signals) -> None:
    told = tmp_path / "processes"
    run = start(told, workers)
    left: list[psutil.Process] = []
    try:
        eventually(lambda: told.exists() or run.poll() is not None, "the test has started its processes", PATIENCE)
        assert told.exists(), told.with_suffix(".log").read_text()
        started = [psutil.Process(int(pid)) for pid in told.read_text().split()]
        left = list({*started, *psutil.Process(run.pid).children(recursive=True)})
        run.send_signal(number)
        assert run.wait(PATIENCE) == pytest.ExitCode.INTERRUPTED, told.with_suffix(".log").read_text()
        left = [process for process in left if process.is_running()]
        assert not left
    finally:
        for process in [psutil.Process(run.pid), *left] if run.poll() is None else left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        run.wait()
