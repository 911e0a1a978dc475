"""The results that Mascarade can have at the real table (rules page, #end)."""

from collections.abc import Sequence

from games.core.text import Text, _
from games.core.title.placing import Placing, is_ahead_with_less

CHEATERS_COINS = 10


class MascaradePlacing(Placing):
    """The richest win, and the others follow by their coins; a Cheater with ten coins wins alone."""

    score = _("Coins")

    def refusal_of_scores(self, places: Sequence[int], scores: Sequence[int]) -> Text | None:
        if min(scores) < 0:
            return _("Coins: a player can’t have fewer than none.")
        first = [seat for seat, place in enumerate(places) if place == 1]
        alone = first if len(first) == 1 and scores[first[0]] >= CHEATERS_COINS else []
        ranked = [seat for seat in range(len(places)) if seat not in alone]
        if is_ahead_with_less([places[seat] for seat in ranked], [scores[seat] for seat in ranked]):
            return _("Coins: only a Cheater with ten coins or more can win with fewer coins than another player.")
        if any(places[one] == places[two] and scores[one] != scores[two] for one in ranked for two in ranked):
            return _("Coins: players who share a place have the same number of coins.")
        if any(scores[one] == scores[two] and places[one] != places[two] for one in ranked for two in ranked):
            return _("Coins: players with the same number of coins share a place, except with a Cheater who wins.")
        return None
