"""How often a seat plays what tempts it: this tells those who play what is best if nobody names it from all others.

It goes by what everybody sees. A seat that answers expects the more carelessness, the more often the other has shown
it; so it names the tempting mask to those who play it, and gives little away to those who don't.
"""

from typing import Final

from games.core.engine.rows import Row
from games.titles.maskera.bots.evaluation import WIN, public_area_gain
from games.titles.maskera.rules.components import MASKS, SEATS

FACTORS: Final = {(True, 1): (5.0, 0.6), (True, 2): (2.8, 0.4), (False, 1): (3.0, 0.7), (False, 2): (1.6, 0.65)}
"""By whether something would have won at once, and by how many masks tempted most: how much likelier a careless player
is to have played one of them, and none of them, than one who isn't. From 270 matches of easy, and of expert and its
attacker."""
MOST: Final = 20.0
"""The highest odds, and one by the lowest: a player who changes is noticed before long."""


class Temptation:
    """The odds that each seat is careless, after the cards that it has played; even at first."""

    def __init__(self) -> None:
        self.odds = [1.0] * SEATS

    def watch(self, area: Row, seat: int, mask: int) -> None:
        """Watch `seat` play a `mask`, to the areas as they were before."""
        gains = [public_area_gain(area, seat, each) for each in range(MASKS)]
        most = max(gains)
        factors = FACTORS.get((most == WIN, gains.count(most)))
        if factors:
            yielded, resisted = factors
            odds = self.odds[seat] * (yielded if gains[mask] == most else resisted)
            self.odds[seat] = min(MOST, max(1.0 / MOST, odds))

    def share(self, seat: int, least: int, most: int) -> int:
        """Return how careless `seat` is to be expected: `least` if it certainly isn't, `most` if it certainly is."""
        odds = self.odds[seat]
        return least + round((most - least) * odds / (1.0 + odds))
