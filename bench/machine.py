"""A description of the machine on which figures were measured."""

import os
import platform
import subprocess
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]


def here() -> str:
    """Return the machine, the commit and the current load, in one line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, commit {commit()}, load {load()}"
    )


def processor() -> str:
    """Return the model name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def commit() -> str:
    """Return the checked-out commit, with a plus if there are uncommitted changes."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],  # noqa: S607
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def load() -> str:
    """Return the load average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"
