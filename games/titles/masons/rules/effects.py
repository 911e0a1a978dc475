"""Log entries of Masons, typed: moves, dice and cards, and what follows from them (rules page, section 10).

Points, lines and spaces have their names, towns are ``T3`` and cards codes. A card that the reader may not know is
None; how many there are is public.
"""

from dataclasses import dataclass, replace
from typing import Final

from games.core.events import Effect

HIDDEN_CARD: Final = "?"
Cards = tuple[str | None, ...]
"""Cards in their order; None for each that is hidden."""


def cards_word(cards: Cards) -> str:
    """``OW,NT``, ``?,?``; a dash for none."""
    return ",".join(card or HIDDEN_CARD for card in cards) or "-"


def hidden(cards: Cards) -> Cards:
    """As many cards, none of them known."""
    return (None,) * len(cards)


class PublicEffect(Effect):
    """What everybody may read."""

    __slots__ = ()

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


# Moves.


@dataclass(frozen=True, slots=True)
class WallPlaced(PublicEffect):
    """``W:a2b3``: `seat` places a wall."""

    seat: int
    line: str

    def format(self) -> str:
        return f"W:{self.line}"


@dataclass(frozen=True, slots=True)
class Built(PublicEffect):
    """``B:a2=W,b3=K;A3=r,A4=b``: `seat` builds towers and houses."""

    seat: int
    towers: tuple[str, ...]
    houses: tuple[str, ...]

    def format(self) -> str:
        return f"B:{','.join(self.towers)};{','.join(self.houses)}"


@dataclass(frozen=True, slots=True)
class MergeChosen(PublicEffect):
    """``M:T1``, ``M:-``: `seat` joins the new town with a neighbour, or leaves it alone."""

    seat: int
    town: str | None

    def format(self) -> str:
        return f"M:{self.town or '-'}"


@dataclass(frozen=True, slots=True)
class CardsPlayed(PublicEffect):
    """``S:TS1+OW``: `seat` scores with one or two cards."""

    seat: int
    cards: tuple[str, ...]

    def format(self) -> str:
        return f"S:{'+'.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class CardDiscarded(Effect):
    """``X:NT``, for others ``X:?``: `seat` discards a card instead of scoring."""

    seat: int
    card: str | None

    def format(self) -> str:
        return f"X:{self.card or HIDDEN_CARD}"

    def redact(self, viewer: int | None) -> "CardDiscarded":
        return self if viewer == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class CardsExchanged(Effect):
    """``E:TS7,TP``, for others ``E:2``; ``E:-`` for none: `seat` throws cards away, and will draw as many."""

    seat: int
    cards: Cards

    def format(self) -> str:
        if None in self.cards:
            return f"E:{len(self.cards)}"
        return f"E:{cards_word(self.cards)}"

    def redact(self, viewer: int | None) -> "CardsExchanged":
        return self if viewer == self.seat else replace(self, cards=hidden(self.cards))


@dataclass(frozen=True, slots=True)
class FinalPlayed(PublicEffect):
    """``F:T2:TTA+OW``, ``F:0:OW`` without a town, ``F:-`` for nothing: the final cards of `seat`."""

    seat: int
    town: str
    cards: tuple[str, ...]

    def format(self) -> str:
        return f"F:{self.town}:{'+'.join(self.cards)}" if self.cards else "F:-"


# Chance.


@dataclass(frozen=True, slots=True)
class Dealt(Effect):
    """``deal 0=TS1,.. 1=?,.. first=1``: the hands, and who begins."""

    hands: tuple[Cards, ...]
    first: int

    def format(self) -> str:
        hands = " ".join(f"{seat}={cards_word(cards)}" for seat, cards in enumerate(self.hands))
        return f"deal {hands} first={self.first}"

    def redact(self, viewer: int | None) -> "Dealt":
        return replace(
            self, hands=tuple(cards if seat == viewer else hidden(cards) for seat, cards in enumerate(self.hands))
        )


@dataclass(frozen=True, slots=True)
class Rolled(PublicEffect):
    """``D:W/r?``: the tower die, then both house dice."""

    tone: str
    houses: tuple[str, str]

    def format(self) -> str:
        return f"D:{self.tone}/{''.join(self.houses)}"


@dataclass(frozen=True, slots=True)
class CardsDrawn(Effect):
    """``1 draws OW,NT`` after a scoring, ``1 redraws OW,NT`` in an exchange; a dash if nothing is left to draw."""

    seat: int
    cards: Cards
    exchanged: bool

    def format(self) -> str:
        return f"{self.seat} {'redraws' if self.exchanged else 'draws'} {cards_word(self.cards)}"

    def redact(self, viewer: int | None) -> "CardsDrawn":
        return self if viewer == self.seat else replace(self, cards=hidden(self.cards))


# What follows from a move.


@dataclass(frozen=True, slots=True)
class TurnBegun(PublicEffect):
    """``turn 7 seat 1``."""

    number: int
    seat: int

    def format(self) -> str:
        return f"turn {self.number} seat {self.seat}"


@dataclass(frozen=True, slots=True)
class TownCompleted(PublicEffect):
    """``town T2 A3,A4``: the last wall encloses these spaces."""

    town: str
    spaces: tuple[str, ...]

    def format(self) -> str:
        return f"town {self.town} {','.join(self.spaces)}"


@dataclass(frozen=True, slots=True)
class TownsJoined(PublicEffect):
    """``joined T2 T1``: the new town has taken a neighbour in."""

    town: str
    old: str

    def format(self) -> str:
        return f"joined {self.town} {self.old}"


@dataclass(frozen=True, slots=True)
class PiecesReturned(PublicEffect):
    """``back a2b3,b3=K``: walls and towers that go back to the supply."""

    walls: tuple[str, ...]
    towers: tuple[str, ...]

    def format(self) -> str:
        return f"back {','.join((*self.walls, *self.towers))}"


@dataclass(frozen=True, slots=True)
class PalacesBuilt(PublicEffect):
    """``palaces A3=r,A4=b``: on each of these spaces, two houses have become a palace."""

    places: tuple[str, ...]

    def format(self) -> str:
        return f"palaces {','.join(self.places)}"


@dataclass(frozen=True, slots=True)
class SeatSkipped(PublicEffect):
    """``skip 1 S``: a seat without cards is passed over in a scoring, an exchange (E) or the final scoring (F)."""

    seat: int
    step: str

    def format(self) -> str:
        return f"skip {self.seat} {self.step}"


@dataclass(frozen=True, slots=True)
class PileShuffled(PublicEffect):
    """``shuffle 20``: so many discarded cards are the draw pile now."""

    cards: int

    def format(self) -> str:
        return f"shuffle {self.cards}"


@dataclass(frozen=True, slots=True)
class EndNears(PublicEffect):
    """``last turn walls``: why the match ends with this turn."""

    reason: str

    def format(self) -> str:
        return f"last turn {self.reason}"


@dataclass(frozen=True, slots=True)
class TownScored(PublicEffect):
    """``scored T1 size 2 0:9:T1:TS1+OW 1:0:T1:OHb``: what seats, in their order, have played, for how many points.

    `town` is ``0`` in the final scoring, where each seat has chosen its own. `plays` holds the seat, its points, its
    town and its cards; seats that have discarded or passed are not in it.
    """

    town: str
    size: int
    plays: tuple[tuple[int, int, str, tuple[str, ...]], ...]

    def format(self) -> str:
        plays = [f"{seat}:{points}:{town}:{'+'.join(cards)}" for seat, points, town, cards in self.plays]
        return " ".join([f"scored {self.town} size {self.size}", *plays])


@dataclass(frozen=True, slots=True)
class Ended(PublicEffect):
    """``end walls case 1 0=1/40/1 1=2/31/1``: why, whether the last turn completed a town (case 1), and place, points
    and cards of each seat."""

    reason: str
    with_town: bool
    seats: tuple[tuple[int, int, int], ...]

    def format(self) -> str:
        standing = " ".join(
            f"{seat}={place}/{points}/{cards}" for seat, (place, points, cards) in enumerate(self.seats)
        )
        return f"end {self.reason} case {1 if self.with_town else 2} {standing}"
