"""A title's rules object: the interface through which the site uses a title without knowing its name."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.core.engine.events import Effect, Entry, Event, EventKind, Memory
from games.core.engine.rules import Rules
from games.core.engine.settings import Setting, complete_settings
from games.core.engine.state import State
from games.core.errors import Illegal
from games.core.records.annotator import LogAnnotator
from games.core.records.entry_forms import Entries
from games.core.text import Text, _
from games.core.title.knowledge import Knowledge
from games.core.title.placing import Placing
from games.core.title.presenter import Presenter
from games.core.title.thinker import Thinker


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
    also_called: tuple[str, ...] = ()
    """Other names under which it was published, by which files of other programs may name it."""
    usual_seats: int
    """The number of seats that is offered first."""
    minutes: tuple[int, int]
    """Usual length of a match face to face, in minutes: shortest and longest."""
    settings: tuple[Setting, ...] = ()
    """The settings that the host of a match may choose."""
    levels: tuple[str, ...] = ("random", "easy", "medium", "hard", "expert")
    """The levels of bots that may take a seat, names of `games.bots.levels`, the weakest first."""
    usual_moves: Mapping[int, int]
    """How many moves a usual match has, by number of seats: the median of matches between medium bots, as
    `manage.py bench ratings --usual-moves` measures it."""
    ladder: Mapping[int, Mapping[str, int]] = MappingProxyType({})
    """How strong the levels of bots are, by number of seats: Elo points, as measured or `strengths.interpolated`. At a
    size without points, matches with bots are not rated."""
    placing: Placing = Placing()
    """The results that it can have at the real table."""
    entries: Entries
    """The entries that its log may have."""
    presenter: Presenter[Any]
    knowledge: Knowledge

    @property
    def rated_apart(self) -> tuple[str, ...]:
        """The names of the settings whose values are rated apart."""
        return tuple(setting.name for setting in self.settings if setting.is_rated_apart)

    def complete_settings(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """Return `given` with the defaults for `seats` filled in; raises a `MoveError` that names what is wrong."""
        return complete_settings(self.settings, given, seats)

    def common_settings(self, given: Mapping[str, str], sizes: Iterable[int]) -> dict[str, str]:
        """Return `given` with the defaults that are the same for every number of seats: the settings of matches of
        several sizes. Raises `MoveError` if they cannot be chosen for one of `sizes`."""
        chosen = {name: value for seats in sizes for name, value in self.complete_settings(given, seats).items()}
        fixed = {
            setting.name for setting in self.settings if len({setting.default(seats) for seats in self.seats}) == 1
        }
        return {name: value for name, value in chosen.items() if name in fixed or name in given}

    def thinker(self, level: str) -> Thinker | None:
        """Return the title's own thinker for `level`, a name of `games.bots.levels`; None for the level's default."""
        return None

    def attacker(self, level: str, worlds: int) -> Thinker | None:
        """Return a thinker that knows how `level` decides and reads its secret choices in `worlds` dealt worlds: for
        the arena, which measures what a level gives away. None if the title has none for it."""
        return None

    window_pause: float | None = None
    """The most seconds before bots that owe answers at one moment give them; None: as long as their levels
    say."""

    def pause(self, level: str) -> float | None:
        """Return how many seconds a bot of this level takes for a decision; None: the level's own."""
        return None

    # Reading a log.

    @abstractmethod
    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        """Return a new annotator for a log of this title."""

    def read_log(self, seats: int, settings: Mapping[str, str], events: Iterable[Event]) -> list[Entry]:
        """Return all entries of a log, unredacted; raises `BrokenLog`."""
        annotator = self.annotator(seats, settings)
        return [entry for event in events for entry in annotator.read(event)]

    def parse_effect(self, kind: EventKind, seat: int | None, text: str) -> Effect:
        """Return the effect of an entry with this `kind`, `seat` and `text` (not the site's): the inverse of
        `Effect.format`. Raises `Unreadable`."""
        return self.entries.parse(kind, seat, text)

    # Fading memory.

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        """Return what seat `viewer` (None: a spectator) may still read of a running match with this log. It depends on
        public facts only; history, digest, record, mails and drawings obey it."""
        return Memory()

    def faded(self, view: Any) -> Any:
        """Return a view of an earlier position without what has faded."""
        return view

    # Answers in advance.

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        """Return the keys of the answers in advance that fit the open response decision of `seat`, the most specific
        first; empty if there are none for it. From public facts alone."""
        return ()

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        """Return the answer in advance `text` of `seat` for `key`, in its canonical form; raises `MoveError` with a
        reason. It depends only on what `seat` may know."""
        raise Illegal(_("This title has no answers in advance."))

    def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
        """Return the move that the answer in advance `text` makes in the open response decision; None: the seat is
        asked."""
        return text

    # Composing a move.

    def pairs(self, state: State, seat: int) -> Sequence[tuple[int, int]]:
        """Return all unordered pairs of first parts of a move, as `State.options` has them; a move may then be composed
        starting with either. Empty if there are none."""
        return ()

    # The rules page.

    def examples(self) -> dict[str, Any]:
        """Return what the examples of the rules page draw and say: plain dicts and lists, with Texts for words. The
        caller caches them, so they may be computed by playing."""
        return {}

    # For tests.

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        """Return the events that could have happened in secret at `state` instead of `event`: moves of the same seat
        that differ only in what other seats cannot see. For tests of hidden information."""
        return ()

    # Whole matches in the file form of the rules page.

    @abstractmethod
    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        """Return the file form of a match. `entries` may be redacted for a viewer; `tags` holds the values that the
        site adds (names, address)."""

    @abstractmethod
    def read_record(self, text: str) -> Record:
        """Return the match in a file form, replaying every token through the rules; raises `BadRecord`."""
