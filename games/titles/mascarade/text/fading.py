"""The rules of fading memory with the option `log_masks` off (rules page, #secrets): masks fade, never a seat's own
swaps."""

from collections.abc import Mapping, Sequence

from games.core.engine.events import Entry, EventKind, Memory
from games.titles.mascarade.rules.effects import PowerUsed, TurnBegun
from games.titles.mascarade.rules.view import KnowledgeView, MascaradeView, ReasonView


def memory(settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
    """Return how far back `viewer` remembers. A mask fades for a seat with its own next decision, for a spectator when
    the next turn is over."""
    if settings["log_masks"] == "on":
        return Memory()
    return _spectators_memory(entries) if viewer is None else _seats_memory(entries, viewer)


def _seats_memory(entries: Sequence[Entry], seat: int) -> Memory:
    for entry in reversed(entries):
        if entry.kind == EventKind.MOVE and entry.seat == seat and entry.effect != PowerUsed(seat):
            return Memory(entry.ply, entry.ply + 1)
    return Memory()


def _spectators_memory(entries: Sequence[Entry]) -> Memory:
    """Return a spectator's memory: entries of this turn and the one before, positions of this turn."""
    begun = [entry.ply + 1 for entry in reversed(entries) if isinstance(entry.effect, TurnBegun)]
    return Memory(begun[1] if len(begun) > 1 else 0, begun[0]) if begun else Memory()


def faded(view: MascaradeView) -> MascaradeView:
    """Return the view without masks that were seen."""
    kinds = sorted(set(view["script"]))
    knowledge = view["knowledge"]
    return {
        **view,
        "slots": [{**slot, "mask": None, "open": False} for slot in view["slots"]],
        "shown": [{**shown, "mask": None} for shown in view["shown"]],
        "look": None,
        "knowledge": None if knowledge is None else [_unknown(known, kinds) for known in knowledge],
    }


def _unknown(known: KnowledgeView, kinds: list[str]) -> KnowledgeView:
    """Return the knowledge that any mask may lie there."""
    reason: ReasonView = {"kind": "faded", "turn": 0, "seat": None, "slot": None}
    return {"slot": known["slot"], "masks": list(kinds), "reason": reason}
