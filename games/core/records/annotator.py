"""Turns stored events into the log entries that people and bots read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from games.core.engine.events import Entry, Event, EventKind, SiteNote
from games.core.engine.log import apply_event
from games.core.engine.rules import Rules
from games.core.engine.state import State


class LogAnnotator(ABC):
    """Replays one log, from its first event, and produces its entries.

    It replays the log on its own state, which records the effects of the rules.
    """

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        self.game = game
        self.state = game.initial_state(seats, settings)
        self.state.recording = True
        self.ply = 0

    def go_on_from(self, state: State) -> None:
        """Stand at `state`, a position made by hand, in place of the first."""
        self.state = state
        state.recording = True

    def read(self, event: Event) -> list[Entry]:
        """Apply `event` and return its entries. Consecutive chance steps may be merged into one entry, which is
        returned with the last of them. Raises `BrokenLog` as `apply_event` does."""
        if event.kind == EventKind.SITE:
            entries = [Entry(self.ply, EventKind.SITE, event.seat, SiteNote(event.seat, event.text))]
        else:
            apply_event(self.game, self.state, event)
            entries = self.annotate(event, self.state.effects)
            self.state.effects = []
        self.ply += 1
        return entries

    @abstractmethod
    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        """The entries of `event`, which has just been applied to `self.state` at ply `self.ply`. `effects` holds the
        effects that the rules recorded, four numbers each (`State.record`)."""
