"""What the end of a round takes off the table: drawn once more, so that the page can show who won what."""

import re
from collections.abc import Sequence
from typing import Any, Final

from games.core.events import Entry, EventKind
from games.titles.masques.page import drawing, ring

GAIN: Final = re.compile(r"p(\d+) (\d)\+(\w+)")
MOVE: Final = re.compile(r"([A-Z][A-Z0-9])@(\d+)(?:x(p?\d+)(?:-(p?\d+)|=([A-Z]\d))?)?")

Halls = list[dict[str, Any] | None]


def departures(view: dict[str, Any], entries: Sequence[Entry]) -> dict[str, Any]:
    """The tokens that the redacted `entries` end by collecting, in the order of the ring, and the cards that leave with
    them; empty once somebody has moved again."""
    at = resolved(entries)
    if at is None:
        return {}
    size = len(view["tokens"])
    cleared = any(entry.text.startswith("clean") for entry in entries[at:])
    return {
        "ply": str(entries[at].ply),
        "tokens": [token(size, *found.groups()) for found in GAIN.finditer(entries[at].text)],
        "cards": [
            card(size, hall, stood) for hall, stood in enumerate(hallways(size, entries[:at])) if stood and cleared
        ],
    }


def resolved(entries: Sequence[Entry]) -> int | None:
    """Where the palace is resolved after the last move; None if it is not."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].kind == EventKind.MOVE:
            return None
        if entries[at].text.partition(" ")[0] == "res":
            return at
    return None


def hallways(size: int, entries: Sequence[Entry]) -> Halls:
    """Who stands where at the end of `entries`, which end in the middle of a round."""
    halls: Halls = [None] * size
    for entry in entries:
        if entry.text.startswith("clean"):
            halls = [None] * size
        elif entry.kind == EventKind.MOVE and (found := MOVE.fullmatch(entry.text)):
            name, hall, first, second, called = found.groups()
            halls[int(hall)] = {"card": name, "down": False}
            if first and name not in ("TH", "TR"):
                shown = {"hallways": halls, "tokens": []}
                drawing.carry_out(shown, name, first, (second or called or "",))
    return halls


def token(size: int, place: str, seat: str, kind: str) -> dict[str, str]:
    """A collected token where it lay, and whose it is now."""
    box = ring.palace_box(size, int(place))
    return {"at": f"{box.cx} {box.cy}", "kind": kind, "from": f"mq-palace-{place}", "goal": f"mq-seat-{seat}"}


def card(size: int, hall: int, stood: dict[str, Any]) -> dict[str, Any]:
    """A card where it stood."""
    box = ring.hall_box(size, hall)
    return {"at": f"{box.cx} {box.cy}", "name": stood["card"], "down": stood["down"]}
