"""The ids of drawn things, and what the log has changed of them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.core.engine.events import Effect, Entry, EventKind
from games.titles.masons.rules.components import FACE_CODES
from games.titles.masons.rules.effects import (
    Built,
    PalacesBuilt,
    PiecesReturned,
    TownCompleted,
    TownsJoined,
    WallPlaced,
)
from games.titles.masons.rules.names import LINE_NUMBERS


def line_id(line: str) -> str:
    """Return the id of a line, with its wall if it carries one."""
    return f"l-{line}"


def point_id(point: str) -> str:
    """Return the id of a point, with its tower."""
    return f"p-{point}"


def space_id(space: str) -> str:
    """Return the id of a space, with its buildings."""
    return f"s-{space}"


def town_id(town: str) -> str:
    """Return the id of a completed town."""
    return f"t-{town}"


def card_id(card: str, copy: int) -> str:
    """Return the id of a card of the own hand; `copy` counts those of one face from 1."""
    return f"card-{card}" if copy == 1 else f"card-{card}-{copy}"


def piece_id(word: str) -> str:
    """Return the id of a piece in the tray that may be built: ``a2=W``."""
    return "piece-" + word.replace("=", "-")


def element(chosen: Sequence[str], word: str) -> str:
    """Return the id of the drawn thing for an offered part after the parts `chosen`; empty for a word that has none."""
    if word in FACE_CODES:
        return card_id(word, Counter(chosen)[word] + 1)
    if "=" in word:
        return piece_id(word)
    if word in LINE_NUMBERS:
        return line_id(word)
    return town_id(word) if word.startswith("T") else ""


def place_id(piece: str) -> str:
    """Return the id of a piece's place: ``a2=W``, ``A3=r``."""
    place = piece.partition("=")[0]
    return space_id(place) if place[0].isupper() else point_id(place)


def touched(entries: Sequence[Entry]) -> dict[str, int | None]:
    """Return the ids of what the redacted `entries` have changed, with the seat whose move did it last; None before any
    move."""
    ids: dict[str, int | None] = {}
    mover: int | None = None
    for entry in entries:
        if entry.kind == EventKind.MOVE:
            mover = entry.seat
        ids.update(dict.fromkeys(_changes(entry.effect), mover))
    return ids


def _changes(effect: Effect) -> Iterator[str]:
    match effect:
        case WallPlaced(_, line):
            yield line_id(line)
        case Built(_, towers, houses):
            yield from map(place_id, (*towers, *houses))
        case PiecesReturned(_, towers):
            yield from map(place_id, towers)
        case PalacesBuilt(places):
            yield from map(place_id, places)
        case TownCompleted(town) | TownsJoined(town):
            yield town_id(town)
