"""The data that a simulation of notices leaves behind: what the receivers got, what people did, what is stored."""

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

DAY, HOUR = 86_400.0, 3_600.0


@dataclass(frozen=True)
class SiteClock:
    """The site's accelerated time, as its processes compute it. Moments are Unix seconds."""

    epoch: float
    speed: float

    def site(self, real: float) -> float:
        """Return the site's time at a real moment."""
        return self.epoch + (real - self.epoch) * self.speed

    def real(self, site: float) -> float:
        """Return the real moment of a time of the site."""
        return self.epoch + (site - self.epoch) / self.speed

    def day(self, real: float) -> float:
        """Return how many days of the site have passed."""
        return (self.site(real) - self.epoch) / DAY


@dataclass(frozen=True)
class Receipt:
    """A message that came to a receiver, at a real moment. `heard_at`: when it was answered. `text` is all that its
    reader can read. `fault` is what is wrong with it by its standards, "" for nothing. `wait`: the seconds for which
    the receiver wants to be left alone."""

    place: str
    at: float
    heard_at: float
    accepted: bool
    answer: str
    key: str = ""
    text: str = ""
    fault: str = ""
    wait: float = 0.0


@dataclass(frozen=True)
class Reader:
    """A person as stored, and the hours that they have chosen."""

    id: int
    name: str
    email: str
    zone: str
    quiet: tuple[int, int] | None
    digest_hour: int | None
    choices: dict[str, str]  # by “topic channel”


@dataclass(frozen=True)
class StoredEndpoint:
    """An endpoint; times in seconds of the site."""

    id: int
    user: int
    channel: str
    url: str
    is_signed: bool
    created_at: float
    failing_since: float | None
    off_at: float | None
    off_because: str


@dataclass(frozen=True)
class StoredNotice:
    """A notice; times in seconds of the site."""

    id: int
    user: int
    match: str | None
    seat: int
    decision: int
    kind: str
    topic: str
    is_response: bool
    state: str
    created_at: float
    due_at: float
    passed_at: float | None
    endpoint: int | None


@dataclass(frozen=True)
class StoredDelivery:
    """A delivery; times in seconds of the site."""

    id: int
    endpoint: int
    notice: int | None
    topic: str
    is_gathered: bool
    state: str
    created_at: float
    due_at: float | None
    attempts: int
    message: str
    sent_at: float | None
    said: str


@dataclass(frozen=True)
class Owed:
    """A decision that a person owed from `since` until `until`, and had seen nothing of."""

    user: int
    match: str
    seat: int
    decision: int
    since: float
    until: float


@dataclass(frozen=True)
class Silence:
    """The time of the site in which a person wanted to hear nothing: at all, of a match, or of a person."""

    user: int
    since: float
    until: float
    match: str = ""
    host: int | None = None


@dataclass
class Facts:
    """A whole simulation. `secrets` are, by match, words that no message may hold; those of "" belong to none."""

    epoch: float
    speed: float
    now: float
    receipts: list[Receipt] = field(default_factory=list)
    kills: list[tuple[str, float]] = field(default_factory=list)  # which process, and when (real)
    readers: list[Reader] = field(default_factory=list)
    endpoints: list[StoredEndpoint] = field(default_factory=list)
    notices: list[StoredNotice] = field(default_factory=list)
    deliveries: list[StoredDelivery] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    silences: list[Silence] = field(default_factory=list)
    secrets: dict[str, list[str]] = field(default_factory=dict)
    hosts: dict[str, int | None] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)  # notices that are owed and not stored, by kind
    strays: int = 0  # requests to where only a redirect led

    @property
    def clock(self) -> SiteClock:
        """The site's time."""
        return SiteClock(self.epoch, self.speed)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as JSON types."""
        return asdict(self)


def rows(kind: type[Any], values: list[dict[str, Any]]) -> list[Any]:
    """Return a `kind` for each of these objects of JSON."""
    known = {each.name for each in fields(kind)}
    found = [kind(**{name: value for name, value in row.items() if name in known}) for row in values]
    if kind is Reader:
        return [replace(row, quiet=tuple(row.quiet) if row.quiet else None) for row in found]
    return found
