"""A site as `manage.py up` runs it, and what its processes take."""

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

from bench.chaos.stack import BASE, HOST, WISHES, wait_for
from masques_site.bootstrap import ports, site

SECRET = "of a site that lives as long as a measurement"  # noqa: S105
FLAGS = ("--lifespan", "off", "--no-access-log", "--no-server-header", "--log-level", "warning")


def cpu_seconds(pid: int) -> float:
    """What a process has used of a core so far, in its own code and in the system's for it."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def memory(pids: Sequence[int]) -> int:
    """Proportional memory (PSS) of processes in bytes: what they share is counted once."""
    return sum(int(psutil.Process(pid).memory_full_info().pss) for pid in pids)


class RunningSite:
    """The whole site on a port of its own, with its data in `folder`."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.port = ports.check(HOST, 0)
        own = {name: value for name, value in os.environ.items() if name not in WISHES}
        data = folder / "data"
        data.mkdir()
        self.environment = {**site.child_environment(BASE, data, own), "SECRET_KEY": SECRET}
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
        wait_for(self.is_up, f"the site answers; it said:\n{self.said()}", 120)

    def is_up(self) -> bool:
        """Whether everything has started; raises if it has ended instead."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"manage.py up ended:\n{self.said()}")
        return "The site runs at" in self.said()

    def said(self) -> str:
        """The output of `manage.py up`."""
        return (self.folder / "up.log").read_text(errors="replace")

    def start_yardstick(self) -> int:
        """Run the page that everything is compared with on the same database; its process id."""
        self.yardstick_port = ports.check(HOST, 0)
        command = ["uvicorn", "bench.site.yardstick:application", "--host", HOST, "--port", str(self.yardstick_port)]
        environment = {**self.environment, "DJANGO_SETTINGS_MODULE": "bench.site.yardstick_settings"}
        self.yardstick = subprocess.Popen([sys.executable, "-m", *command, *FLAGS], cwd=BASE, env=environment)
        wait_for(lambda: site.healthy(HOST, self.yardstick_port), "the yardstick answers", 60)
        return self.yardstick.pid

    def stop_yardstick(self) -> None:
        """End it, so that it takes nothing while the rest is measured."""
        if self.yardstick is not None:
            self.yardstick.terminate()
            self.yardstick.wait()
            self.yardstick = None

    def stop(self) -> None:
        """End everything."""
        self.stop_yardstick()
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()

    def tree(self) -> list[int]:
        """Every process of the site."""
        assert self.process is not None
        top = psutil.Process(self.process.pid)
        return [top.pid, *(child.pid for child in top.children(recursive=True))]

    def web(self) -> int:
        """The process of the web server."""
        for pid in self.tree():
            if any(re.search(r"(^|/)uvicorn$", word) for word in psutil.Process(pid).cmdline()):
                return pid
        raise RuntimeError("there is no web server among the site's processes")

    def ask(self, word: str, **fields: Any) -> Any:
        """An answer of `bench.site.inside`."""
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
