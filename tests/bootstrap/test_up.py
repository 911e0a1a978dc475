"""`manage.py up`, whole: it starts, answers, mends itself and leaves nothing behind."""

import contextlib
import http.client
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from masques_site.bootstrap.children import with_parent_death_signal
from tests.project.sources import BASE
from tests.sampling import sampled
from tests.waiting import PATIENCE, eventually


class Up:
    """A running `manage.py up` and what it has said so far."""

    def __init__(self, data: Path, *arguments: str) -> None:
        keep = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
        self.process = subprocess.Popen(
            with_parent_death_signal([sys.executable, "manage.py", "up", "--port", "0", *arguments]),
            cwd=BASE,
            env={**keep, "DATA_DIR": str(data)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            self.lines.put(line)

    def wait_for(self, words: str, seconds: float = 2 * PATIENCE) -> str:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                line = self.lines.get(timeout=0.5)
            except queue.Empty:
                assert self.process.poll() is None, f"it stopped:\n{''.join(self.said)}"
                continue
            if words in line:
                return line
        pytest.fail(f"never said {words!r}:\n{''.join(self.said)}")

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def one(self, *words: str) -> psutil.Process:
        """The child that `up` itself started with these words in its command line, once it has become that program."""
        return eventually(lambda: next(self.children_with(words), None), f"a child with {words}")

    def children_with(self, words: tuple[str, ...]) -> Iterator[psutil.Process]:
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):
                line = " ".join(child.cmdline())  # Celery renames its processes where setproctitle is installed
                if all(word in line for word in words):
                    yield child


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    """A site that starts in an empty folder."""
    yield from run(tmp_path / "data")


@pytest.fixture
def up_again(tmp_path: Path, migrated: Path) -> Iterator[Up]:
    """A site that finds its database."""
    (tmp_path / "data").mkdir()
    shutil.copyfile(migrated, tmp_path / "data" / "db.sqlite3")
    yield from run(tmp_path / "data")


def run(data: Path) -> Iterator[Up]:
    """A site on `data`, until the test is over."""
    running = Up(data, "--no-demo")
    yield running
    family = running.family() if running.process.poll() is None else []
    for process in [running.process, *family]:
        if psutil.pid_exists(process.pid):
            process.kill()
    running.process.wait()
    running.reader.join(timeout=PATIENCE)
    assert running.process.stdout is not None
    running.process.stdout.close()


def health(port: int) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        assert answer.status == 200
        return json.loads(answer.read())  # type: ignore[no-any-return]
    finally:
        connection.close()


@pytest.mark.slow
@pytest.mark.xdist_group("up")
@pytest.mark.parametrize("folder", sampled(["empty", "migrated"], ["migrated"]))
def test_up_starts_answers_mends_itself_and_stops_cleanly(
    folder: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    up: Up = request.getfixturevalue({"empty": "up", "migrated": "up_again"}[folder])
    address = up.wait_for("The site runs at http://localhost:")
    port = int(address.rsplit(":", 1)[1])
    assert health(port) == {"database": "ok", "storage": "ok", "broker": "ok", "sweeps": "ok", "ratings": "ok"}
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "data" / "db.sqlite3").exists()

    up.one("ratings")
    worker = up.one("bots,default")
    usual = up.one("uvicorn").nice()  # the tests themselves may run at low priority
    gives_way = min(usual + 10, 19)  # the lowest priority there is
    eventually(lambda: worker.nice() == gives_way, "the worker gives way to web servers")
    worker.kill()
    up.wait_for("stopped with signal SIGKILL; starting again")
    assert up.one("bots,default").pid != worker.pid
    assert health(port)["database"] == "ok"

    family = up.family()
    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(timeout=PATIENCE) == 0
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert alive == []


@pytest.mark.slow
@pytest.mark.reliability
@pytest.mark.xdist_group("up")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")
def test_killing_up_outright_leaves_no_orphans(up_again: Up) -> None:
    up_again.wait_for("The site runs at")
    family = up_again.family()
    up_again.process.kill()
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert alive == []
