"""The effect of a power: the coins of all seats after it, with the targets that are best for its user."""

from collections.abc import Sequence
from typing import Protocol

from games.titles.mascarade.rules.components import (
    CHEATER_FORTUNE,
    RICH,
    WIDOW_FORTUNE,
)
from games.titles.mascarade.rules.masks import (
    BEGGAR,
    CHEATER,
    GAINS,
    GURU,
    JUDGE,
    PATRON,
    PRICES,
    PUPPETEER,
    SORCERESS,
    THIEF,
    WIDOW,
)

GURU_SUCCEEDS = 0.45
"""How often, roughly, the Guru's victim does not know its mask."""


class Board(Protocol):
    """A position or a turn, with the coins on its justice board."""

    @property
    def justice(self) -> int: ...


def after_power(board: Board, coins: Sequence[float], user: int, mask: int) -> list[float]:
    """Return the coins after `user` has applied the power of `mask`, as far as coins tell; a new list."""
    after = list(coins)
    after[user] += int(GAINS[mask])
    if mask == WIDOW:
        after[user] = max(after[user], WIDOW_FORTUNE)
    elif mask == JUDGE:
        after[user] += int(board.justice)
    elif mask == PATRON:
        if after[user] < RICH:
            for neighbour in neighbours(len(after), user):
                after[neighbour] += 1
    elif mask == THIEF:
        for neighbour in neighbours(len(after), user):
            _pay(after, neighbour, user, 1)
    elif mask == BEGGAR:
        for step in range(1, len(after)):
            payer = (user + step) % len(after)
            if after[payer] > after[user]:
                _pay(after, payer, user, 1)
    elif mask == CHEATER:
        if after[user] >= CHEATER_FORTUNE:
            after = [min(each, RICH - 1) for each in after]
            after[user] = RICH
    else:
        _with_target(after, user, mask)
    return after


def _with_target(after: list[float], user: int, mask: int) -> None:
    """Apply a power whose user chooses a target to `after`, with the best target."""
    others = [seat for seat in range(len(after)) if seat != user]
    richest = max(others, key=after.__getitem__)
    price = int(PRICES[mask])
    if mask == GURU:
        _pay(after, richest, user, price * GURU_SUCCEEDS)
    elif mask == SORCERESS:
        if after[richest] > after[user]:
            after[user], after[richest] = after[richest], after[user]
    elif mask == PUPPETEER:
        for victim in sorted(others, key=after.__getitem__)[-2:]:
            _pay(after, victim, user, price)
    else:
        _pay(after, richest, user, price)


def neighbours(seats: int, seat: int) -> list[int]:
    """Return the seats next to `seat`, each once."""
    return sorted({(seat + 1) % seats, (seat - 1) % seats})


def _pay(coins: list[float], payer: int, payee: int, due: float) -> None:
    paid = min(coins[payer], due)
    coins[payer] -= paid
    coins[payee] += paid
