"""A title's rules object: what the site asks instead of asking for a title's name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.events import Entry, Event
from games.core.knowledge import Knowledge
from games.core.presenter import Presenter
from games.core.settings import Setting, complete_settings
from games.core.state import State
from games.core.text import Text


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match as its file form tells it."""

    tags: dict[str, str]
    seats: int
    settings: dict[str, str]
    events: tuple[Event, ...]


class LogAnnotator(ABC):
    """Reads a log event by event and writes the entries people see.

    It keeps a state of its own with the journal switched on. One scribe reads one log, from its beginning.
    """

    def __init__(self, game: "Game", seats: int, settings: Mapping[str, str]) -> None:
        self.game = game
        self.state = game.initial_state(seats, settings)
        self.state.recording = True
        self.ply = 0

    def read(self, event: Event) -> list[Entry]:
        """Play `event` and return its entries. Chance steps may be held back and gathered into one entry, which
        comes with the last of them. Raises `BrokenLog` as `apply_event` does."""
        from games.core.log import apply_event, site_entry  # log needs Game for its annotations

        entries: list[Entry]
        if event.kind == "site":
            entries = [site_entry(self.ply, event)]
        else:
            apply_event(self.game, self.state, event)
            entries = self.entries(event, self.state.effects)
            self.state.effects = []
        self.ply += 1
        return entries

    @abstractmethod
    def entries(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        """The entries of `event`, just played on `self.state` at ply `self.ply`; `journal` holds its notes."""


class Game(ABC):
    """One title's rules, immutable. Class attributes describe it; methods are the edge between ints and words."""

    slug: str
    name: str
    tagline: Text
    """One sentence for the lobby."""
    credits: Text
    """Designers and publishers, to whom the title belongs."""
    seats: tuple[int, ...]
    """Player counts, ascending."""
    minutes: tuple[int, int]
    """Usual length at a real table, in minutes, for expectations."""
    settings: tuple[Setting, ...] = ()
    rules_version: int
    """Rises only when a stored log could replay differently."""
    presenter: Presenter
    knowledge: Knowledge

    def complete_settings(self, given: Mapping[str, str]) -> dict[str, str]:
        """`given` with defaults filled in; raises `MoveError` that names what is wrong."""
        return complete_settings(self.settings, given)

    @abstractmethod
    def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
        """The position before any chance; `options` are complete."""

    # Notation. Parts are ints inside and words outside; whole moves are tokens of the rules page's notation.

    @abstractmethod
    def part_word(self, state: State, seat: int, part: int) -> str:
        """The name of `part`, one of `state.options(seat)`: letters, digits and ``+-=@`` only, unique among them."""

    @abstractmethod
    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        """A whole move (all its parts, not yet chosen on `state`) in notation, without the seat."""

    @abstractmethod
    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        """All parts of the move `text` for `seat`, which owes a decision and has chosen no part.

        Raises `Unreadable` or `Illegal` (whose reason names the rule). Whether a move is legal, and the words of
        the refusal, depend only on what `seat` may know.
        """

    @abstractmethod
    def format_chance(self, state: State, outcome: int) -> str:
        """A chance outcome as a short token, for example a card's name."""

    @abstractmethod
    def parse_chance(self, state: State, token: str) -> int:
        """The outcome that `token` names; raises `Unreadable`. Whether it is possible is checked elsewhere."""

    # Reading a log.

    @abstractmethod
    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        """A fresh scribe for a log of this title."""

    @abstractmethod
    def redact(self, entry: Entry, seat: int | None) -> Entry | None:
        """`entry` as `seat` (None: a spectator) may read it while the match runs: itself, a redacted copy, or None.

        Hides by default: what a title does not open stays hidden.
        """

    # Whole matches in the file form of the rules page.

    @abstractmethod
    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        """The file form of a match. `entries` may be redacted for a viewer; `tags` holds what the title does not
        know itself (names, site)."""

    @abstractmethod
    def read_record(self, text: str) -> Record:
        """Read a file form, replaying every token through the rules; raises `BadRecord`."""
