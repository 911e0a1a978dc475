"""What can be wrong with a move or a record. Every error carries a `Text` that names the rule, ready to show."""

from games.core.text import Text, _


class MoveError(ValueError):
    """A move that cannot be taken. `reason` is a sentence for the person who sent it."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Unreadable(MoveError):
    """The text is not a move in this title's notation."""

    @classmethod
    def move(cls, text: str) -> "Unreadable":
        """The usual sentence for a text that is no move at all."""
        return cls(_("“%(text)s” is not a move of this title.", text=text[:40]))


class Illegal(MoveError):
    """A readable move that the rules do not allow now; `reason` names the rule."""


class BadRecord(ValueError):
    """A record that does not replay: where it stopped (`ply`, `token`) and which rule it broke (`rule`)."""

    def __init__(self, ply: int, token: str, rule: Text) -> None:
        super().__init__(f"ply {ply}, token {token!r}: {rule}")
        self.ply = ply
        self.token = token
        self.rule = rule


class BrokenLog(ValueError):
    """Stored events that the rules cannot replay: the match must be set aside, not guessed at."""
