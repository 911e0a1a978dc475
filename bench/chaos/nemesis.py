"""Who hurts the site: faults drawn from a seed, one after the other, each healed before the next but one."""

import random
import threading
import time
from dataclasses import dataclass

from bench.chaos.history import Fault, History
from bench.chaos.stack import Stack
from masques_site.bootstrap.children import Child

# How often each fault is drawn, out of their sum.
WEIGHTS = {
    "kill web": 5,
    "kill worker": 4,
    "kill a bot process": 2,
    "kill beat": 2,
    "freeze web": 2,
    "freeze worker": 2,
    "freeze broker": 2,
    "flush broker": 2,
    "kill broker": 2,
    "restart all": 1,
    "crash database": 2,
}


@dataclass
class Nemesis:
    """Draws and commits `faults` faults, `gap` seconds apart on average, unless `stop` is set."""

    stack: Stack
    history: History
    seed: int
    faults: int
    gap: float
    stop: threading.Event

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def run(self) -> None:
        """All faults. When it returns everything answers again.

        Call it in the main thread: processes are leashed to the thread that starts them.
        """
        for _number in range(self.faults):
            self.rest(self.chance.uniform(0.5, 1.5) * self.gap)
            if self.stop.is_set():
                return
            what = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            began = time.monotonic()
            self.commit(what)
            self.history.add(Fault(what, began, time.monotonic()))

    def rest(self, seconds: float) -> None:
        """Do nothing for so long, or until `stop`, but start again whatever dies by itself: that is noted as well."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.stop.wait(0.3):
            began = time.monotonic()
            for name in self.stack.poll():
                self.history.add(Fault(name, began, time.monotonic(), by_itself=True))

    def commit(self, what: str) -> None:
        """One fault with its healing."""
        word, _space, whom = what.partition(" ")
        if whom == "broker":
            self.hurt_broker(word)
        elif whom == "database":
            assert self.stack.postgres is not None
            self.stack.postgres.crash()
            self.pause()
            self.stack.postgres.start()
        elif whom == "a bot process":
            self.kill_pool_process(self.one("worker"))
        elif whom == "all":
            self.restart([child for node in self.stack.nodes for child in node.values()])
        elif word == "freeze":
            self.stack.freeze(self.one(whom), self.chance.uniform(1, 4))
        else:
            self.restart([self.one(whom)])

    def one(self, kind: str) -> Child:
        """One of the processes of a kind."""
        return self.chance.choice(self.stack.children(kind))

    def hurt_broker(self, word: str) -> None:
        if word == "flush":
            self.stack.flush()
        elif word == "freeze":
            self.stack.freeze(self.stack.broker, self.chance.uniform(1, 4))
        else:
            self.restart([self.stack.broker])

    def kill_pool_process(self, worker: Child) -> None:
        """Kill one of the processes in which bots think; the worker replaces it by itself."""
        import psutil

        assert worker.process is not None
        pool = psutil.Process(worker.process.pid).children()
        if pool:
            self.chance.choice(pool).kill()

    def restart(self, children: list[Child]) -> None:
        """Kill, wait a little, start, and wait until they answer."""
        for child in children:
            self.stack.kill(child)
        self.pause()
        self.stack.start_children(children)

    def pause(self) -> None:
        time.sleep(self.chance.uniform(0.2, 1.5))
