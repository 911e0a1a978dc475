"""A seat's knowledge of each slot, with reasons: for its page, and for the answer of a silent Guru's victim.

With `log_masks` on a seat may read everything that it ever saw. Without it, a mask that it saw fades with its own next
decision; its own acts (whether it swapped) stay (ruling Q21).
"""

from dataclasses import dataclass

from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.bounds import Bounds
from games.titles.mascarade.rules.components import MAYBE_SWAPPED, MEMORISE, NONE, RECORD, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.fields import MascaradeFields

DEALT, BY_LOOK, BY_SHOW, MOVED, MAYBE, FOLLOWS, UNKNOWN, FADED = (
    "dealt",
    "seen",
    "shown",
    "moved",
    "maybe",
    "follows",
    "unknown",
    "faded",
)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a seat knows something about a slot: `kind`, the turn, the seat that did it, the other slot."""

    kind: str
    turn: int = 0
    seat: int | None = None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """The masks that a seat thinks possible in a slot, ascending, and the reason."""

    masks: tuple[int, ...]
    reason: Reason


def known_slots(state: MascaradeFields, seat: int) -> list[Known]:
    """Return what `seat` knows of every slot, as far as it may still read it."""
    if state.log_masks or state.phase <= MEMORISE:
        return _remembered(state, seat)
    return _unfaded(state, seat)


def first_possible(state: MascaradeFields, seat: int, slot: int) -> int:
    """Return the first mask, by code, that `seat` thinks possible in `slot` (rules page, #secrets)."""
    return min(Belief.after(list(state.dealt), state.history, seat).possible(slot))


def _remembered(state: MascaradeFields, seat: int) -> list[Known]:
    belief = Belief.after(list(state.dealt), state.history, seat)
    reasons = _reasons(state, seat, 0, Reason(DEALT))
    return [_known(sorted(belief.possible(slot)), reasons[slot]) for slot in range(state.places)]


def _unfaded(state: MascaradeFields, seat: int) -> list[Known]:
    """Return what follows from the looks since the seat's last decision, and from all exchanges."""
    copies = [int(each) for each in state.script_counts]
    bounds = Bounds.anything(int(state.places), copies)
    readable = int(state.decided[seat])
    for start in range(0, len(state.history), RECORD):
        kind, _turn, first, second, who, value = _record(state, start)
        if kind == SWAPPED or _remembers(kind, who, value, seat):
            bounds = bounds.swapped(first, second) if value == 1 else bounds
        elif kind == MAYBE_SWAPPED:
            bounds = bounds.maybe_swapped(first, second)
        elif start >= readable and _sees(kind, who, value, seat):
            bounds = bounds.seen(first, value)
    reasons = _reasons(state, seat, readable, Reason(FADED))
    return [_known(sorted(bounds.slots[slot]), reasons[slot]) for slot in range(state.places)]


def _known(masks: list[int], reason: Reason) -> Known:
    if len(masks) == 1 and reason.kind in (MAYBE, FADED, UNKNOWN):
        reason = Reason(FOLLOWS, reason.turn)
    return Known(tuple(masks), reason)


def _reasons(state: MascaradeFields, seat: int, readable: int, at_first: Reason) -> list[Reason]:
    """Return, by slot, the last event that concerns what the seat knows of it."""
    reasons = [at_first] * int(state.places)
    for start in range(0, len(state.history), RECORD):
        kind, turn, first, second, who, value = _record(state, start)
        if kind == SWAPPED or _remembers(kind, who, value, seat):
            if value == 1:
                by = None if kind == SWAPPED else seat
                reasons[first], reasons[second] = Reason(MOVED, turn, by, second), Reason(MOVED, turn, by, first)
        elif kind == MAYBE_SWAPPED:
            reasons[first], reasons[second] = Reason(MAYBE, turn, who, second), Reason(MAYBE, turn, who, first)
        elif start >= readable and _sees(kind, who, value, seat):
            reasons[first] = Reason(BY_LOOK if kind == SEEN else BY_SHOW, turn)
    return reasons


def _record(state: MascaradeFields, start: int) -> tuple[int, int, int, int, int, int]:
    kind, turn, first, second, who, value = (int(each) for each in state.history[start : start + RECORD])
    return kind, turn, first, second, who, value


def _remembers(kind: int, who: int, value: int, seat: int) -> bool:
    """Return whether `seat` touched two masks and knows whether it swapped them: in a re-dealt world it may not."""
    return kind == MAYBE_SWAPPED and who == seat and value != NONE


def _sees(kind: int, who: int, value: int, seat: int) -> bool:
    """Return whether `seat` sees the mask of this record."""
    return value != NONE and ((kind == SEEN and who == seat) or (kind == SHOWN and who != seat))
