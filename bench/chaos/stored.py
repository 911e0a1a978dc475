"""What the database holds of the matches, as plain data that the checker, and a test that doctors it, can hold."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class StoredSeat:
    """A seat: who holds it, whether a bot decides for it, which decision it owes."""

    index: int
    user: int | None
    bot: bool
    due: int | None


@dataclass
class StoredEvent:
    """One line of the log; `at` in Unix seconds."""

    ply: int
    kind: str
    seat: int | None
    text: str
    actor: int | None
    at: float


@dataclass
class StoredReceipt:
    """That a move was taken, in the order of taking."""

    seat: int
    client_move_id: str
    text: str
    rev: int


@dataclass
class StoredAnswer:
    """A sealed answer of the window opened at `window`."""

    window: int
    seat: int
    text: str


@dataclass
class StoredNotice:
    """That somebody was told something."""

    user: int
    seat: int
    decision: int
    kind: str


@dataclass
class StoredBotTurn:
    """That a bot owes a decision, and when (Unix seconds) its move is to be published."""

    decision: int
    seat: int
    state: str
    publish_at: float


@dataclass
class StoredMatch:
    """One match with everything about it. `faults` is what the site's own audit says."""

    id: str
    status: str
    ply: int
    rev: int
    decision: int
    deadline: float | None
    announced: bool
    seats: list[StoredSeat] = field(default_factory=list)
    events: list[StoredEvent] = field(default_factory=list)
    receipts: list[StoredReceipt] = field(default_factory=list)
    answers: list[StoredAnswer] = field(default_factory=list)
    notices: list[StoredNotice] = field(default_factory=list)
    bot_turns: list[StoredBotTurn] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass
class Stored:
    """The matches of the run at one moment (Unix seconds)."""

    taken_at: float
    matches: dict[str, StoredMatch]

    def to_json(self) -> dict[str, Any]:
        """As JSON holds it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Stored":
        """What `to_json` made."""
        return cls(data["taken_at"], {key: _match(value) for key, value in data["matches"].items()})


def _match(data: dict[str, Any]) -> StoredMatch:
    rows: dict[str, Any] = {
        "seats": [StoredSeat(**row) for row in data["seats"]],
        "events": [StoredEvent(**row) for row in data["events"]],
        "receipts": [StoredReceipt(**row) for row in data["receipts"]],
        "answers": [StoredAnswer(**row) for row in data["answers"]],
        "notices": [StoredNotice(**row) for row in data["notices"]],
        "bot_turns": [StoredBotTurn(**row) for row in data["bot_turns"]],
    }
    return StoredMatch(**{**data, **rows})
