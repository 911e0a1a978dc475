"""One worker: a copy of the tree and a server of tests in it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psutil

from bench.mutation.project import BASE, Project
from bench.mutation.server import ORDERS, PATIENCE

NOT_COPIED = {".git", ".venv", "build", "data", ".hypothesis"}  # at the root; caches are left out everywhere
TESTS_PATIENCE = "8"  # seconds that a test waits for what a mutant keeps from happening
START_LIMIT = 10.0  # seconds that a process of its own may take beyond its tests: imports, collection, database


class ServerEnded(Exception):
    """The server of tests has ended on its own; the message is the end of its output."""


class Worker:
    """Runs tests against mutants, in a copy of the project's tree that `close` removes."""

    def __init__(self, project: Project, number: int, test_files: list[str]) -> None:
        self.project, self.test_files = project, test_files
        remove_stale(project.build)
        self.tree = project.build / f"tree-{os.getpid()}-{number}"
        shutil.copytree(project.root, self.tree, ignore=self.not_copied, symlinks=True)
        self.share_databases()
        self.log = project.build / f"worker-{number}.log"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.pipes: list[IO[str]] = []
        self.import_lines: dict[str, set[int]] = {}
        self.tests: list[str] = []
        self.passing: set[str] = set()  # tests that are known to pass in a process of their own

    def not_copied(self, folder: str, names: list[str]) -> set[str]:
        caches = {name for name in names if name.endswith("_cache") or name == "__pycache__"}
        return caches | (NOT_COPIED if Path(folder) == self.project.root else set())

    def share_databases(self) -> None:
        """Let all copies of the tree share one migrated database (tests/database.py)."""
        kept, place = self.project.build / "kept", self.tree / "build" / "tests"
        kept.mkdir(exist_ok=True)
        place.parent.mkdir()
        place.symlink_to(kept)

    def start(self) -> None:
        """Start the server of tests; returns when it has collected them. Raises `ServerEnded`."""
        job_reading, job_writing = os.pipe()
        answer_reading, answer_writing = os.pipe()
        orders = {
            "jobs": job_reading,
            "answers": answer_writing,
            "files": [str(self.tree / name) for name in self.project.sources()],
            "warm_up": str(self.tree / self.project.warm_up),
        }
        warm_up = [self.project.warm_up] if self.project.warm_up else []
        self.pytest("server", orders, [*warm_up, *self.test_files], (job_reading, answer_writing))
        os.close(job_reading)
        os.close(answer_writing)
        self.jobs = os.fdopen(job_writing, "w")
        self.answers = os.fdopen(answer_reading)
        self.pipes = [self.jobs, self.answers]
        ready = self.answer()
        self.tests = ready["tests"]
        self.import_lines = {
            str(Path(file).relative_to(self.tree)): set(lines) for file, lines in ready["import_lines"].items()
        }

    def pytest(
        self, name: str, orders: dict[str, Any], arguments: list[str], pipes: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        """Start pytest in the copy of the tree, with instructions for the plugin; return its process."""
        file = self.tree / f".mutation-{name}.json"
        file.write_text(json.dumps(orders))
        listed = self.tree / f".mutation-{name}.args"
        listed.write_text("\n".join(arguments))
        cache = self.project.build / "pytest_cache"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "bench.mutation.server",
            "--rootdir",
            str(self.tree),
            "-q",
            "-s",
            "--no-header",
        ]
        command += [*self.project.pytest_options, "-o", f"cache_dir={cache}", f"@{listed}"]
        environment = os.environ | {
            ORDERS: str(file),
            "PYTHONPATH": os.pathsep.join([str(BASE), *extra_path()]),
            "TESTS_PATIENCE": TESTS_PATIENCE,
            "PYTHONDONTWRITEBYTECODE": "1",  # Python takes a mutant of the same second and size for the original
        }
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                command, cwd=self.tree, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=pipes, start_new_session=True,
            )  # fmt: skip
        self.processes.append(process)
        return process

    def ask(self, **job: Any) -> dict[str, Any]:
        """Send a job to the server and return its answer. Raises `ServerEnded`."""
        try:
            self.jobs.write(json.dumps(job) + "\n")
            self.jobs.flush()
        except OSError as error:
            raise ServerEnded(self.last_words()) from error
        return self.answer()

    def answer(self) -> dict[str, Any]:
        line = self.answers.readline()
        if not line:
            raise ServerEnded(self.last_words())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]

    def record(self, tests: list[str], patience: float) -> dict[str, Any]:
        """Run these tests of one file; return which lines they execute. None is started after `patience` seconds."""
        answer = self.ask(work="record", tests=tests, patience=patience, limit=patience + 300.0)
        if "ended" in answer:  # a crash, or a test that runs far longer than all of them may take
            answer = {"failed": [f"{tests[0]} and the rest of its file, ended {answer['ended']}"]}
        lines = answer.get("lines", {})
        return {
            "seconds": answer.get("seconds", {}),
            "failed": answer.get("failed", []),
            "lines": {str(Path(file).relative_to(self.tree)): found for file, found in lines.items()},
        }

    def attempt(self, path: str, old: str, new: str, tests: list[str], limit: float) -> dict[str, Any]:
        """Run tests against loaded functions with their mutated code; return the server's answer."""
        return self.ask(work="try", file=str(self.tree / path), old=old, new=new, tests=tests, limit=limit)

    def attempt_afresh(self, path: str, old: str, new: str, tests: list[str], limit: float) -> dict[str, Any]:
        """Run tests in a process that imports the mutated file. A test that fails there must pass with the original, or
        its failure does not count: pytest may have been called wrongly, or the test may fail together with the
        others."""
        (self.tree / path).write_text(new)
        try:
            status = self.run_afresh(tests, limit)
            if status is None:
                return {"ended": "by the time limit"}
            killer = failed_test(self.last_words())
        finally:
            (self.tree / path).write_text(old)
        if status == 0:
            return {"killer": None}
        control = [killer] if killer in tests else tests
        return {"killer": killer if self.passes(control, limit) else None}

    def passes(self, tests: list[str], limit: float) -> bool:
        """Return whether these tests pass in their own process with the original sources; asked once for each."""
        missing = [test for test in tests if test not in self.passing]
        if missing and self.run_afresh(missing, limit) == 0:
            self.passing.update(missing)
        return self.passing.issuperset(tests)

    def run_afresh(self, tests: list[str], limit: float) -> int | None:
        """Run these tests in a separate pytest until one fails; return its status, None if it took too long."""
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        process = self.pytest("afresh", {"only": tests}, ["-x", *files])
        try:
            return process.wait(PATIENCE * (limit + START_LIMIT))
        except subprocess.TimeoutExpired:
            return None
        finally:
            end(process)
            self.processes.remove(process)

    def close(self) -> None:
        """End the server and remove the copy of the tree."""
        for process in self.processes:
            end(process)
        for pipe in self.pipes:
            with suppress(OSError):  # something unread may be left in it
                pipe.close()
        shutil.rmtree(self.tree, ignore_errors=True)


def failed_test(output: str) -> str:
    """Return the test that pytest names as failed at the end of its output."""
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split()[1]
    return "the import"


def extra_path() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a session, with its descendants."""
    with suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.Error):
                child.kill()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def remove_stale(build: Path) -> None:
    """Remove the copies that a killed run has left."""
    for tree in build.glob("tree-*"):
        if not psutil.pid_exists(int(tree.name.split("-")[1])):
            shutil.rmtree(tree, ignore_errors=True)
