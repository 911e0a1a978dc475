"""`manage.py up`: the whole site on one machine."""

import contextlib
import errno
import fcntl
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from masques_site.bootstrap import broker, errors, folders, sizes
from masques_site.bootstrap.children import Child, Printer, Program
from masques_site.bootstrap.supervisor import POLL_SECONDS, Supervisor
from masques_site.bootstrap.variables import origin

EMPTY = "The site is empty."  # the line of `prepare` then
GIB = 2**30
ROOM = 10 * 2**20  # bytes without which a disk is full for a site
MOST_WEB_PROCESSES = 4  # unless it is asked for: the database has to keep up
CELERY = ["celery", "--quiet", "-A", "masques_site.celery_app"]


def run(base: Path, *, host: str, port: int, demo: bool) -> int:
    """Prepare the site, start it, and supervise it until it is stopped; return 0. Raises StartupError if it fails."""
    data = folders.data_dir(base)
    log = Printer(width=7)
    supervisor = Supervisor()
    supervisor.install_signal_handlers()
    with single_instance(data), tempfile.TemporaryDirectory(prefix="masques-ready-") as ready:
        environment = child_environment(base, data, os.environ)
        environment["SITE_URL"] = address(environment, port)  # for links in mails
        try:
            if not environment.get("REDIS_URL"):
                broker_child = Child(broker.program(data, folders.broker_socket(data)), environment, log)
                supervisor.start([broker_child])
            lines = prepare(base, environment, supervisor)
            webs = web_processes(os.environ, sizes.cores(), sizes.memory())
            made = programs(data, Path(ready), host, port, webs)
            *others, beat = [Child(program, environment, log) for program in made]
            if not supervisor.stopping.is_set() and supervisor.start(others):
                announce(address(environment, port), [line for line in lines if line != EMPTY], webs)
                if demo and EMPTY in lines:
                    fill(base, environment, supervisor, log)
                supervisor.start([beat])
                supervisor.watch()
        finally:
            print("\nStopping ...", flush=True)
            supervisor.stop()
    print("Stopped.", flush=True)
    return 0


def child_environment(base: Path, data: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of child processes: never in debug mode, always with this folder's code and data."""
    changes = {"DEBUG": "false", "DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(base)}
    changes["DJANGO_SETTINGS_MODULE"] = "masques_site.settings"
    # Otherwise the C library gives each thread a separate arena, and a web process keeps what all of them once needed.
    changes["MALLOC_ARENA_MAX"] = environment.get("MALLOC_ARENA_MAX", "1")
    changes["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", os.defpath)])
    return {**environment, **changes}


def fill(base: Path, environment: Mapping[str, str], supervisor: Supervisor, log: Printer) -> None:
    """Fill the empty site with its demo, and print what is made; meanwhile the site runs, except its sweeps. If that
    fails the site goes on without the demo."""
    command = [sys.executable, str(base / "manage.py"), "demo", "--anyway"]
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(
        command, env=dict(environment), stdout=pipe, stderr=both, text=True, start_new_session=True
    ) as process:
        reader = threading.Thread(target=_pass_on, args=("demo", process.stdout, log), daemon=True)
        reader.start()
        while process.poll() is None and not supervisor.stopping.wait(POLL_SECONDS):
            supervisor.poll(idle=True)
        process.terminate()
        reader.join(timeout=1)


def _pass_on(name: str, lines: IO[str] | None, log: Printer) -> None:
    for line in lines or ():
        log(name, line)


def prepare(base: Path, environment: Mapping[str, str], supervisor: Supervisor) -> list[str]:
    """Bring database and static files up to date; return the lines to print with the address, and `EMPTY` if there is
    no account.

    A stop request terminates it: each migration is a transaction, and the next start resumes after the last one. Raises
    StartupError if it fails.
    """
    if supervisor.stopping.is_set():
        return []
    print("Preparing the database and the static files ...", flush=True)
    command = [sys.executable, str(base / "manage.py"), "prepare", "--no-demo"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=dict(environment), stdout=pipe, text=True, start_new_session=True) as process:
        output = None
        while output is None:
            if supervisor.stopping.is_set():
                process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                output = process.communicate(timeout=0.2)[0]
    if process.returncode == 0 or supervisor.stopping.is_set():
        return output.split("\n") if output.strip() else []
    data = folders.data_dir(base)
    if shutil.disk_usage(data).free < ROOM:
        raise errors.cannot_write(data, OSError(errno.ENOSPC, "no space"))
    raise errors.StartupError(
        f"Preparing the database failed: see above for the reason.\n{output}\nIf the data folder comes from "
        "a newer version of the site, use that version; nothing was deleted."
    )


def web_processes(environment: Mapping[str, str], cores: int, memory: int) -> int:
    """Return how many processes the web server has: `WEB_PROCESSES`, else one for each of the `cores`, four at most, as
    long as each has a GiB of the machine's `memory` (in bytes)."""
    asked = environment.get("WEB_PROCESSES", "")
    if not asked:
        return max(1, min(cores, memory // GIB, MOST_WEB_PROCESSES))
    return int(asked)


def programs(data: Path, ready: Path, host: str, port: int, webs: int = 1) -> list[Program]:
    """Return the programs of a site: a web server of `webs` processes, three Celery workers, and Celery beat."""

    def has_mark(name: str) -> bool:
        return (ready / name).exists()

    def heartbeat(name: str) -> float:
        """Return when the program last touched its ready file, which it does after each task."""
        with contextlib.suppress(FileNotFoundError):
            return (ready / name).stat().st_mtime
        return 0.0

    web = ["uvicorn", "masques_site.asgi:application", "--host", host, "--port", str(port), "--lifespan", "off"]
    web += ["--no-access-log", "--no-server-header", "--log-level", "warning"]
    web += ["--ws-max-size", "16384", "--ws-max-queue", "8", "--timeout-graceful-shutdown", "4"]
    web += ["--ws-per-message-deflate", "false"]  # long responses are packed once for all their readers
    if not (os.environ.get("PUBLIC_URL") or os.environ.get("FORWARDED_ALLOW_IPS")):
        web += ["--no-proxy-headers"]  # with no proxy in front, such headers come from clients
    if webs > 1:
        web += ["--workers", str(webs)]
    worker = ["env", f"READY_FILE={ready / 'worker'}", *CELERY, "worker", "-Q", "bots,default", "-P", "prefork"]
    worker += ["-c", str(worker_processes()), "-l", "WARNING", "-n", f"{port}@%h"]
    worker += ["--without-gossip", "--without-mingle"]
    # Results are rated in order: more than one consumer would only wait for the lock.
    ratings = ["env", f"READY_FILE={ready / 'ratings'}", *CELERY, "worker", "-Q", "ratings", "-P", "solo"]
    ratings += ["-l", "WARNING", "-n", f"{port}-ratings@%h", "--without-gossip", "--without-mingle"]
    # A thread for each channel, and one for endpoints of each that failed: they wait for other servers.
    notices = ["env", f"READY_FILE={ready / 'notices'}", *CELERY, "worker", "-Q", "notices", "-P", "threads", "-c", "6"]
    notices += ["-l", "WARNING", "-n", f"{port}-notices@%h", "--without-gossip", "--without-mingle"]
    beat = ["env", f"READY_FILE={ready / 'beat'}", *CELERY, "beat", "-l", "WARNING", "--pidfile", ""]
    beat += ["-s", str(data / "beat-schedule")]
    return [
        Program("web", web, answers=lambda: healthy(host, port)),
        Program(
            "worker",
            worker,
            answers=lambda: has_mark("worker"),
            nice=10,
            grace=10.0,
            heartbeat=lambda: heartbeat("worker"),
            needed=False,
        ),
        Program(
            "ratings",
            ratings,
            answers=lambda: has_mark("ratings"),
            nice=10,
            heartbeat=lambda: heartbeat("ratings"),
            needed=False,
        ),
        Program(
            "notices",
            notices,
            answers=lambda: has_mark("notices"),
            nice=10,
            needed=False,
        ),
        Program("beat", beat, answers=lambda: has_mark("beat"), heartbeat=lambda: heartbeat("beat"), needed=False),
    ]


def worker_processes() -> int:
    """Return how many processes think for bots: at least two, so that one looping bot does not block all others; at
    most eight."""
    return min(max(sizes.cores(), 2), 8)


def healthy(host: str, port: int) -> bool:
    """Return whether the web server and its database answer, even if that stores nothing: the site says so itself."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (compared, not listened on)
    connection = http.client.HTTPConnection(everywhere.get(host, host), port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        state = json.loads(connection.getresponse().read(10_000))
        return bool(state["database"] == "ok")
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        return False
    finally:
        connection.close()


def address(environment: Mapping[str, str], port: int) -> str:
    """Return the address to print and to use in links. It is localhost by name, because passkeys need a host name."""
    public = environment.get("PUBLIC_URL")
    return origin(public) if public else f"http://localhost:{port}"


def announce(where: str, more: Sequence[str], webs: int) -> None:
    lines = [
        "",
        f"  The site runs at {where}",
        f"  Web processes: {webs}; processes for bots: {worker_processes()}.",
        *(f"  {line}" for line in more if line),
        "  Stop it with Ctrl-C.",
        "",
    ]
    print("\n".join(lines), flush=True)


@contextlib.contextmanager
def single_instance(data: Path) -> Iterator[None]:
    """Hold the lock of the data folder inside; raise StartupError if another site runs from it."""
    with (data / "up.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise errors.already_running(data, file.read().strip()) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
