"""A run: drawing the mutants, finding the tests that execute them, trying them, reporting."""

import queue
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from bench.mutation import equivalents
from bench.mutation.code_swap import Reach, reach
from bench.mutation.mutants import Mutant, Mutations, diff_lines
from bench.mutation.project import Project
from bench.mutation.recordings import Recordings, digest
from bench.mutation.results import Result, Status, Store
from bench.mutation.worker import Worker

Job = TypeVar("Job")
FACTOR, SLACK = 3.0, 10.0  # a mutant may take three times what its tests take without it, and ten seconds
PROGRESS_EVERY = 10.0  # seconds


@dataclass(frozen=True)
class Options:
    """`paths` limit the files that are mutated, `tests` those that are asked. `sample` is the number of mutants (None:
    all), drawn by `seed`. `budget` is how many seconds of tests one mutant may cost. `patience` is how many seconds of
    one file of tests are recorded; tests that are not begun by then are asked about no mutant."""

    paths: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 1
    processes: int = 1
    resume: bool = False
    budget: float = 30.0
    patience: float = 120.0


class Run:
    """A run of mutation testing. `report` gets lines for people, one at a time."""

    def __init__(self, project: Project, options: Options, report: Callable[[str], None]) -> None:
        self.project, self.options, self.report = project, options, report
        self.store = Store(project.build / "results.jsonl", resume=options.resume)
        self.listed = equivalents.load(project.root / project.equivalents)
        self.recordings = Recordings(project)
        self.import_lines: dict[str, set[int]] = {}
        self.lock = threading.Lock()
        self.killers: dict[str, Counter[str]] = {}
        self.mutations = cache(self._mutations)
        self.reach = cache(self._reach)

    def _mutations(self, path: str) -> Mutations:
        return Mutations(path, (self.project.root / path).read_text())

    def execute(self) -> list[Result]:
        """Try the drawn mutants; returns their results, those of an earlier run included. Raises `ServerEnded`."""
        test_files = self.project.test_files(self.options.tests)
        workers = [Worker(self.project, number, test_files) for number in range(self.options.processes)]
        try:
            with ThreadPoolExecutor(len(workers)) as pool:
                list(pool.map(lambda worker: worker.start(), workers))
            self.import_lines = workers[0].import_lines
            self._record(workers, test_files)
            return self._try_all(workers)
        finally:
            for worker in workers:
                worker.close()

    def _record(self, workers: Sequence[Worker], test_files: Sequence[str]) -> None:
        """Find out which tests execute which lines, as far as it is not known."""
        missing = [name for name in test_files if not self.recordings.load(name)]
        tests: dict[str, list[str]] = {}
        for test in workers[0].tests:
            tests.setdefault(test.partition("::")[0], []).append(test)
        began = time.monotonic()

        def record(worker: Worker, name: str) -> None:
            found = worker.record(tests.get(name, []), self.options.patience)
            with self.lock:
                self.recordings.store(name, found)
                for test in found["failed"]:
                    self.report(f"fails without any mutant, and is not asked: {test}")

        for done, name in enumerate(share_out(workers, missing, record), 1):
            self.report(f"recorded {name}: {done} of {len(missing)}, {time.monotonic() - began:.0f} s")

    def drawn(self) -> list[Mutant]:
        """Return the mutants of this run, in the order of their files. A sample takes all of the groups that come
        first, or as many as make three quarters of it, and the rest from the other groups."""
        found = [
            mutant
            for path in self.project.sources()
            if not self.options.paths or any(path == name or path.startswith(f"{name}/") for name in self.options.paths)
            for mutant in self.mutations(path).mutants
            if self.project.group(mutant.path, mutant.function) is not None
        ]
        if self.options.sample is None:
            return [mutant for mutant in found if self.reach(mutant) != Reach.NOTHING]
        drawing = sorted(found, key=lambda mutant: mutant.draw(self.options.seed))
        others = [mutant for mutant in drawing if not self._is_first(mutant)]
        most = max(self.options.sample * 3 // 4, self.options.sample - len(others))
        chosen = self._real([mutant for mutant in drawing if self._is_first(mutant)], most)
        chosen |= self._real(others, self.options.sample - len(chosen))
        return [mutant for mutant in found if mutant.key in chosen]

    def _real(self, mutants: Iterable[Mutant], most: int) -> set[str]:
        """Return the keys of the first `most` of these that change what is compiled."""
        return set(islice((mutant.key for mutant in mutants if self.reach(mutant) != Reach.NOTHING), most))

    def _reach(self, mutant: Mutant) -> Reach:
        """Return how far its change reaches; some change nothing, because the compiler sees that they do not."""
        mutations = self.mutations(mutant.path)
        return reach(mutations.source, mutations.mutated(mutant))

    def _is_first(self, mutant: Mutant) -> bool:
        return self.project.group(mutant.path, mutant.function) in self.project.first

    def _try_all(self, workers: Sequence[Worker]) -> list[Result]:
        mutants = self.drawn()
        found: dict[str, Result] = {}
        open_ones = []
        for mutant in mutants:
            known = self.store.known.get(mutant.key)
            if known is not None and known.holds(digest(self.project.root / mutant.path), self.suite(mutant)):
                found[mutant.key] = self._judged(known, mutant)
            else:
                open_ones.append(mutant)
        open_ones.sort(key=lambda mutant: self.reach(mutant) == Reach.IMPORT)  # these take a process each: last
        self.report(f"{len(mutants)} mutants, of which {len(found)} are known")
        progress = Progress(len(open_ones), self.report)

        def attempt(worker: Worker, mutant: Mutant) -> None:
            result = self._try(worker, mutant)
            with self.lock:
                self.store.add(result)
                found[mutant.key] = self._judged(result, mutant)
                progress.count(found[mutant.key])

        for _ in share_out(workers, open_ones, attempt):
            pass
        progress.tell()
        return [found[mutant.key] for mutant in mutants if mutant.key in found]

    def _try(self, worker: Worker, mutant: Mutant) -> Result:
        """Run the tests against one mutant and return its result."""
        mutations = self.mutations(mutant.path)
        new = mutations.mutated(mutant)
        executing = self.executing(mutant)
        killers = self.killers.setdefault(mutant.path, Counter())
        tests = self.recordings.in_order(executing, {test for test, _ in killers.most_common(3)}, self.options.budget)
        began = time.monotonic()
        answer = self._ask(worker, mutant, new, tests) if tests else {"killer": None}
        status, killer = verdict(answer)
        if killer:
            killers[killer] += 1
        removed, added = diff_lines(mutations.source, new)
        return Result(
            key=mutant.key,
            group=self.project.group(mutant.path, mutant.function) or "",
            path=mutant.path,
            line=mutant.line,
            operator=mutant.operator,
            status=status,
            killer=killer,
            tests=len(tests),
            executing=len(executing),
            seconds=round(time.monotonic() - began, 2),
            removed=removed,
            added=added,
            module=digest(self.project.root / mutant.path),
            suite=self.suite(mutant),
        )

    def _ask(self, worker: Worker, mutant: Mutant, new: str, tests: list[str]) -> dict[str, Any]:
        """Run `tests` against the mutant and return the worker's answer, which `verdict` reads.

        They run in a fresh process if the mutant changes what a module does at import. They run there again if a
        mutant of a function survives that is not loaded, or that ran at import: what it made then may still be used.
        """
        limit = SLACK + FACTOR * sum(self.recordings.seconds[test] for test in tests)
        job = (mutant.path, self.mutations(mutant.path).source, new, tests, limit)
        if self.reach(mutant) == Reach.FUNCTIONS:
            answer = worker.attempt(*job)
            survived = verdict(answer)[0] == Status.SURVIVED
            if not survived or not (answer.get("unloaded") or self._runs_at_import(mutant)):
                return answer
        return worker.attempt_afresh(*job)

    def _runs_at_import(self, mutant: Mutant) -> bool:
        """Return whether the function has run before the server of tests forks: what it made then may have been
        kept."""
        if mutant.body is None:
            return True
        first, last = mutant.body
        return any(first <= line <= last for line in self.import_lines.get(mutant.path, ()))

    def executing(self, mutant: Mutant) -> set[str]:
        """Return the tests that execute the mutant; those that execute anything of its file if it is outside of
        functions, or if only the import executes it, such as what a decorator returns."""
        if mutant.body is not None:
            found = self.recordings.executing(mutant.path, range(mutant.lines[0], mutant.lines[1] + 1))
            if found or not self._runs_at_import(mutant):
                return found
        return self.recordings.touching(mutant.path)

    def suite(self, mutant: Mutant) -> str:
        """Return a digest of the tests that execute a mutant."""
        files = {test.partition("::")[0] for test in self.executing(mutant)}
        text = "".join(f"{name}{digest(self.project.root / name)}" for name in sorted(files))
        return sha256(f"{text}{self.options.budget}".encode()).hexdigest()[:16]

    def _judged(self, result: Result, mutant: Mutant) -> Result:
        """Return `result` with the present line of `mutant`; a survivor that is on the list becomes EQUIVALENT."""
        if result.status == Status.SURVIVED and any(entry.matches(mutant, result.added) for entry in self.listed):
            return Result(**(vars(result) | {"status": Status.EQUIVALENT, "line": mutant.line}))
        return Result(**(vars(result) | {"line": mutant.line}))


def verdict(answer: dict[str, Any]) -> tuple[Status, str]:
    """Return status and killer from a worker's answer."""
    if answer.get("ended") == "by the time limit":
        return Status.TIME_LIMIT, ""
    if "ended" in answer:
        return Status.KILLED, ""
    killer = answer["killer"] or ""
    return (Status.KILLED if killer else Status.SURVIVED), killer


class Progress:
    """Counts results; reports survivors at once, and the rest every few seconds."""

    def __init__(self, total: int, report: Callable[[str], None]) -> None:
        self.total, self.report = total, report
        self.counts: Counter[Status] = Counter()
        self.began = self.told = time.monotonic()

    def count(self, result: Result) -> None:
        """Count one more finished mutant."""
        self.counts[result.status] += 1
        if result.status == Status.SURVIVED:
            self.report(f"survived: {result.path}:{result.line} {' '.join(line.strip() for line in result.added)}")
        if time.monotonic() - self.told > PROGRESS_EVERY:
            self.tell()

    def tell(self) -> None:
        done = self.counts.total()
        self.told = time.monotonic()
        taken = self.told - self.began
        killed = self.counts[Status.KILLED] + self.counts[Status.TIME_LIMIT]
        survived = self.counts[Status.SURVIVED]
        rate = f"{100 * killed / (killed + survived):.0f} %" if killed + survived else "-"
        left = (self.total - done) * taken / done / 60 if done else 0.0
        self.report(
            f"{done} of {self.total}: {killed} killed, {survived} survived, {rate}; "
            f"{taken / max(done, 1):.2f} s each, {left:.0f} min left"
        )


def share_out(workers: Sequence[Worker], jobs: Sequence[Job], work: Callable[[Worker, Job], None]) -> Iterator[Job]:
    """Give each worker one job after another; yield the jobs as they finish. Raises what a job raises."""
    waiting = deque(jobs)
    done: queue.SimpleQueue[tuple[Job, BaseException | None]] = queue.SimpleQueue()
    stopped = threading.Event()

    def go_on(worker: Worker) -> None:
        while not stopped.is_set():
            try:
                job = waiting.popleft()
            except IndexError:
                return
            try:
                work(worker, job)
            except BaseException as error:  # noqa: BLE001 - the thread that waits raises it
                done.put((job, error))
                return
            done.put((job, None))

    for worker in workers:
        threading.Thread(target=go_on, args=(worker,), daemon=True).start()
    try:
        for _ in jobs:
            job, error = done.get()
            if error is not None:
                raise error
            yield job
    finally:
        stopped.set()
