"""The nemesis: injects faults one at a time, drawn from a seed or as listed."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.chaos.history import Fault, History
from bench.chaos.stack import Stack
from masques_site.bootstrap.children import Child

# The relative frequency of each fault.
WEIGHTS = {
    "kill web": 5,
    "kill worker": 4,
    "kill a bot process": 2,
    "kill beat": 2,
    "kill ratings": 2,
    "freeze web": 2,
    "freeze worker": 2,
    "freeze broker": 2,
    "flush broker": 2,
    "kill broker": 2,
    "restart all": 1,
    "crash database": 2,
}


def drawn(seed: int, count: int) -> list[str]:
    """Return `count` random faults."""
    return random.Random(seed).choices(list(WEIGHTS), list(WEIGHTS.values()), k=count)


@dataclass
class Nemesis:
    """Injects `faults`, `gap` seconds apart on average, unless `stop` is set. A broker that is killed or frozen stays
    away until `without_broker` returns."""

    stack: Stack
    history: History
    seed: int
    faults: Sequence[str]
    gap: float
    stop: threading.Event
    without_broker: Callable[[], object] = lambda: None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def run(self) -> None:
        """Inject all faults. When it returns, all processes answer again.

        It must be called in the main thread: children are terminated when the thread that started them ends.
        """
        for what in self.faults:
            self.wait(self.rng.uniform(0.5, 1.5) * self.gap)
            if self.stop.is_set():
                return
            began = time.monotonic()
            self.inject(what)
            self.history.add(Fault(what, began, time.monotonic()))

    def wait(self, seconds: float) -> None:
        """Wait, unless `stop` is set. Processes that die meanwhile are restarted and recorded as spontaneous faults."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.stop.wait(0.3):
            began = time.monotonic()
            for name in self.stack.poll():
                self.history.add(Fault(name, began, time.monotonic(), spontaneous=True))

    def inject(self, what: str) -> None:
        """Inject one fault and heal it."""
        action, _space, target = what.partition(" ")
        if target == "broker":
            self.inject_broker_fault(action)
        elif target == "database":
            assert self.stack.postgres is not None
            self.stack.postgres.crash()
            self.pause()
            self.stack.postgres.start()
        elif target == "a bot process":
            self.kill_pool_process(self.pick("worker"))
        elif target == "all":
            self.restart([child for node in self.stack.nodes for child in node.values()])
        elif action == "freeze":
            with self.stack.frozen(self.pick(target)):
                time.sleep(self.rng.uniform(1, 4))
        else:
            self.restart([self.pick(target)])

    def pick(self, kind: str) -> Child:
        """Return a random process of a kind."""
        return self.rng.choice(self.stack.children(kind))

    def inject_broker_fault(self, action: str) -> None:
        if action == "flush":
            self.stack.flush()
        elif action == "freeze":
            with self.stack.frozen(self.stack.broker):
                time.sleep(self.rng.uniform(1, 4))
                self.without_broker()
        else:
            self.restart([self.stack.broker], self.without_broker)

    def kill_pool_process(self, worker: Child) -> None:
        """Kill one of the worker's pool processes, in which bots think; the worker replaces it."""
        import psutil

        assert worker.process is not None
        pool = psutil.Process(worker.process.pid).children()
        if pool:
            self.rng.choice(pool).kill()

    def restart(self, children: list[Child], meanwhile: Callable[[], object] = lambda: None) -> None:
        """Kill `children`, start them again after a short pause and `meanwhile`, and wait until they answer."""
        for child in children:
            self.stack.kill(child)
        self.pause()
        meanwhile()
        self.stack.start_children(children)

    def pause(self) -> None:
        time.sleep(self.rng.uniform(0.2, 1.5))
