"""The public acts of each turn: the announcement, the answers, and the coins before it."""

from dataclasses import dataclass, field

from games.core.engine.events import Entry
from games.core.title.thinker import Observer
from games.titles.mascarade.rules.components import LETTERS, NONE, START_COINS
from games.titles.mascarade.rules.effects import (
    Announced,
    Answered,
    Fined,
    FortunesExchanged,
    Gained,
    JusticeTaken,
    Paid,
    TurnBegun,
)
from games.titles.mascarade.rules.masks import CODES

SILENT = NONE
"""The answer of a seat that does not challenge."""


@dataclass(slots=True)
class Act:
    """A turn: the coins of the seats and of the justice board at its beginning, the mask announced and the number of
    the slot pointed at, and the answers."""

    coins: tuple[int, ...]
    justice: int
    mask: int = NONE
    pointed: int = 0
    answers: dict[int, int] = field(default_factory=dict)
    """By seat: the number of the slot with which it challenges, or SILENT."""


class Acts(Observer):
    """Collects the acts from the log of a seat."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(seat, seats)
        self.letters = LETTERS.get(seats, "")
        self.coins = [START_COINS] * seats
        self.justice = 0
        self.turns: dict[int, Act] = {}
        self.act = Act(tuple(self.coins), 0)

    def observe(self, entry: Entry) -> None:
        match entry.effect:
            case TurnBegun(number):
                self.act = self.turns[number] = Act(tuple(self.coins), self.justice)
            case Announced(_seat, mask, letter):
                self.act.mask, self.act.pointed = CODES.index(mask), self.number(letter)
            case Answered(seat, challenges, letter):
                self.act.answers[seat] = self.number(letter) if challenges else SILENT
            case Gained(seat, coins):
                self.coins[seat] += coins
            case Paid(seat, payee, coins):
                self.coins[seat] -= coins
                self.coins[payee] += coins
            case JusticeTaken(seat, coins):
                self.coins[seat] += coins
                self.justice -= coins
            case FortunesExchanged(one, other):
                self.coins[one], self.coins[other] = self.coins[other], self.coins[one]
            case Fined(seats):
                for seat in seats:
                    self.coins[seat] -= 1
                self.justice += len(seats)

    def number(self, letter: str) -> int:
        """Return the number of the slot `letter` among those of a seat; 0 without a letter."""
        return self.letters.index(letter) if letter else 0
