"""How people of several styles probably act, given what they know.

Gains are by kind of mask, in shares of the best gain, so that one temperature fits every table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from games.titles.mascarade.bots.minds import Mind

LOOK = 0.3
"""The worth of a look at full doubt."""
SWAP = 0.5
"""The worth of a better mask for later, against its power now."""
TEMPERATURE = 0.15
"""How evenly people choose between acts, in shares of the best gain."""
EXTREME = 4.0
"""In shares of the best gain: the most that an act counts, whether it is worth more or costs more."""
ERRS = 0.04
"""How often a player does any possible act, at random."""
PRETENDS = 0.25
"""How often a player only pretends an exchange that would gain, or really makes one that loses."""
CLAIM_TEMPERATURE = 0.25
"""The `TEMPERATURE` of answers."""
TRUSTS = 0.6
"""How often people expect an announcement to be made by a player who lacks the mask, against 1 for its owner."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a player."""

    caught: float
    """How often it expects a bluff to be found out; above 1, it does not like to bluff."""
    doubts: float
    """The weight it gives to its suspicion of a bluff when it does not hold the mask itself."""
    knows: bool
    """Whether it reads others so well that it knows where all masks lie."""


STYLES = (
    Style(caught=1.5, doubts=0.0, knows=False),
    Style(caught=0.0, doubts=0.0, knows=False),
    Style(caught=0.6, doubts=1.0, knows=False),
    Style(caught=0.4, doubts=1.0, knows=True),
)
"""An honest player, one who announces whatever pays most, one who bluffs at times and suspects others of it, and one
who reads others."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of one seat in one turn, by kind of mask: the gain by its power and the cost of a fine."""

    gains: tuple[float, ...]
    fine: float


class Habits:
    """The chances of all acts of one seat in one turn, with what it knows."""

    def __init__(
        self,
        mind: Mind,
        own: Sequence[int],
        others: Sequence[int],
        stakes: Stakes,
        free: bool,
        looks: bool,
        style: Style,
    ) -> None:
        self.caught = style.caught
        self.own = own
        self.announcements: dict[tuple[int, int], float] = {}
        """By kind and own slot."""
        self.looks: dict[int, float] = {}
        """By own slot."""
        self.exchanges: dict[tuple[int, int], float] = {}
        """By own and other slot, whether they are really swapped or not."""
        promises = [sum([a * b for a, b in zip(row, stakes.gains, strict=True) if b > 0]) for row in mind]
        self.promises = promises
        weights = 0.0
        if free:
            for kind, gain in enumerate(stakes.gains):
                for slot in own:
                    weights += self._announce(kind, slot, mind[slot][kind], gain, stakes.fine)
        if looks:
            for slot in own:
                weight = exp(LOOK * (1.0 - max(mind[slot])) / TEMPERATURE)
                self.looks[slot] = weight
                weights += weight
        for slot in own:
            for other in others:
                weight = exp(SWAP * max(0.0, min(EXTREME, promises[other] - promises[slot])) / TEMPERATURE)
                self.exchanges[slot, other] = weight
                weights += weight
        self.total = weights
        self.acts = len(self.announcements) + len(self.looks) + len(self.exchanges)

    def _announce(self, kind: int, slot: int, held: float, gain: float, fine: float) -> float:
        bluff = (1.0 - self.caught) * gain - self.caught * fine if gain > 0.0 else gain - fine
        worth = held * gain + (1.0 - held) * bluff
        weight = exp(max(-EXTREME, min(EXTREME, worth)) / TEMPERATURE)
        self.announcements[kind, slot] = weight
        return weight

    def chance(self, weight: float | None) -> float:
        """Return the chance of an act with this weight; 1, which tells nothing, for None: the act was not thought
        possible."""
        if weight is None:
            return 1.0
        return ERRS / self.acts + (1.0 - ERRS) * weight / self.total

    def swaps(self, own: int, other: int) -> float:
        """Return how often an exchange of these slots is a real one."""
        gain = self.promises[other] - self.promises[own]
        tilt = 1.0 / (1.0 + exp(-max(-EXTREME, min(EXTREME, gain)) * SWAP / TEMPERATURE))
        return PRETENDS + (1.0 - 2.0 * PRETENDS) * tilt


def claims(held: float, trusted: float, gain: float, denied: float, fine: float, style: Style) -> float:
    """Return the probability of a challenge by a player who holds the mask with probability `held` and believes the
    announcer with probability `trusted`. `gain` is what the power is worth to the challenger, `denied` what it takes
    from them in the announcer's hands."""
    liar = (1.0 - trusted) * TRUSTS
    true = trusted / (trusted + liar) if trusted + liar > 0.0 else 0.0
    mine = min(held, 1.0 - true)
    worth = mine * (gain + denied) + (1.0 - true - mine) * (style.doubts * denied - fine) - true * fine
    return ERRS + (1.0 - 2.0 * ERRS) / (1.0 + exp(-max(-EXTREME, min(EXTREME, worth)) / CLAIM_TEMPERATURE))
