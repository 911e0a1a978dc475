"""The part of a title that replaying a log needs: states, and the notation of moves and chance outcomes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from games.core.engine.state import State


class Rules(ABC):
    """Converts between the ints of a `State` and the text of stored logs, pages and records."""

    slug: str
    name: str
    seats: tuple[int, ...]
    """Player counts, ascending."""
    rules_version: int
    """Raised whenever a stored log could replay differently."""

    @abstractmethod
    def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
        """Return the state before the first event; `settings` are complete."""

    # Notation. Parts are ints inside and words outside; whole moves are tokens of the rules page's notation.

    @abstractmethod
    def part_word(self, state: State, seat: int, part: int) -> str:
        """Return the name of `part`, one of `state.options(seat)`: letters, digits and ``+-=@``, unique among the
        options."""

    @abstractmethod
    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        """Return a whole move (all its parts, before `state.choose` is called with them) in notation, without the
        seat."""

    @abstractmethod
    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        """Return all parts of the move `text` for `seat`, which owes a decision and has chosen no part.

        Raises `Unreadable` or `Illegal` (whose reason names the rule). Whether a move is legal, and the words of
        the refusal, depend only on what `seat` may know.
        """

    @abstractmethod
    def format_chance(self, state: State, outcome: int) -> str:
        """Return a chance outcome as a short token, for example a card's name."""

    @abstractmethod
    def parse_chance(self, state: State, token: str) -> int:
        """Return the outcome that `token` names; raises `Unreadable`. It may be impossible in `state`: the caller
        checks."""
