"""Runs a simulation of notices: the processes of a site without its web server, receivers, people, and kills."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.chaos.stack import Stack
from bench.notices import facts as kinds
from bench.notices.facts import DAY, Facts, SiteClock
from bench.notices.judge import PATIENCE
from bench.notices.people import PEOPLE
from bench.notices.receivers import HOST, Receivers

RUNNING = ("worker", "notices", "beat")
VICTIMS = ("notices", "notices", "worker")
MODULE = "bench.notices.inside"
TICK = 0.2
SETTLE = 120.0  # seconds in which the rest is done
QUIET = 30.0  # seconds between two lines of progress


class Simulation:
    """One simulation in the empty `folder`. `say` prints a line of progress."""

    def __init__(
        self, folder: Path, *, days: float, minutes: float, seed: int, kills: int, postgres: bool,
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.days, self.seconds, self.seed, self.kills, self.say = days, minutes * 60, seed, kills, say
        self.rng = random.Random(f"{seed} kills")
        self.receivers = Receivers(PEOPLE)
        self.clock = SiteClock(0.0, days * DAY / self.seconds)
        self.epoch = float(int(time.time()))
        self.stack = Stack(
            folder,
            nodes=1,
            postgres=postgres,
            DJANGO_SETTINGS_MODULE="bench.notices.site_settings",
            MASQUES_CLOCK_SPEED=str(self.clock.speed),
            MASQUES_CLOCK_EPOCH=str(self.epoch),
            MASQUES_LOCAL_RECEIVERS="on",
            EMAIL_URL=f"smtp://{HOST}:{self.receivers.mail.port}",
        )
        self.killed: list[tuple[str, float]] = []
        self.acts: dict[str, Any] = {}
        self.failure: Exception | None = None

    def run(self) -> Facts:
        """Run it to its end, and return what it left behind."""
        try:
            return self._run()
        finally:
            self.stack.stop()
            self.receivers.stop()

    def _run(self) -> Facts:
        stack = self.stack
        stack.start_children([stack.broker])
        stack.manage("prepare", "--no-demo")
        self.clock = replace(self.clock, epoch=self.epoch)
        self.receivers.start(self.clock)
        rooms = {name: self.receivers.room_url(name) for name, persona in PEOPLE.items() if persona.has_room}
        browsers = {
            name: self.receivers.browsers[name].subscription(self.receivers.browser_url(name))
            for name, persona in PEOPLE.items()
            if persona.has_browser
        }
        made = stack.ask("people", module=MODULE, browsers=browsers, rooms=rooms)
        self.receivers.secrets, self.receivers.vapid_key = made["secrets"], made["vapid_key"]
        stack.start_children([stack.nodes[0][name] for name in RUNNING])
        self._play()
        left = stack.ask("settled", module=MODULE, seconds=SETTLE, grace=(PATIENCE - 10) * self.clock.speed)
        if left:
            self.say(f"left behind: {', '.join(left)}")
        return self._facts(stack.ask("facts", module=MODULE))

    def _play(self) -> None:
        """Let people play, and kill processes meanwhile. Processes are killed and started in the main thread, as they
        would end with another one that started them."""
        began = time.time()
        until = began + self.seconds
        playing = threading.Thread(target=self._people, args=(self.clock.site(until),))
        playing.start()
        # None in the last part, so that everything can be done before the judge comes.
        moments = sorted(self.rng.uniform(0.05, 0.85) * self.seconds + began for _ in range(self.kills))
        said = began
        while playing.is_alive():
            self.receivers.look_after()
            if moments and time.time() >= moments[0]:
                moments.pop(0)
                self._kill(VICTIMS[len(self.killed) % len(VICTIMS)])
            if time.time() > said + QUIET:
                said = time.time()
                taken = sum(receipt.accepted for receipt in self.receivers.receipts)
                self.say(f"{said - began:4.0f} s  day {self.clock.day(said):4.1f}  {taken} messages taken")
            playing.join(TICK)
        if self.failure is not None:
            raise self.failure

    def _people(self, until: float) -> None:
        try:
            self.acts = self.stack.ask("play", module=MODULE, seed=self.seed, until=until)
        except Exception as error:  # noqa: BLE001 - raised in the main thread
            self.failure = error

    def _kill(self, name: str) -> None:
        """Kill a process and start it again, as the supervisor does."""
        child = self.stack.nodes[0][name]
        self.killed.append((name, time.time()))
        self.stack.kill(child)
        self.stack.start_children([child])
        self.say(f"           killed {name}, which answers again after {time.time() - self.killed[-1][1]:.1f} s")

    def _facts(self, stored: dict[str, Any]) -> Facts:
        secrets: dict[str, list[str]] = {key: list(words) for key, words in stored["secrets"].items()}
        private = [*self.receivers.secrets.values()]
        secrets[""] = [*private, *(word for words in self.acts["markers"].values() for word in words)]
        self.say(", ".join(f"{number} {what}" for what, number in sorted(self.acts["done"].items())))
        return Facts(
            epoch=self.clock.epoch,
            speed=self.clock.speed,
            now=stored["now"],
            receipts=list(self.receivers.receipts),
            kills=self.killed,
            readers=kinds.rows(kinds.Reader, stored["readers"]),
            endpoints=kinds.rows(kinds.StoredEndpoint, stored["endpoints"]),
            notices=kinds.rows(kinds.StoredNotice, stored["notices"]),
            deliveries=kinds.rows(kinds.StoredDelivery, stored["deliveries"]),
            owed=kinds.rows(kinds.Owed, self.acts["owed"]),
            silences=kinds.rows(kinds.Silence, self.acts["silences"]),
            secrets=secrets,
            hosts=stored["hosts"],
            missing=stored["missing"],
            strays=self.receivers.strays,
        )
