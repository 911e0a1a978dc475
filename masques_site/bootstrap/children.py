"""One supervised process of the site: its command, its output, its restarts."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

DEATHS = 5
WITHIN_SECONDS = 60.0
MAX_RESTART_DELAY = 8.0
HEARTBEAT_TIMEOUT = 90.0  # seconds without a heartbeat after which a process is killed and started again


@dataclass(frozen=True)
class Program:
    """A program to run: its command, its readiness check `answers`, and the seconds `grace` that it may take to stop.

    Output lines that contain `ignored_output` are not printed. `heartbeat` returns a value that changes while the
    program works; a program without one is never considered hung. `advice` is added to the report of a crash. A
    site does not start without a `needed` program; the others may come later.
    """

    name: str
    command: list[str]
    answers: Callable[[], bool]
    nice: int = 0
    grace: float = 8.0
    ignored_output: str = ""
    advice: str = ""
    heartbeat: Callable[[], object] | None = None
    needed: bool = True


@dataclass(frozen=True)
class Printer:
    """A printer of lines, each with the name of the program that wrote it."""

    width: int

    def __call__(self, name: str, text: str) -> None:
        # If our standard output is closed, the output of the child must still be read.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.write(f"{name:<{self.width}} | {text.rstrip()}\n")
            sys.stdout.flush()


def with_parent_death_signal(command: list[str], nice: int = 0) -> list[str]:
    """Return a command that executes `command`, and receives SIGTERM when the calling process dies (Linux only)."""
    return [sys.executable, "-m", "masques_site.bootstrap.parent_death_signal", str(os.getpid()), str(nice), *command]


class Child:
    """A program that runs in its own process group and is restarted when it dies."""

    def __init__(self, program: Program, environment: Mapping[str, str], log: Printer) -> None:
        self.program = program
        self.environment = environment
        self.log = log
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None
        self.deaths: deque[float] = deque(maxlen=DEATHS)
        self.start_at = 0.0
        self.last_heartbeat: object = None
        self.heartbeat_at = 0.0
        self.last_lines: deque[str] = deque(maxlen=12)

    def start(self) -> None:
        self.process = subprocess.Popen(
            with_parent_death_signal(self.program.command, self.program.nice),
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self.read, args=(self.process,), daemon=True)
        self.reader.start()
        self.heartbeat_at = time.monotonic()

    def read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if line.strip() and not (self.program.ignored_output and self.program.ignored_output in line):
                    self.last_lines.append(line.rstrip())
                    self.log(self.program.name, line)

    def is_up(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def poll(self, now: float) -> bool:
        """Restart the process if it has died, after a delay; return False if it has died too often.

        A process that is hung is killed, so that it is restarted.
        """
        if self.is_up() and self.is_hung(now):
            self.log(self.program.name, f"has done nothing for {HEARTBEAT_TIMEOUT:g} seconds; it is ended")
            self.signal_group(signal.SIGKILL)
            if self.process is not None:
                self.process.wait()
        if self.process is not None and self.process.poll() is not None:
            self.reap(now)
        if len(self.deaths) == DEATHS and now - self.deaths[0] <= WITHIN_SECONDS and self.process is None:
            return False
        if self.process is None and now >= self.start_at:
            self.start()
        return True

    def is_hung(self, now: float) -> bool:
        """Return whether there was no heartbeat for longer than `HEARTBEAT_TIMEOUT`."""
        if self.program.heartbeat is None:
            return False
        heartbeat = self.program.heartbeat()
        if heartbeat != self.last_heartbeat:
            self.last_heartbeat, self.heartbeat_at = heartbeat, now
        return now - self.heartbeat_at > HEARTBEAT_TIMEOUT

    def reap(self, now: float) -> None:
        assert self.process is not None
        self.signal_group(signal.SIGKILL)  # The pool of a worker whose main process died would keep running.
        self.deaths.append(now)
        recent = sum(now - death <= WITHIN_SECONDS for death in self.deaths)
        delay = min(MAX_RESTART_DELAY, 0.5 * 2 ** (recent - 1))
        self.start_at = now + delay
        if recent < DEATHS:
            self.log(
                self.program.name, f"stopped with {exit_reason(self.process.returncode)}; starting again in {delay:g} s"
            )
        self.process = None

    def signal_group(self, number: signal.Signals) -> None:
        if self.process is not None:
            # The group may have ended already (macOS raises EPERM for a group of zombies).
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def stop(self, kill_now: threading.Event) -> None:
        """Terminate the process, wait for its grace period or `kill_now`, then kill its process group."""
        if self.process is None:
            return
        if self.is_up():
            self.process.terminate()
        deadline = time.monotonic() + self.program.grace
        while self.is_up() and time.monotonic() < deadline and not kill_now.is_set():
            time.sleep(0.05)
        self.signal_group(signal.SIGKILL)
        self.process.wait()
        if self.reader is not None:
            self.reader.join(timeout=1)
        self.process = None


def exit_reason(status: int) -> str:
    """Return a description of an exit status: `status 1`, `signal SIGKILL`."""
    if status >= 0:
        return f"status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
