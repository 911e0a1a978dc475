"""What a figure was measured on."""

import os
import platform
import subprocess
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]


def here() -> str:
    """The machine, the commit and the load of this moment, in one line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, commit {commit()}, load {load()}"
    )


def processor() -> str:
    """The name of the processor as the machine tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def commit() -> str:
    """The commit that is checked out, with a plus if files differ from it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],  # noqa: S607
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def load() -> str:
    """How many processes wanted a core during the last minute, on average."""
    return f"{os.getloadavg()[0]:.1f}"
