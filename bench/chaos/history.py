"""What the clients outside sent and what they were answered, in their own time."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum


class Result(StrEnum):
    """How one attempt ended, as its client knows it."""

    OK = "ok"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # no answer, or one that does not say: it may or may not have been taken


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
    """One page of a match that was shown: the open decision that stood in it."""

    match: str
    seat: int
    seen: int
    invoked: float
    returned: float


@dataclass(frozen=True, slots=True)
class Fault:
    """Something the nemesis did, or a process that died without it; `healed` is when all processes answered again."""

    what: str
    began: float
    healed: float
    by_itself: bool = False


@dataclass
class History:
    """All of it. Threads append; whoever reads waits until they are done."""

    attempts: list[Attempt] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, entry: Attempt | Read | Fault) -> None:
        """Note one thing that happened."""
        with self._lock:
            if isinstance(entry, Attempt):
                self.attempts.append(entry)
            elif isinstance(entry, Read):
                self.reads.append(entry)
            else:
                self.faults.append(entry)

    def accepted(self) -> list[Attempt]:
        """The attempts that were acknowledged, in the order of their answers."""
        with self._lock:
            return sorted((a for a in self.attempts if a.result == Result.OK), key=lambda a: a.returned)


@dataclass(frozen=True, slots=True)
class Sent:
    """One move under one client_move_id, with all its attempts together."""

    match: str
    seat: int
    seen: int
    text: str
    client_move_id: str
    attempts: tuple[Attempt, ...]

    @property
    def result(self) -> Result:
        """Acknowledged if any attempt was; refused if one was told so; otherwise nobody knows."""
        results = {attempt.result for attempt in self.attempts}
        return next((result for result in (Result.OK, Result.REFUSED) if result in results), Result.UNKNOWN)

    @property
    def acknowledged(self) -> Attempt:
        """The first attempt that was acknowledged; only if `result` is OK."""
        return min((a for a in self.attempts if a.result == Result.OK), key=lambda a: a.returned)

    @property
    def invoked(self) -> float:
        """When it was sent first."""
        return min(attempt.invoked for attempt in self.attempts)


def sent_moves(attempts: list[Attempt]) -> list[Sent]:
    """The moves behind `attempts`, in the order in which they were sent first."""
    groups: dict[tuple[str, int, str], list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault((attempt.match, attempt.seat, attempt.client_move_id), []).append(attempt)
    moves = [
        Sent(match, seat, group[0].seen, group[0].text, name, tuple(group))
        for (match, seat, name), group in groups.items()
    ]
    return sorted(moves, key=lambda move: move.invoked)
