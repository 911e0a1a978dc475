"""The law of alternatives: every move that a title says could have been made in secret is possible, and no other seat
notices it."""

from collections.abc import Sequence

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import apply_event
from games.core.engine.state import State
from games.core.errors import BrokenLog
from games.core.kit.conformance.context import CheckContext, LawBroken, canonical, require, require_same


def check_alternatives(context: CheckContext, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Check the alternatives at some plies of a match that have any."""
    state = context.game.initial_state(context.seats, settings)
    offered = []
    for ply, event in enumerate(events):
        offered += [(ply, other) for other in context.game.alternatives(state, event)]
        apply_event(context.game, state, event)
    for ply, other in context.generator.sample(offered, min(len(offered), context.budget.histories)):
        where = f"ply {ply}, where {events[ply].text!r} might have been {other.text!r}"
        require_same(
            (other.kind, other.seat), (EventKind.MOVE, events[ply].seat), f"an alternative is the same seat's: {where}"
        )
        require(other != events[ply], f"an alternative is another move: {where}")
        true = _after(context, settings, [*events[:ply], events[ply]])
        twin = _after(context, settings, [*events[:ply], other])
        _require_unnoticed(context, true, twin, events[ply].seat, where)


def _after(
    context: CheckContext, settings: dict[str, str], events: Sequence[Event]
) -> tuple[State, bool, Sequence[Entry]]:
    """Return the position after `events`, whether the last is an answer that stays sealed, and its entries."""
    annotator = context.game.annotator(context.seats, settings)
    entries: Sequence[Entry] = ()
    in_window = False
    try:
        for event in events:
            in_window = bool(annotator.state.sealed()) and len(annotator.state.deciders()) > 1
            entries = annotator.read(event)
    except BrokenLog as error:
        raise LawBroken(f"an alternative is legal: {error}") from error
    return annotator.state, in_window, entries


def _require_unnoticed(
    context: CheckContext,
    true: tuple[State, bool, Sequence[Entry]],
    twin: tuple[State, bool, Sequence[Entry]],
    seat: int | None,
    where: str,
) -> None:
    """Check that everyone except `seat` sees and reads the same. Once a match is over everything may be seen, and a
    sealed answer is read when its window closes."""
    (state, in_window, entries), (other, _other_in_window, others) = true, twin
    require_same(other.outcome() is None, state.outcome() is None, f"an alternative ends no match: {where}")
    for viewer in context.viewers:
        if viewer == seat:
            continue
        if state.outcome() is None:
            law = f"an alternative leaves the view of {viewer}: {where}"
            require_same(canonical(other.view(viewer)), canonical(state.view(viewer)), law)
        if not in_window:
            read = [entry.redact(viewer) for entry in entries]
            require_same([entry.redact(viewer) for entry in others], read, f"{viewer} reads the same: {where}")
