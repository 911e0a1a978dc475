"""A snapshot of the stored matches as plain data, for the checker and its tests."""

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
    """The receipt of an accepted move; receipts are in the order of acceptance."""

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
    """A notice of a user."""

    user: int
    seat: int
    decision: int
    kind: str


@dataclass
class StoredBotTurn:
    """A decision owed by a bot, and when (Unix seconds) its move is to be published."""

    decision: int
    seat: int
    state: str
    publish_at: float


@dataclass
class StoredMatch:
    """One match with all its rows. `faults` are those found by the site's audit."""

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
    unrated: bool = False  # it counts for ratings, is over, and has not been rated


@dataclass
class Stored:
    """The matches of a run at one time (Unix seconds), and the ratings that they have led to."""

    taken_at: float
    matches: dict[str, StoredMatch]
    rating_faults: list[str] = field(default_factory=list)  # what contradicts the results, as far as rated

    def to_json(self) -> dict[str, Any]:
        """Return the snapshot as JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Stored":
        """Return the inverse of `to_json`."""
        matches = {key: _match(value) for key, value in data["matches"].items()}
        return cls(data["taken_at"], matches, data["rating_faults"])


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
