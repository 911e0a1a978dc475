"""The results that Mascarade can have at the real table (rules page, #end)."""

from collections.abc import Sequence

from games.core.text import Text, _
from games.core.title.placing import Placing, is_ahead_with_less

CHEATERS_COINS = 10


class MascaradePlacing(Placing):
    """The richest win, and the others follow by their coins; a Cheater with ten coins wins alone."""

    score = _("Coins")

    def refusal_of_scores(self, places: Sequence[int], scores: Sequence[int]) -> Text | None:
        first = [seat for seat, place in enumerate(places) if place == 1]
        by_coins = len(first) == 1 and scores[first[0]] >= CHEATERS_COINS
        behind = [seat for seat in range(len(places)) if not (by_coins and seat == first[0])]
        compared = [places[seat] for seat in behind], [scores[seat] for seat in behind]
        if min(scores) < 0:
            return _("Coins: nobody can have fewer than none.")
        if is_ahead_with_less(*compared):
            return _("Coins: only a Cheater with ten coins or more can win with fewer coins than another player.")
        if any(scores[one] == scores[two] and places[one] != places[two] for one in behind for two in behind):
            return _("Coins: players with the same number of coins share a place, except with a Cheater who wins.")
        return None
