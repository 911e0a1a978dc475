"""The history of requests and responses, recorded by the clients."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum

BROKER_AWAY = ("kill broker", "freeze broker")


class Result(StrEnum):
    """The result of one attempt, from the client's perspective."""

    OK = "ok"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # no response, or one that does not say whether the move was accepted


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request that sends a move. `seen` is the decision it answers; times are seconds of the monotonic clock."""

    match: str
    seat: int
    seen: int
    text: str
    client_move_id: str
    invoked: float
    returned: float
    result: Result
    rev: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """One page of a match that a client read, with the open decision that it showed."""

    match: str
    seat: int
    seen: int
    invoked: float
    returned: float


@dataclass(frozen=True, slots=True)
class Fault:
    """An injected fault, or a process that died by itself; `healed` is when all processes answered again."""

    what: str
    began: float
    healed: float
    spontaneous: bool = False

    @property
    def of_the_broker(self) -> bool:
        """Return whether the fault takes away the broker and nothing else."""
        return self.what in BROKER_AWAY

    def overlaps(self, attempt: "Attempt") -> bool:
        """Return whether the attempt was running at any time during the fault."""
        return attempt.invoked <= self.healed and attempt.returned >= self.began


@dataclass(frozen=True, slots=True)
class Visit:
    """A log-in in a new browser, and the pages it requested while the broker was away. `failed` are the requests that
    did not succeed at the first attempt."""

    user: str
    pages: int
    failed: tuple[str, ...]


@dataclass
class History:
    """The history of a run. Threads append to it; it may be read when they have finished."""

    attempts: list[Attempt] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, entry: Attempt | Read | Fault | Visit) -> None:
        """Append an entry; thread-safe."""
        with self._lock:
            if isinstance(entry, Attempt):
                self.attempts.append(entry)
            elif isinstance(entry, Read):
                self.reads.append(entry)
            elif isinstance(entry, Visit):
                self.visits.append(entry)
            else:
                self.faults.append(entry)

    def during_broker_faults(self) -> list[Attempt]:
        """Return the attempts that were under way while the broker was away and nothing else was hurt."""
        with self._lock:
            hurt = ((a, [fault for fault in self.faults if fault.overlaps(a)]) for a in self.attempts)
            return [attempt for attempt, faults in hurt if faults and all(fault.of_the_broker for fault in faults)]

    def accepted(self) -> list[Attempt]:
        """Return the acknowledged attempts, in the order of their responses."""
        with self._lock:
            return sorted((a for a in self.attempts if a.result == Result.OK), key=lambda a: a.returned)


@dataclass(frozen=True, slots=True)
class Sent:
    """One move with one client_move_id, and all its attempts."""

    match: str
    seat: int
    seen: int
    text: str
    client_move_id: str
    attempts: tuple[Attempt, ...]

    @property
    def result(self) -> Result:
        """OK if any attempt was acknowledged, else REFUSED if one was refused, else UNKNOWN."""
        results = {attempt.result for attempt in self.attempts}
        return next((result for result in (Result.OK, Result.REFUSED) if result in results), Result.UNKNOWN)

    @property
    def acknowledged(self) -> Attempt:
        """The first attempt that was acknowledged; only if `result` is OK."""
        return min((a for a in self.attempts if a.result == Result.OK), key=lambda a: a.returned)

    @property
    def invoked(self) -> float:
        """The time of the first attempt."""
        return min(attempt.invoked for attempt in self.attempts)


def sent_moves(attempts: list[Attempt]) -> list[Sent]:
    """Return `attempts` grouped by move, in the order of their first attempts."""
    groups: dict[tuple[str, int, str], list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault((attempt.match, attempt.seat, attempt.client_move_id), []).append(attempt)
    moves = [
        Sent(match, seat, group[0].seen, group[0].text, name, tuple(group))
        for (match, seat, name), group in groups.items()
    ]
    return sorted(moves, key=lambda move: move.invoked)
