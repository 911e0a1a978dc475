"""Not part of the tests: test_interrupts.py runs this by itself, and interrupts it."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import psycopg

from tests.processes import Broker

DEAF = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
print(child.pid, flush=True)
time.sleep(600)
"""


def test_that_never_ends(tmp_path: Path, postgres_url: str) -> None:
    """Start what other tests start and what is hard to end, write all process ids to the file PROCESSES, and wait."""
    broker = Broker(tmp_path)
    broker.start()
    assert broker.process is not None
    deaf = subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert deaf.stdout is not None
    grandchild = int(deaf.stdout.readline())
    with psycopg.connect(postgres_url) as database:
        postmaster = psutil.Process(database.info.backend_pid).ppid()
    told = Path(os.environ["PROCESSES"])
    pids = [os.getpid(), broker.process.pid, deaf.pid, grandchild, postmaster]
    told.with_suffix(".new").write_text(" ".join(map(str, pids)))
    told.with_suffix(".new").replace(told)
    threading.Event().wait(600)
