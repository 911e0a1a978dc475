"""Errors in moves, records and logs. Those about moves and records carry a `Text` for people that names the rule."""

from collections.abc import Iterable

from games.core.text import Text, _


class MoveError(ValueError):
    """A move that is refused. `reason` is a sentence for the person who sent it."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Unreadable(MoveError):
    """The text is not a move in this title's notation."""

    @classmethod
    def move(cls, text: str) -> "Unreadable":
        """Return the error for a text that is not in the notation of moves."""
        return cls(_("“%(text)s” isn’t a move in this title.", text=text[:40]))


class Illegal(MoveError):
    """A readable move that the rules do not allow now; `reason` names the rule."""

    @classmethod
    def in_advance(cls, answers: Iterable[str]) -> "Illegal":
        """Return the error for an answer in advance that is none of `answers`."""
        return cls(_("An answer in advance must be one of these: %(answers)s.", answers=", ".join(answers)))


class BadRecord(ValueError):
    """A record that cannot be replayed: where reading stopped (`ply`, `token`), and which rule is broken (`rule`)."""

    def __init__(self, ply: int, token: str, rule: Text) -> None:
        super().__init__(f"ply {ply}, token {token!r}: {rule}")
        self.ply = ply
        self.token = token
        self.rule = rule


class BrokenLog(ValueError):
    """Stored events that the rules cannot replay. The match must be quarantined."""


class BrokenRow(BrokenLog):
    """A stored value that cannot be read; the message names it. The match must be quarantined."""

    @classmethod
    def at(cls, field: str, value: object) -> "BrokenRow":
        """Return the error for a field that cannot hold `value`."""
        return cls(f"{field} cannot be {value!r:.80}")


STORED_VALUE_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that reading code raises at a value that it was not made for. The same value raises it again every time,
unlike a lack of memory or time, or a service that does not answer."""
