"""Errors before the site can start, each with a sentence that says what to do."""

import errno
from pathlib import Path


class StartupError(Exception):
    """An error that is printed without a traceback."""


def no_ensurepip(python: str, version: str) -> StartupError:
    return StartupError(
        f"{python} cannot make virtual environments: its 'ensurepip' is missing. On Debian or Ubuntu install it with "
        f"'apt install python{version}-venv' (or python3-venv), then start again."
    )


def cannot_write(folder: Path, error: OSError) -> StartupError:
    if error.errno == errno.ENOSPC:
        return StartupError(f"The disk that holds {folder} is full. Free some space (about 500 MB), then start again.")
    if error.errno == errno.EROFS:
        return StartupError(f"{folder} is on a read-only disk. Copy the project to a folder you may write to.")
    return StartupError(
        f"Cannot write to {folder} ({error.strerror}). Give yourself the right to write there, or, for the data, "
        f"point DATA_DIR at another folder."
    )


def port_taken(port: int) -> StartupError:
    return StartupError(
        f"Port {port} is already in use, perhaps by another copy of this site. Stop that program, or choose another "
        f"port: python3 manage.py up --port {port + 1}"
    )


def port_forbidden(port: int) -> StartupError:
    return StartupError(
        f"This account may not open port {port} (ports below 1024 belong to the administrator). Choose another one: "
        f"python3 manage.py up --port 8000"
    )


def bad_host(host: str) -> StartupError:
    return StartupError(
        f"'{host}' is not an address of this machine. Leave --host away to listen on this machine only."
    )


def already_running(folder: Path, pid: str) -> StartupError:
    return StartupError(
        f"The site already runs from {folder} (process {pid or 'unknown'}). Stop that one, or point DATA_DIR at "
        "another folder to run a second site."
    )


def no_packages(machine: str, missing: str) -> StartupError:
    return StartupError(
        f"The site cannot be installed on {machine}: nobody publishes {missing} for it. Use Linux with glibc "
        "(x86-64 or ARM64), or a Mac with Apple silicon."
    )


NETWORK_WORDS = (
    "NameResolutionError",
    "NewConnectionError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "Connection refused",
    "Could not fetch URL",
)


def install_failed(output: str) -> StartupError:
    """Return the error for a failed `pip install`, from its output."""
    tail = "\n".join(f"    {line}" for line in output.strip().splitlines()[-8:])
    if any(word in output for word in NETWORK_WORDS):
        advice = (
            "The packages could not be fetched: there seems to be no way to the package index. Check the network (and "
            "HTTPS_PROXY or pip's own settings, if you need them), then start again; what is already here is kept."
        )
    elif "THESE PACKAGES DO NOT MATCH THE HASHES" in output:
        advice = (
            "A downloaded package is not the one that this project was tested with, so it was not installed. Empty "
            "pip's cache ('python3 -m pip cache purge') and start again; if it stays so, distrust the package index."
        )
    elif "No space left on device" in output:
        advice = "The disk is full. Free some space (about 500 MB), then start again."
    elif "No matching distribution" in output or "Failed building wheel" in output:
        advice = (
            "A package is not available for this Python or this machine. Use CPython 3.11 to 3.13 on Linux or macOS "
            "(x86-64 or ARM64)."
        )
    else:
        advice = (
            "Installing the packages failed. Remove the folder .venv and start again; if it stays so, read pip's words:"
        )
    return StartupError(f"{advice}\n{tail}" if tail else advice)
