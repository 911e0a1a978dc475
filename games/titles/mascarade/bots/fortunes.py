"""The value of coins for one seat, before and after powers and fines."""

from collections.abc import Callable, Sequence
from functools import cached_property

from games.titles.mascarade.bots.chances import prospects
from games.titles.mascarade.bots.minds import Mind
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.bots.reading import Particle, Reading, Turn
from games.titles.mascarade.rules.components import CHEATER_FORTUNE, NONE, RICH
from games.titles.mascarade.rules.masks import CHEATER

TENTHS = 10.0

Answerer = Callable[[Mind, int], tuple[int, float]]
"""By mind and style: the slot with which a player challenges, and the probability of it."""
Coins = tuple[tuple[float, ...], int]
"""Those of all seats, and those on the justice board."""


class Fortunes:
    """The coins of all seats and of the justice board, as the reader sees them."""

    def __init__(self, reading: Reading, turn: int, coins: tuple[float, ...], justice: int) -> None:
        self.reading = reading
        self.table = reading.table
        self.turn = turn
        self.coins = coins
        self.justice = justice
        self.over = max(coins) >= RICH or min(coins) <= 0
        self._after: dict[tuple[int, int, tuple[int, ...]], Coins] = {}
        self._values: dict[tuple[int, int, tuple[int, ...]], float] = {}
        self._answerers: dict[tuple[int, int], list[tuple[int, Answerer]]] = {}

    @cached_property
    def value(self) -> float:
        """The prospects of the reader."""
        return TENTHS * prospects(self.coins, self.table.seat)

    def after(self, user: int, kind: int, payers: tuple[int, ...]) -> Coins:
        """Return the coins after `user` (NONE: nobody) has applied a kind, and `payers` have paid fines unless that
        ends the match."""
        key = user, kind, payers
        found = self._after.get(key)
        if found is None:
            coins, justice = list(self.coins), self.justice
            if user != NONE:
                mask = self.table.masks[kind]
                coins = after_power(self, coins, user, mask)
                if mask == CHEATER and self.coins[user] >= CHEATER_FORTUNE:
                    payers = ()
            if payers and max(coins) < RICH and min(coins) > 0:
                for payer in payers:
                    coins[payer] -= 1
                justice += len(payers)
            found = self._after[key] = tuple(coins), justice
        return found

    def value_after(self, user: int, kind: int, payers: tuple[int, ...] = ()) -> float:
        """Return the prospects of the reader after that (see `after`)."""
        key = user, kind, payers
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = TENTHS * prospects(self.after(user, kind, payers)[0], self.table.seat)
        return found

    def paid(self, payer: int, price: int, payee: int) -> float:
        """Return the prospects of the reader after one seat has paid another."""
        after = list(self.coins)
        due = min(after[payer], price)
        after[payer] -= due
        after[payee] += due
        return TENTHS * prospects(after, self.table.seat)

    def answerers(self, kind: int, pointed: int, actor: int) -> list[tuple[int, Answerer]]:
        """Return all seats except the actor's and the reader's, with how they answer an announcement."""
        found = self._answerers.get((kind, pointed))
        if found is None:
            turn = Turn(self.turn, actor, self.coins, self.justice, kind, pointed, (), ())
            found = [
                (seat, self.reading.claim_chances(turn, seat))
                for seat in range(self.table.seats)
                if seat not in (actor, self.table.seat)
            ]
            self._answerers[kind, pointed] = found
        return found

    def threat(self, particles: Sequence[Particle], rivals: Sequence[int]) -> tuple[float, float]:
        """Return what rivals may take with masks they know they hold, and the chance that one of them wins."""
        kinds = range(len(self.table.masks))
        losses = {each: [self.value - self.value_after(each, kind) for kind in kinds] for each in rivals}
        wins = {each: [kind for kind in kinds if self.ends(each, kind)] for each in rivals}
        kept: dict[tuple[int, int], tuple[float, float]] = {}
        taken, lost = 0.0, 0.0
        for particle in particles:
            nobody = 1.0
            for rival in rivals:
                mind = particle.minds[rival]
                found = kept.get((rival, id(mind)))
                if found is None:
                    rows = [mind[slot] for slot in self.table.own[rival]]
                    loss = max(0.0, *[a * b for row in rows for a, b in zip(row, losses[rival], strict=True)])
                    found = loss, max([0.0, *[row[kind] for row in rows for kind in wins[rival]]])
                    kept[rival, id(mind)] = found
                taken += particle.weight * found[0]
                nobody *= 1.0 - found[1]
            lost += particle.weight * (1.0 - nobody)
        return taken, lost

    def ends(self, user: int, kind: int) -> bool:
        """Return whether using this mask ends the match."""
        coins, _justice = self.after(user, kind, ())
        return max(coins) >= RICH or min(coins) <= 0
