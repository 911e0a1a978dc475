"""From stored events to the entries that people and bots read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from games.core.events import Entry, Event, EventKind, SiteNote
from games.core.log import apply_event
from games.core.rules import Rules


class LogAnnotator(ABC):
    """Reads a log event by event and writes its entries.

    It replays the log on a state of its own that records the effects of the rules. One annotator reads one log, from
    its beginning.
    """

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        self.game = game
        self.state = game.initial_state(seats, settings)
        self.state.recording = True
        self.ply = 0

    def read(self, event: Event) -> list[Entry]:
        """Play `event` and return its entries. Chance steps may be held back and gathered into one entry, which
        comes with the last of them. Raises `BrokenLog` as `apply_event` does."""
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
        """The entries of `event`, just played on `self.state` at ply `self.ply`; `effects` holds what the rules
        recorded meanwhile, four numbers each (`State.record`)."""
