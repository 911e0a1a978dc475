"""The results that Masons can have at the real table (rules page, #end)."""

from collections.abc import Sequence

from games.core.text import Text, _
from games.core.title.placing import Placing, is_ahead_with_less


class MasonsPlacing(Placing):
    """Most points first; of two with the same points, the one with more cards in hand."""

    score = _("Points")

    def refusal_of_scores(self, places: Sequence[int], scores: Sequence[int]) -> Text | None:
        if is_ahead_with_less(places, scores):
            return _("Points: a player with fewer points can’t be ahead of one with more.")
        seats = range(len(places))
        if any(places[one] == places[two] and scores[one] != scores[two] for one in seats for two in seats):
            return _("Points: players who share a place have the same number of points.")
        return None
