"""Log entries of Maskera, typed: moves, draws, and what follows from them (rules page, section 7).

Masks are numbers (components.py). A card that the reader may not know is None, and so is the mask of a move that he
may not know. Lists of cards ascend.
"""

from dataclasses import dataclass
from typing import Final

from games.core.events import Effect
from games.titles.maskera.rules.components import LETTERS

Masks = tuple[int, ...]
Cards = tuple[int | None, ...]

HIDDEN: Final = "?"


class PublicEffect(Effect):
    """What everybody may read."""

    __slots__ = ()

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


# Moves.


@dataclass(frozen=True, slots=True)
class ChoseToDraw(PublicEffect):
    """``dr``: `seat` draws instead of playing; the cards follow as `CardsDrawn`."""

    seat: int

    def format(self) -> str:
        return "dr"


@dataclass(frozen=True, slots=True)
class Played(Effect):
    """``pl=B``: `seat` plays a card facedown."""

    seat: int
    mask: int | None

    def format(self) -> str:
        return f"pl={letter(self.mask)}"

    def redact(self, viewer: int | None) -> "Played":
        """For the other seat it stays hidden: the card is told by `Revealed`."""
        return self if viewer == self.seat else Played(self.seat, None)


@dataclass(frozen=True, slots=True)
class Passed(PublicEffect):
    """``ok``: `seat` lets the card on trial pass, by choice or because its hand is empty."""

    seat: int

    def format(self) -> str:
        return "ok"


@dataclass(frozen=True, slots=True)
class Announced(PublicEffect):
    """``ct=S``: `seat` tries to counter the card on trial and says that it is a `mask`."""

    seat: int
    mask: int

    def format(self) -> str:
        return f"ct={LETTERS[self.mask]}"


@dataclass(frozen=True, slots=True)
class Discarded(PublicEffect):
    """``di=R``: `seat` discards a card after its counter."""

    seat: int
    mask: int

    def format(self) -> str:
        return f"di={LETTERS[self.mask]}"


@dataclass(frozen=True, slots=True)
class Kept(Effect):
    """``ke=A``: `seat` keeps one of the cards that its recruiter has drawn."""

    seat: int
    mask: int | None

    def format(self) -> str:
        return f"ke={letter(self.mask)}"

    def redact(self, viewer: int | None) -> "Kept":
        return self if viewer == self.seat else Kept(self.seat, None)


@dataclass(frozen=True, slots=True)
class Removed(PublicEffect):
    """``as=P``: the assassin of `seat` discards a card from the area of the other seat."""

    seat: int
    mask: int

    def format(self) -> str:
        return f"as={LETTERS[self.mask]}"


@dataclass(frozen=True, slots=True)
class Skipped(PublicEffect):
    """``skip``: `seat` can neither draw nor play."""

    seat: int

    def format(self) -> str:
        return "skip"


# Chance.


@dataclass(frozen=True, slots=True)
class Dealt(Effect):
    """``deal 0=PPSBA 1=????? area0=PS area1=BB first=0``: hands and areas by seat, and who begins."""

    hands: tuple[Cards, ...]
    areas: tuple[Masks, ...]
    first: int

    def format(self) -> str:
        hands = [f"{seat}={letters(cards)}" for seat, cards in enumerate(self.hands)]
        areas = [f"area{seat}={letters(cards)}" for seat, cards in enumerate(self.areas)]
        return " ".join(["deal", *hands, *areas, f"first={self.first}"])

    def redact(self, viewer: int | None) -> "Dealt":
        """Each seat reads its own hand."""
        hands = [cards if seat == viewer else hidden(cards) for seat, cards in enumerate(self.hands)]
        return Dealt(tuple(hands), self.areas, self.first)


@dataclass(frozen=True, slots=True)
class CardsDrawn(Effect):
    """``draw 0 PS``: what `seat` draws at one go; a reshuffle splits a draw in two."""

    seat: int
    cards: Cards

    def format(self) -> str:
        return f"draw {self.seat} {letters(self.cards)}"

    def redact(self, viewer: int | None) -> "CardsDrawn":
        return self if viewer == self.seat else CardsDrawn(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class RandomlyDiscarded(PublicEffect):
    """``rand 1 A``: the brute discards a random card from the hand of `seat`."""

    seat: int
    mask: int

    def format(self) -> str:
        return f"rand {self.seat} {LETTERS[self.mask]}"


# Consequences.


@dataclass(frozen=True, slots=True)
class Revealed(PublicEffect):
    """``rev 0 B``: the card that `seat` has put on trial."""

    seat: int
    mask: int

    def format(self) -> str:
        return f"rev {self.seat} {LETTERS[self.mask]}"


@dataclass(frozen=True, slots=True)
class CounterHit(PublicEffect):
    """``hit``: the mask announced is that of the card, which is countered."""

    def format(self) -> str:
        return "hit"


@dataclass(frozen=True, slots=True)
class CounterMissed(PublicEffect):
    """``miss``: the mask announced is another, and the card stays."""

    def format(self) -> str:
        return "miss"


@dataclass(frozen=True, slots=True)
class Reshuffled(PublicEffect):
    """``shuffle 17``: the discard pile, so many cards, becomes the draw pile."""

    cards: int

    def format(self) -> str:
        return f"shuffle {self.cards}"


@dataclass(frozen=True, slots=True)
class HandSeen(Effect):
    """``peek 0 RRA``: the spy of `seat` sees the hand of the other seat."""

    seat: int
    cards: Cards

    def format(self) -> str:
        return f"peek {self.seat} {letters(self.cards)}"

    def redact(self, viewer: int | None) -> "HandSeen":
        """Both seats see these cards: one looks, the other holds them."""
        return HandSeen(self.seat, hidden(self.cards)) if viewer is None else self


@dataclass(frozen=True, slots=True)
class Rejected(PublicEffect):
    """``rej 1 PPSB``: what `seat` has drawn with its recruiter and not kept."""

    seat: int
    cards: Masks

    def format(self) -> str:
        return f"rej {self.seat} {letters(self.cards)}"


@dataclass(frozen=True, slots=True)
class Won(PublicEffect):
    """``win 0 P4`` or ``win 0 all5``: `seat` has four of the mask `four`, or (None) one of each."""

    seat: int
    four: int | None

    def format(self) -> str:
        return f"win {self.seat} all5" if self.four is None else f"win {self.seat} {LETTERS[self.four]}4"


@dataclass(frozen=True, slots=True)
class Stopped(PublicEffect):
    """``stop 300``: no win in so many turns."""

    turns: int

    def format(self) -> str:
        return f"stop {self.turns}"


# Cards as letters.


def letter(mask: int | None) -> str:
    """The letter of a mask."""
    return HIDDEN if mask is None else LETTERS[mask]


def letters(cards: Cards) -> str:
    """``PPS``; hidden cards as question marks."""
    return "".join([HIDDEN if mask is None else LETTERS[mask] for mask in cards])


def hidden(cards: Cards) -> Cards:
    """As many cards, all of them unknown."""
    return (None,) * len(cards)
