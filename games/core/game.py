"""A title's rules object: the interface through which the site uses a title without knowing its name."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.core.annotator import LogAnnotator
from games.core.events import Effect, Entry, Event, EventKind
from games.core.knowledge import Knowledge
from games.core.presenter import Presenter
from games.core.rules import Rules
from games.core.settings import Setting, complete_settings
from games.core.text import Text
from games.core.thinker import Thinker


@dataclass(frozen=True, slots=True)
class Record:
    """A match as read from its file form."""

    tags: dict[str, str]
    seats: int
    settings: dict[str, str]
    events: tuple[Event, ...]


class Game(Rules):
    """One title, immutable. Class attributes describe it; methods convert between the engine's ints and text."""

    tagline: Text
    """One sentence for the lobby."""
    credits: Text
    """Designers and publishers, who own the rights."""
    minutes: tuple[int, int]
    """Usual length of a match face to face, in minutes: shortest and longest."""
    settings: tuple[Setting, ...] = ()
    """What the host of a match may choose."""
    usual_moves: Mapping[int, int]
    """How many moves a usual match has, by number of seats: the median of matches between medium bots, as
    `manage.py bench ratings --usual-moves` measures it."""
    ladder: Mapping[int, Mapping[str, int]] = MappingProxyType({})
    """How strong the levels of bots are, by number of seats: Elo points, as measured; empty if nobody has."""
    rated_apart: tuple[str, ...] = ()
    """The names of the settings whose values change the game so much that each has ratings of its own."""
    presenter: Presenter[Any]
    knowledge: Knowledge

    def complete_settings(self, given: Mapping[str, str]) -> dict[str, str]:
        """`given` with defaults filled in; raises `MoveError` that names what is wrong."""
        return complete_settings(self.settings, given)

    def thinker(self, level: str) -> Thinker | None:
        """The title's own thinker for `level`, a name of `games.bots.levels`; None for the level's default."""
        return None

    # Reading a log.

    @abstractmethod
    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        """A new annotator for a log of this title."""

    def read_log(self, seats: int, settings: Mapping[str, str], events: Iterable[Event]) -> list[Entry]:
        """All entries of a log, unredacted; raises `BrokenLog`."""
        annotator = self.annotator(seats, settings)
        return [entry for event in events for entry in annotator.read(event)]

    @abstractmethod
    def parse_effect(self, kind: EventKind, seat: int | None, text: str) -> Effect:
        """The effect of an entry with this `kind`, `seat` and `text` (not the site's): the inverse of
        `Effect.format`. Raises `Unreadable`."""

    # Whole matches in the file form of the rules page.

    @abstractmethod
    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        """The file form of a match. `entries` may be redacted for a viewer; `tags` holds the values that the site
        adds (names, address)."""

    @abstractmethod
    def read_record(self, text: str) -> Record:
        """Parse a file form, replaying every token through the rules; raises `BadRecord`."""
