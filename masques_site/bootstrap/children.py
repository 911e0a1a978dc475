"""One process of the site: its command, its output, its deaths."""

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
SLOWEST_RESTART = 8.0
SILENCE = 90.0  # seconds; whoever has shown no sign of work for so long is ended and started again


@dataclass(frozen=True)
class Program:
    """What to run, how to see that it answers, how long it may take to stop; `harmless` marks lines nobody need see.

    `pulse` is a value that changes while the program works; a program without one works as long as it runs.
    """

    name: str
    command: list[str]
    answers: Callable[[], bool]
    nice: int = 0
    grace: float = 8.0
    harmless: str = ""
    advice: str = ""
    pulse: Callable[[], object] | None = None


@dataclass(frozen=True)
class Printer:
    """Writes whole lines, each with the name of the program that said it."""

    width: int

    def __call__(self, name: str, text: str) -> None:
        # Whoever read our output may have gone away; the child must still get rid of its own.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.write(f"{name:<{self.width}} | {text.rstrip()}\n")
            sys.stdout.flush()


def with_parent_death_signal(command: list[str], nice: int = 0) -> list[str]:
    """A command that runs `command` in its place, and gets SIGTERM when the process that calls this dies (Linux)."""
    return [sys.executable, "-m", "masques_site.bootstrap.parent_death_signal", str(os.getpid()), str(nice), *command]


class Child:
    """A Program that runs in a process group of its own, is started again when it dies, and can be stopped."""

    def __init__(self, program: Program, environment: Mapping[str, str], log: Printer) -> None:
        self.program = program
        self.environment = environment
        self.log = log
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None
        self.deaths: deque[float] = deque(maxlen=DEATHS)
        self.start_at = 0.0
        self.last_pulse: object = None
        self.pulse_at = 0.0
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
        self.pulse_at = time.monotonic()

    def read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if line.strip() and not (self.program.harmless and self.program.harmless in line):
                    self.last_lines.append(line.rstrip())
                    self.log(self.program.name, line)

    def is_up(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def poll(self, now: float) -> bool:
        """Note a death and start the process again when its time has come; False when it has died too often.

        One that lives and does nothing is ended, so that it is started again.
        """
        if self.is_up() and self.is_silent(now):
            self.log(self.program.name, f"has done nothing for {SILENCE:g} seconds; it is ended")
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

    def is_silent(self, now: float) -> bool:
        """Whether the process has shown no sign of work for too long."""
        if self.program.pulse is None:
            return False
        pulse = self.program.pulse()
        if pulse != self.last_pulse:
            self.last_pulse, self.pulse_at = pulse, now
        return now - self.pulse_at > SILENCE

    def reap(self, now: float) -> None:
        assert self.process is not None
        self.signal_group(signal.SIGKILL)  # A pool whose master died would live on.
        self.deaths.append(now)
        recent = sum(now - death <= WITHIN_SECONDS for death in self.deaths)
        delay = min(SLOWEST_RESTART, 0.5 * 2 ** (recent - 1))
        self.start_at = now + delay
        if recent < DEATHS:
            self.log(self.program.name, f"stopped with {how(self.process.returncode)}; starting again in {delay:g} s")
        self.process = None

    def signal_group(self, number: signal.Signals) -> None:
        if self.process is not None:
            # The whole group may be gone already (macOS answers EPERM for a group of zombies).
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def stop(self, hurry: threading.Event) -> None:
        """Ask the process to stop, wait for its grace, then end whatever is left of its group."""
        if self.process is None:
            return
        if self.is_up():
            self.process.terminate()
        deadline = time.monotonic() + self.program.grace
        while self.is_up() and time.monotonic() < deadline and not hurry.is_set():
            time.sleep(0.05)
        self.signal_group(signal.SIGKILL)
        self.process.wait()
        if self.reader is not None:
            self.reader.join(timeout=1)
        self.process = None


def how(status: int) -> str:
    """A process's end in words: `status 1`, `signal SIGKILL`."""
    if status >= 0:
        return f"status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
