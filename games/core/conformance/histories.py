"""The law of logs: who cannot tell two histories apart by the table cannot tell them apart by the log either."""

from collections.abc import Sequence

from games.core.conformance.scene import Scene, canonical, require_same
from games.core.errors import BrokenLog
from games.core.events import Entry, Event, EventKind
from games.core.log import chance_event, replay
from games.core.simulation import finish_move, random_part
from games.core.state import State

ATTEMPTS = 30
LONGEST = 12  # plies that are told after the altered one

Telling = list[tuple[str, list[Entry]]]
"""What one viewer sees and reads, from ply to ply."""


def check_histories(scene: Scene, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Alter one event of the match; whoever sees the same table at each ply must read the same log.

    Where nobody at all sees a difference, none is hidden: a log may tell more of what is public than the table does.
    """
    for _attempt in range(ATTEMPTS):
        at = scene.generator.randrange(len(events))
        end = at + 1 + scene.generator.randrange(LONGEST)
        other = another_event(scene, replay(scene.game, scene.seats, settings, events[:at]).state, events[at])
        altered = [*events[:at], other, *events[at + 1 : end]]
        true = tell(scene, settings, events[:end], at)
        twin = tell(scene, settings, altered, at)
        secret = [
            any(true[viewer][step][0] != twin[viewer][step][0] for viewer in scene.viewers)
            for step in range(min(len(true[None]), len(twin[None])))
        ]
        for viewer in scene.viewers:
            where = f"{viewer} reads at ply {at}, where {events[at].text} was {other.text}"
            compare(true[viewer], twin[viewer], secret, where)


def another_event(scene: Scene, state: State, event: Event) -> Event:
    """What could have happened instead of `event`; it may be the same."""
    if event.kind == EventKind.CHANCE:
        return chance_event(scene.game, state, scene.generator.choice(state.chance_step().outcomes))
    assert event.seat is not None
    trial = state.copy()
    trial.seed(scene.number())
    parts: list[int] = []
    finish_move(trial, event.seat, random_part, parts)
    return Event(EventKind.MOVE, event.seat, scene.game.format_move(state, event.seat, parts))


def tell(scene: Scene, settings: dict[str, str], events: Sequence[Event], start: int) -> dict[int | None, Telling]:
    """What each viewer sees and reads from ply `start` on, as far as the rules allow the events.

    Nobody reads the answers of a window before it closes: they are told with what is seen then.
    """
    annotator = scene.game.annotator(scene.seats, settings)
    told: dict[int | None, Telling] = {viewer: [] for viewer in scene.viewers}
    fresh: list[Entry] = []
    for event in events:
        inside = annotator.state.sealed() and len(annotator.state.deciders()) > 1
        try:
            entries = annotator.read(event)
        except BrokenLog:
            break
        if annotator.ply <= start:
            continue
        fresh += entries
        if inside:
            continue
        for viewer in scene.viewers:
            read = [redacted for entry in fresh if (redacted := entry.redact(viewer)) is not None]
            told[viewer].append((canonical(annotator.state.view(viewer)), read))
        fresh = []
    return told


def compare(true: Telling, twin: Telling, secret: Sequence[bool], where: str) -> None:
    """As long as the views are the same and those of somebody else are not, the entries must be the same."""
    for (view, read), (other_view, other_read), hidden in zip(true, twin, secret, strict=False):
        if view != other_view:
            return
        if hidden:
            require_same(read, other_read, where)
