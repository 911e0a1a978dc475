"""Fading memory with the setting ``memory=fades``: how bright the lanterns of earlier turns were.

A seat remembers everything from the turn of its own last decision on, hung lantern or answer; a spectator the present
turn and the one before. What shines on the bridges now, and one's own hand, stay in sight.
"""

from collections.abc import Mapping, Sequence

from games.core.engine.events import Entry, EventKind, Memory
from tests.lantern.rules.effects import Hung
from tests.lantern.rules.view import LanternView


def fades(settings: Mapping[str, str]) -> bool:
    """Return whether memory fades; in a match from before there was such a setting it does not."""
    return settings.get("memory") == "fades"


def memory(entries: Sequence[Entry], viewer: int | None) -> Memory:
    """Return what `viewer` remembers after `entries`."""
    turns = [entry.ply for entry in entries if isinstance(entry.effect, Hung)]
    if viewer is None:
        since = turns[-2] if len(turns) > 1 else 0
    else:
        decisions = (entry.ply for entry in entries if entry.kind == EventKind.MOVE and entry.seat == viewer)
        last = max(decisions, default=-1)
        since = max((turn for turn in turns if turn <= last), default=0)
    return Memory(entries_from=since, positions_from=since)


def faded(view: LanternView) -> LanternView:
    """An earlier position: whose lanterns hung where, and not how bright they were."""
    hand, lantern = view["hand"], view["lantern"]
    return {
        **view,
        "hand": None if hand is None else [0] * len(hand),
        "light": [[None] * view["seats"] for _bridge in view["light"]],
        "lantern": None if lantern is None else {**lantern, "card": 0},
    }
