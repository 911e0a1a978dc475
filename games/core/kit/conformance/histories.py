"""The law of logs: a viewer whose views are the same in two histories reads the same log in both."""

from collections.abc import Sequence
from dataclasses import replace

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import chance_event, replay
from games.core.engine.state import State
from games.core.errors import BrokenLog
from games.core.kit.conformance.context import CheckContext, canonical, require_same
from games.core.kit.simulation import finish_move, random_part

MAX_PLIES_AFTER = 12  # plies compared after the altered one

Transcript = list[tuple[str, list[Entry]]]
"""For each step, one viewer's view and the log entries that the viewer reads."""


def check_histories(context: CheckContext, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Alter one event of the match; a viewer with the same view at each ply must read the same log.

    Steps at which no view differs are not compared: the log may contain public information that no view holds. Nor is
    the altered move itself, if a spectator reads it too and the rules went on by themselves: a card played openly may
    have left the table by then, as at the end of a round.
    """
    for _attempt in range(context.budget.histories):
        context = replace(context)  # asks other seats
        at = context.generator.randrange(len(events))
        end = at + 1 + context.generator.randrange(MAX_PLIES_AFTER)
        other = alternative_event(context, replay(context.game, context.seats, settings, events[:at]).state, events[at])
        altered = [*events[:at], other, *events[at + 1 : end]]
        viewers = context.viewers
        true = transcripts(context, settings, events[:end], at, viewers)
        twin = transcripts(context, settings, altered, at, viewers)
        secret = [
            any(true[viewer][step][0] != twin[viewer][step][0] for viewer in viewers)
            for step in range(min(len(true[None]), len(twin[None])))
        ]
        if secret and events[at].kind == EventKind.MOVE and has_consequences(true[None][0]):
            secret[0] &= true[None][0][1] == twin[None][0][1]
        for viewer in viewers:
            where = f"{viewer} reads at ply {at}, where {events[at].text} was {other.text}"
            require_same_entries(true[viewer], twin[viewer], secret, where)


def alternative_event(context: CheckContext, state: State, event: Event) -> Event:
    """Return a random event that is possible instead of `event`; it may be equal to it."""
    if event.kind == EventKind.CHANCE:
        return chance_event(context.game, state, context.generator.choice(state.chance_step().outcomes))
    assert event.seat is not None
    trial = state.copy()
    trial.seed(context.new_seed())
    parts: list[int] = []
    finish_move(trial, event.seat, random_part, parts)
    return Event(EventKind.MOVE, event.seat, context.game.format_move(state, event.seat, parts))


def transcripts(
    context: CheckContext,
    settings: dict[str, str],
    events: Sequence[Event],
    start: int,
    viewers: Sequence[int | None],
) -> dict[int | None, Transcript]:
    """Return the transcript of each of `viewers` from ply `start` on, up to the first event that the rules refuse.

    The answers of a window are read when it closes, together with the view at that time.
    """
    annotator = context.game.annotator(context.seats, settings)
    found: dict[int | None, Transcript] = {viewer: [] for viewer in viewers}
    pending: list[Entry] = []
    for event in events:
        in_window = annotator.state.sealed() and len(annotator.state.deciders()) > 1
        try:
            entries = annotator.read(event)
        except BrokenLog:
            break
        if annotator.ply <= start:
            continue
        pending += entries
        if in_window:
            continue
        for viewer in viewers:
            read = [redacted for entry in pending if (redacted := entry.redact(viewer)) is not None]
            found[viewer].append((canonical(annotator.state.view(viewer)), read))
        pending = []
    return found


def has_consequences(step: tuple[str, list[Entry]]) -> bool:
    """Return whether this step of a transcript holds an event that the rules caused without a player."""
    return any(entry.kind == EventKind.ENGINE for entry in step[1])


def require_same_entries(true: Transcript, twin: Transcript, secret: Sequence[bool], where: str) -> None:
    """Require equal entries at each step at which the views are equal and another viewer's differ (`secret`)."""
    for (view, read), (other_view, other_read), hidden in zip(true, twin, secret, strict=False):
        if view != other_view:
            return
        if hidden:
            require_same(read, other_read, where)
