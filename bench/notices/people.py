"""The people of a simulation of notices: when they sleep, where they hear of things, and what goes wrong there."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fault:
    """A receiver that behaves in a way from one day of the simulation until another."""

    kind: str
    since: float = 0.0
    until: float = 1_000.0

    def is_at(self, day: float) -> bool:
        """Return whether it does so on this day."""
        return self.since <= day < self.until


@dataclass(frozen=True)
class Persona:
    """One person. `choices` are those that differ from the defaults, by “topic channel”. `ends` says what has become of
    their endpoints after three weeks, by channel: the reason why one is off, “gone” for one that is forgotten."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    digest: str = "daily"
    digest_hour: int = 18
    choices: Mapping[str, str] = field(default_factory=dict)
    has_browser: bool = False
    has_room: bool = False
    room_format: str = "json"
    push_faults: tuple[Fault, ...] = ()
    room_faults: tuple[Fault, ...] = ()
    mail_faults: tuple[Fault, ...] = ()
    ends: Mapping[str, str] = field(default_factory=dict)


ALL_DIGEST = {f"{topic} mail": "digest" for topic in ("turn", "answer", "half", "over", "timeout", "invitation")}

PEOPLE: Mapping[str, Persona] = {
    "ada": Persona("Europe/Rome", (22, 7), choices={"half mail": "once"}, has_browser=True),
    "bea": Persona("America/New_York", (23, 8), choices={"turn mail": "digest"}, has_room=True),
    "cleo": Persona(
        "Asia/Tokyo", (21, 6), has_browser=True, push_faults=(Fault("gone", since=6),), ends={"push": "gone"}
    ),
    "dora": Persona(
        "Australia/Sydney", has_room=True, mail_faults=(Fault("unknown", since=4),), ends={"mail": "bounced"}
    ),
    "emil": Persona("UTC", digest="hourly", choices=ALL_DIGEST, mail_faults=(Fault("later", 3, 5),)),
    "fred": Persona("Europe/Rome", (0, 7), has_room=True, room_faults=(Fault("slow"),)),
    "gil": Persona("America/New_York", (23, 7), has_room=True, room_faults=(Fault("wrong", 4, 6),)),
    "hugo": Persona(
        "Asia/Tokyo", (22, 7), has_room=True, room_faults=(Fault("wrong", 5, 16),), ends={"webhook": "failed"}
    ),
    "iris": Persona("UTC", has_room=True, room_faults=(Fault("redirect"),), ends={"webhook": "failed"}),
    "jon": Persona("Europe/Rome", (23, 7), has_browser=True, has_room=True, room_faults=(Fault("dead", 8, 8.4),)),
    "kay": Persona(
        "America/New_York", choices=ALL_DIGEST, digest_hour=9, has_room=True, room_faults=(Fault("endless"),)
    ),
    "lea": Persona(
        "Asia/Tokyo",
        (22, 8),
        choices={"half webhook": "digest", "over push": "off"},
        has_browser=True,
        has_room=True,
        room_format="slack",
        push_faults=(Fault("busy"),),
    ),
}
