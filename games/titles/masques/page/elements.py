"""Ids of the things that are drawn, which tie parts of moves and log entries to the drawing."""

from collections.abc import Iterator, Sequence

from games.core.engine.events import Effect, Entry, EventKind
from games.titles.masques.rules.agents import AGENTS, in_hallway, on_palace
from games.titles.masques.rules.codes import AGENT_CODES, GUEST_CODES
from games.titles.masques.rules.effects import (
    AgentHired,
    DucatsLaid,
    FavoursLaid,
    GuestForced,
    GuestPlayed,
    PalaceCleared,
    PalaceResolved,
)


def palace_id(place: int) -> str:
    """Return the id of a palace card."""
    return f"mq-palace-{place}"


def hall_id(hall: int) -> str:
    """Return the id of a hallway."""
    return f"mq-hall-{hall}"


def seat_id(seat: int) -> str:
    """Return the id of a seat, which the page draws in its row of seats."""
    return f"seat-{seat}"


def element(chosen: Sequence[str], word: str) -> str:
    """Return the id of the drawn thing for the part `word` after the parts `chosen`; "" if there is none."""
    if word in ("pass", "no"):
        return ""
    if word in GUEST_CODES:
        return f"mq-guest-{word}-0"
    if word in AGENT_CODES:
        return f"mq-agent-{word}"
    word = word.removeprefix("x")
    return palace_id(int(word[1:])) if word.startswith("p") else hall_id(int(word))


def touched(entries: Sequence[Entry]) -> dict[str, int | None]:
    """Return the ids of what the redacted `entries` have changed and is still on the table, with the seat whose move
    did it; None if no move did."""
    ids: dict[str, int | None] = {}
    for entry in entries:
        if isinstance(entry.effect, PalaceCleared):
            ids.clear()
        ids.update(dict.fromkeys(changed(entry.effect), entry.seat if entry.kind == EventKind.MOVE else None))
    return ids


def changed(effect: Effect) -> Iterator[str]:
    """Yield the ids of what an effect changes."""
    match effect:
        case GuestPlayed(hall=hall) | GuestForced(hall=hall):
            yield hall_id(hall)
        case AgentHired(kind=kind, hall=hall, first=first, second=second):
            yield hall_id(hall)
            yield from target_ids(AGENTS[kind].first, first)
            yield from target_ids(AGENTS[kind].second, second)
        case DucatsLaid(places):
            yield from (palace_id(place) for place in places)
        case FavoursLaid(favours):
            yield from (palace_id(place) for place, _guild in favours)
        case PalaceResolved(gains):
            for gain in gains:
                yield palace_id(gain.place)
                yield seat_id(gain.seat)


def target_ids(target: int, place: int | None) -> Iterator[str]:
    """Yield the id of a target of this sort, if it has one."""
    if place is not None and on_palace(target):
        yield palace_id(place)
    elif place is not None and in_hallway(target):
        yield hall_id(place)
