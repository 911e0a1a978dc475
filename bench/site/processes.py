"""A site run by `manage.py up`, with the resource usage of its processes."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from bench.chaos.stack import BASE, HOST, SITE_VARIABLES, wait_for
from bench.held_port import HeldPort
from masques_site.bootstrap import ports, site

SECRET = "of a site that lives as long as a measurement"  # noqa: S105
FLAGS = ("--lifespan", "off", "--no-access-log", "--no-server-header", "--log-level", "warning")


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far, user and system."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def memory(pids: Sequence[int]) -> int:
    """Return the proportional memory (PSS) of processes in bytes: shared memory is counted once."""
    return sum(int(psutil.Process(pid).memory_full_info().pss) for pid in pids)


class RunningSite:
    """A whole site on a free port, with its data in `folder`."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.held = HeldPort(HOST)
        self.port = self.held.number
        own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
        data = folder / "data"
        data.mkdir()
        self.environment = {**site.child_environment(BASE, data, own), "SECRET_KEY": SECRET, "WEB_PROCESSES": "1"}
        if database:
            self.environment |= {"DATABASE_URL": database, "LOG_LEVEL": "WARNING"}
        self.process: subprocess.Popen[bytes] | None = None
        self.yardstick: subprocess.Popen[bytes] | None = None
        self.yardstick_port = 0

    def start(self) -> None:
        """Run `manage.py up`; returns when it answers."""
        command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(self.port)]
        with (self.folder / "up.log").open("wb") as log:
            self.process = subprocess.Popen(command, cwd=BASE, env=self.environment, stdout=log, stderr=log)
        wait_for(self.is_up, f"the site answers; it said:\n{self.output()}", 120)

    def is_up(self) -> bool:
        """Return whether the site has started; raises RuntimeError if it has ended."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"manage.py up ended:\n{self.output()}")
        return "The site runs at" in self.output()

    def output(self) -> str:
        """Return the output of `manage.py up`."""
        return (self.folder / "up.log").read_text(errors="replace")

    def start_yardstick(self) -> int:
        """Start the server of the yardstick, a trivial page on the same database. Returns its process id."""
        self.yardstick_port = ports.check(HOST, 0)
        command = ["uvicorn", "bench.site.yardstick:application", "--host", HOST, "--port", str(self.yardstick_port)]
        environment = {**self.environment, "DJANGO_SETTINGS_MODULE": "bench.site.yardstick_settings"}
        self.yardstick = subprocess.Popen([sys.executable, "-m", *command, *FLAGS], cwd=BASE, env=environment)
        wait_for(lambda: site.healthy(HOST, self.yardstick_port), "the yardstick answers", 60)
        return self.yardstick.pid

    def stop_yardstick(self) -> None:
        """Stop the server of the yardstick."""
        if self.yardstick is not None:
            self.yardstick.terminate()
            self.yardstick.wait()
            self.yardstick = None

    def stop(self) -> None:
        """Stop all processes, wait until they have ended, and release the port."""
        self.stop_yardstick()
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
        self.held.close()

    def tree(self) -> list[int]:
        """Return the ids of all processes of the site."""
        assert self.process is not None
        top = psutil.Process(self.process.pid)
        return [top.pid, *(child.pid for child in top.children(recursive=True))]

    def web(self) -> int:
        """Return the id of the web server's process."""
        for pid in self.tree():
            if any(re.search(r"(^|/)uvicorn$", word) for word in psutil.Process(pid).cmdline()):
                return pid
        raise RuntimeError("there is no web server among the site's processes")

    def ask(self, word: str, **fields: Any) -> Any:
        """Run a command of `bench.site.inside` and return its result."""
        done = subprocess.run(
            [sys.executable, "-m", "bench.site.inside", word],
            cwd=BASE,
            env=self.environment,
            input=json.dumps(fields),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"asking for {word} failed: {done.stderr[-2000:]}")
        return json.loads(done.stdout)
