"""The error for a request that a league refuses."""

from games.core.text import Text


class LeagueError(Exception):
    """A request that is refused. `reason` is a sentence for the person who asked; it names what would be possible."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
