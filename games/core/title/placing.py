"""The results that a title can have at the real table, as people write them down."""

from collections.abc import Sequence

from games.core.engine.outcome import places_by_key
from games.core.text import Text, _


class Placing:
    """The rules for results of a title. A title whose rules forbid more than the defaults do derives its own."""

    score: Text | None = None
    """The name of the score that is counted at the end; None if the title has none."""
    shares_first: bool = True
    """True if several people can win together."""

    def refusal(self, places: Sequence[int], scores: Sequence[int] | None) -> Text | None:
        """Return why no match can end so, naming the rule; None if they can.

        `places` are those of all seats, 1 for the winner; `scores` are all of their scores, or None if they were not
        written down.
        """
        if tuple(places) != places_by_key([(place,) for place in places]):
            return _("Places: begin with 1. Players who tie share the better place, and the next place is skipped.")
        if scores is not None and self.score is None:
            return _("Scores: this title has none.")
        if not self.shares_first and list(places).count(1) > 1:
            return _("Places: this title has one winner.")
        return None if scores is None else self.refusal_of_scores(places, scores)

    def refusal_of_scores(self, places: Sequence[int], scores: Sequence[int]) -> Text | None:
        """Return why these scores cannot lead to these places, which are otherwise right; None if they can."""
        return None


def is_ahead_with_less(places: Sequence[int], scores: Sequence[int]) -> bool:
    """Return whether a seat has a better place than another with a higher score.

    >>> is_ahead_with_less([1, 2], [10, 12])
    True
    """
    seats = range(len(places))
    return any(places[one] < places[two] and scores[one] < scores[two] for one in seats for two in seats)
