"""Faded facts are nowhere: two matches that differ only in them look the same to everyone, over every channel; and a
page that shows a faded fact is caught."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.engine.events import EventKind, Memory
from games.core.kit.conformance.context import canonical
from games.selectors import matches, own_moves, reading
from games.views import digest
from tests.lantern.game import LANTERN, Lantern
from tests.lantern.nights import BRIGHT, BRIGHTER, FADING, night
from tests.sampling import sampled
from tests.twins.compare import Leak, leaks
from tests.twins.histories import History
from tests.twins.plan import Plan
from tests.twins.stage import Stage

SEATS = 3
KEPT = {**FADING, "memory": "kept"}
HOME_FIRST, ORDINARY, GIVES_UP = 0, 1, 8
Plant = Callable[[pytest.MonkeyPatch], None]


def histories(settings: dict[str, str]) -> list[History]:
    """The two nights, up to the last turn: its lantern hangs, and all answers are in the log."""
    return [History(LANTERN, SEATS, settings, night(SEATS, card)) for card in (BRIGHT, BRIGHTER)]


def told_apart(
    staged: Callable[..., Stage],
    viewer: int | None,
    plan: Plan,
    plant: Plant = lambda patch: None,
    settings: dict[str, str] = FADING,
) -> list[Leak]:
    """Return what tells the two nights apart for `viewer` when the last lantern has been hung, and everyone has decided
    since the first."""
    true, twin = histories(settings)
    scene = staged(true)
    scene.advance(true, true.decisions()[-1 - viewed(true)])
    plant(scene.patch)
    samples = sorted({event.text for event in true.events[-8:] if event.kind == EventKind.MOVE})
    return leaks(*(scene.seen(history, viewer, samples, plan) for history in (true, twin)))


def viewed(history: History) -> int:
    """How many decisions before the end of `history` the last lantern is hung."""
    hung = max(ply for ply, event in enumerate(history.events) if event.text == "2c")
    return sum(ply > hung for ply in history.decisions())


LOOKS = [(0, 0), (1, 1), (2, 2), (None, 3), (None, 0), (0, GIVES_UP)]


@pytest.mark.parametrize(("viewer", "number"), sampled(LOOKS, [(0, GIVES_UP), (1, 1), (None, 3)]))
def test_faded_facts_tell_two_matches_apart_for_nobody(viewer, number, staged):
    assert told_apart(staged, viewer, Plan(number, thorough=True)) == []


def test_with_full_memory_the_same_matches_differ_on_all_channels(staged):
    found = told_apart(staged, 0, Plan(HOME_FIRST, thorough=True), every_line, KEPT)
    assert {leak.channel.split()[0] for leak in found} >= {"list", "match", "history", "record", "own"}


def test_the_twins_look_the_same_to_readers_of_unfaded_facts():
    true, twin = histories(FADING)
    assert true.events != twin.events
    assert [event.kind for event in true.events] == [event.kind for event in twin.events]
    ends = [history.states()[-1] for history in (true, twin)]
    for viewer in (*range(SEATS), None):
        assert canonical(ends[0].view(viewer)) == canonical(ends[1].view(viewer))


# Plants: a page shows what has faded.


def every_line(patch: pytest.MonkeyPatch) -> None:
    """Home tells of every sentence since the reader was here, not of the newest alone."""
    patch.setattr(digest, "MOST_LINES", 99)


def forgets_nothing(patch: pytest.MonkeyPatch) -> None:
    """The log is redacted, but nothing fades in it."""
    every_line(patch)
    patch.setattr(reading, "faded", lambda entries, memory: list(entries))


def old_positions(patch: pytest.MonkeyPatch) -> None:
    """Earlier positions are drawn as they were."""
    patch.setattr(Lantern, "faded", lambda game, view: view)


def own_hand(patch: pytest.MonkeyPatch) -> None:
    """One's own hand in an earlier position is still shown."""
    honest = Lantern.faded
    patch.setattr(Lantern, "faded", lambda game, view: {**honest(game, view), "hand": view["hand"]})


def digest_by_hand(patch: pytest.MonkeyPatch) -> None:
    """Home redacts the log itself, and forgets that something fades."""
    every_line(patch)

    class Reader(reading.Reader):
        @property
        def entries(self) -> Any:
            return matches.redacted_after(self.match, self.events, self.viewer)

    patch.setattr(digest, "Reader", Reader)


def memory_of_part(patch: pytest.MonkeyPatch) -> None:
    """Memory is asked about the last events alone, of which nothing is forgotten."""
    honest = Lantern.memory
    patch.setattr(
        Lantern, "memory", lambda game, settings, entries, viewer: honest(game, settings, entries[-2:], viewer)
    )


def own_words(patch: pytest.MonkeyPatch) -> None:
    """The export tells every move as it was sent."""
    patch.setattr(own_moves.Reader, "faded_moves", lambda reader: {})


def once_for_all(patch: pytest.MonkeyPatch) -> None:
    """Remembered facts are computed once, for the first who asks, before anything has faded."""
    kept: dict[str, Memory] = {}
    honest = Lantern.memory

    def memory(game: Lantern, settings: Any, entries: Any, viewer: int | None) -> Memory:
        return kept.setdefault("all", honest(game, settings, entries[:4], viewer))

    patch.setattr(Lantern, "memory", memory)


PLANTED = [
    (forgets_nothing, "list /", "home", 0, HOME_FIRST),
    (forgets_nothing, "match /", "match", 1, ORDINARY),
    (forgets_nothing, "history ", "history", 2, ORDINARY),
    (forgets_nothing, "record ", "record", 0, ORDINARY),
    (forgets_nothing, "record ", "record", None, ORDINARY),
    (old_positions, "history ", "history", 0, ORDINARY),
    (old_positions, "history ", "history", None, ORDINARY),
    (own_hand, "history ", "history", 0, ORDINARY),
    (digest_by_hand, "list /", "home", 0, HOME_FIRST),
    (memory_of_part, "record ", "record", 1, ORDINARY),
    (own_words, "own data", "people", 0, ORDINARY),
    (once_for_all, "record ", "record", 2, ORDINARY),
    (forgets_nothing, "record ", "record", 0, GIVES_UP),
]
OF_THE_RUN = (digest_by_hand, memory_of_part, own_words, once_for_all)


@pytest.mark.parametrize(
    ("plant", "channel", "kind", "viewer", "number"),
    sampled(PLANTED, [case for case in PLANTED if case[0] in OF_THE_RUN]),
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_showing_faded_facts_is_caught(plant, channel, kind, viewer, number, staged):
    found = told_apart(staged, viewer, Plan(number, thorough=True, only=(kind,)), plant)
    assert any(channel in leak.channel for leak in found), [leak.channel for leak in found]


def test_before_it_has_faded_the_same_fact_is_read(staged):
    """A seat's observations stay until its next decision counts: until the window closes in which it has answered."""
    true, twin = histories(FADING)
    scene = staged(true)
    window = next(ply for ply in true.decisions() if true.events[ply].text == "let")
    scene.advance(true, window)
    plan = Plan(ORDINARY, thorough=True, only=("record",))
    for viewer, still in ((0, True), (1, False)):  # seat 1 hung the lantern that is answered
        readers = [reading.Reader(scene.match, history.events[:window], viewer) for history in (true, twin)]
        assert (readers[0].entries != readers[1].entries) is still
    recordings = [scene.seen(history, 0, (), plan) for history in (true, twin)]
    found = [leak.channel for leak in leaks(*recordings)]
    own = {channel.split()[0] for channel in found if "as a stranger" not in channel}
    assert own == {"sealed"}, "told apart while the window is open, and not when it has closed"
    assert any("record as a stranger" in channel for channel in found), "a spectator remembers for one turn more"
