"""Log entries of Mascarade, typed: moves, the deal, and what follows from them (rules page, section 10).

Slots and masks are words of the notation: ``3``, ``1L``, ``C1``; ``KI``. A mask that the reader may not know, or no
longer, is None, and a swap that he may not know about has the bit ``?``.
"""

from dataclasses import dataclass, replace
from typing import Final

from games.core.events import Effect

HIDDEN_MASK: Final = "??"
HIDDEN_BIT: Final = "?"

SlotMask = tuple[str, str | None]
"""A slot, and the mask in it."""


def owner_of(slot: str) -> int | None:
    """The seat of a slot; None for the centre's.

    >>> owner_of("12"), owner_of("2R"), owner_of("C1")
    (11, 1, None)
    """
    return None if slot.startswith("C") else int(slot.rstrip("LMR")) - 1


def mask_word(mask: str | None) -> str:
    """A mask's code, or question marks in equal size."""
    return mask or HIDDEN_MASK


def at(letter: str) -> str:
    """The own slot of a move: ``@L``; nothing where a seat has one slot."""
    return f"@{letter}" if letter else ""


class PublicEffect(Effect):
    """What everybody may read."""

    __slots__ = ()

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


# Moves.


@dataclass(frozen=True, slots=True)
class Memorised(PublicEffect):
    """``M``: `seat` knows where the masks lie."""

    seat: int

    def format(self) -> str:
        return "M"


@dataclass(frozen=True, slots=True)
class Exchanged(Effect):
    """``X@L>2R+``: `seat` exchanges two masks, or pretends to."""

    seat: int
    letter: str
    other: str
    bit: str

    def format(self) -> str:
        return f"X{at(self.letter)}>{self.other}{self.bit}"

    def redact(self, viewer: int | None) -> "Exchanged":
        return self if viewer == self.seat else replace(self, bit=HIDDEN_BIT)


@dataclass(frozen=True, slots=True)
class Viewed(Effect):
    """``V@L=KI``: `seat` looks at its own mask; others read ``V@L``."""

    seat: int
    letter: str
    mask: str | None

    def format(self) -> str:
        return f"V{at(self.letter)}" + (f"={self.mask}" if self.mask else "")

    def redact(self, viewer: int | None) -> "Viewed":
        return self if viewer == self.seat else replace(self, mask=None)

    def fade(self) -> "Viewed":
        return replace(self, mask=None)


@dataclass(frozen=True, slots=True)
class Announced(PublicEffect):
    """``A:KI@L``: `seat` says which mask it has."""

    seat: int
    mask: str
    letter: str

    def format(self) -> str:
        return f"A:{self.mask}{at(self.letter)}"


@dataclass(frozen=True, slots=True)
class Answered(PublicEffect):
    """``C@L`` or ``N``: `seat` says that it has the announced mask itself, or not."""

    seat: int
    challenges: bool
    letter: str

    def format(self) -> str:
        return f"C{at(self.letter)}" if self.challenges else "N"


@dataclass(frozen=True, slots=True)
class PowerUsed(Effect):
    """``P>1,4+``, ``P>2``, ``P-`` or ``P``: the targets to which `seat` applies the power, if it chooses any."""

    seat: int
    targets: tuple[str, ...] = ()
    bit: str = ""
    declined: bool = False

    def format(self) -> str:
        if self.declined:
            return "P-"
        return "P" + (">" + ",".join(self.targets) if self.targets else "") + self.bit

    def redact(self, viewer: int | None) -> "PowerUsed":
        return self if viewer == self.seat or not self.bit else replace(self, bit=HIDDEN_BIT)


@dataclass(frozen=True, slots=True)
class SpySwapped(Effect):
    """``B+``: having looked, `seat` exchanges the two masks, or pretends to."""

    seat: int
    bit: str

    def format(self) -> str:
        return f"B{self.bit}"

    def redact(self, viewer: int | None) -> "SpySwapped":
        return self if viewer == self.seat else SpySwapped(self.seat, HIDDEN_BIT)


@dataclass(frozen=True, slots=True)
class Guessed(PublicEffect):
    """``G=KI``: the Guru's victim names a mask."""

    seat: int
    mask: str

    def format(self) -> str:
        return f"G={self.mask}"


# Chance.


@dataclass(frozen=True, slots=True)
class Dealt(PublicEffect):
    """The table: options, script, who begins, and where the masks lie at first.

    ``deal 1=JU 2=TR .. first=1 script=custom drawn=no masks=JU,TR,.. log_masks=on ..``
    """

    masks: tuple[SlotMask, ...]
    first: int
    script: str
    drawn: bool
    kinds: tuple[str, ...]
    """The masks in play, ascending, as often as they are; only of a custom script."""
    options: tuple[tuple[str, str], ...]

    def format(self) -> str:
        deal = [f"{slot}={mask_word(mask)}" for slot, mask in self.masks]
        drawn = "yes" if self.drawn else "no"
        rest = [f"first={self.first + 1}", f"script={self.script}", f"drawn={drawn}", f"masks={','.join(self.kinds)}"]
        return " ".join(["deal", *deal, *rest, *(f"{name}={value}" for name, value in self.options)])

    def fade(self) -> "Dealt":
        return replace(self, masks=tuple((slot, None) for slot, _mask in self.masks))


# What follows.


@dataclass(frozen=True, slots=True)
class TurnBegun(PublicEffect):
    """``turn 5 seat 2``: it is the turn of `seat`."""

    number: int
    seat: int

    def format(self) -> str:
        return f"turn {self.number} seat {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Revealed(PublicEffect):
    """``6=TH 1=JU``: the masks that the announcer and the challengers have shown, in this order."""

    masks: tuple[SlotMask, ...]

    def format(self) -> str:
        return " ".join(f"{slot}={mask_word(mask)}" for slot, mask in self.masks)

    def fade(self) -> "Revealed":
        return Revealed(tuple((slot, None) for slot, _mask in self.masks))


@dataclass(frozen=True, slots=True)
class Applied(PublicEffect):
    """``applied 3 KI challenged``: `seat` applies the power of the announced mask; None: nobody has it."""

    seat: int | None
    mask: str | None
    challenged: bool

    def format(self) -> str:
        who = "nobody" if self.seat is None else str(self.seat + 1)
        return f"applied {who} {mask_word(self.mask)} {'challenged' if self.challenged else 'unchallenged'}"

    def fade(self) -> "Applied":
        """After a challenge everybody has seen whose mask it is; without one nobody has."""
        return replace(self, mask=None) if self.challenged else self


@dataclass(frozen=True, slots=True)
class Looked(Effect):
    """``look 3: 3=TH 4=EM``: `seat` has seen two masks as the Spy, its own first."""

    seat: int
    masks: tuple[SlotMask, ...]

    def format(self) -> str:
        return f"look {self.seat + 1}: {self.result()}"

    def result(self) -> str:
        """The note of a record."""
        return " ".join(f"{slot}={mask_word(mask)}" for slot, mask in self.masks)

    def redact(self, viewer: int | None) -> "Looked":
        return self if viewer == self.seat else self.fade()

    def fade(self) -> "Looked":
        return replace(self, masks=tuple((slot, None) for slot, _mask in self.masks))


@dataclass(frozen=True, slots=True)
class Tested(PublicEffect):
    """``test 4=TH``: the Guru's victim shows its mask to all."""

    slot: str
    mask: str | None

    def format(self) -> str:
        return f"test {self.result()}"

    def result(self) -> str:
        """The note of a record."""
        return f"{self.slot}={mask_word(self.mask)}"

    def fade(self) -> "Tested":
        return Tested(self.slot, None)


@dataclass(frozen=True, slots=True)
class ShownToOthers(Effect):
    """``show 5=KI``: the Princess shows the mask of a seat to everybody but that seat. Spectators see nothing."""

    slot: str
    mask: str | None

    def format(self) -> str:
        return f"show {self.result()}"

    def result(self) -> str:
        """The note of a record."""
        return f"{self.slot}={mask_word(self.mask)}"

    def redact(self, viewer: int | None) -> "ShownToOthers":
        return self.fade() if viewer is None or viewer == owner_of(self.slot) else self

    def fade(self) -> "ShownToOthers":
        return ShownToOthers(self.slot, None)


@dataclass(frozen=True, slots=True)
class Gained(PublicEffect):
    """``3 +2``: `seat` takes coins from the bank."""

    seat: int
    coins: int

    def format(self) -> str:
        return f"{self.seat + 1} +{self.coins}"


@dataclass(frozen=True, slots=True)
class Paid(PublicEffect):
    """``4→2 4``: `seat` pays coins to `payee`."""

    seat: int
    payee: int
    coins: int

    def format(self) -> str:
        return f"{self.seat + 1}→{self.payee + 1} {self.coins}"


@dataclass(frozen=True, slots=True)
class JusticeTaken(PublicEffect):
    """``J→2 5``: `seat` takes all coins of the justice board."""

    seat: int
    coins: int

    def format(self) -> str:
        return f"J→{self.seat + 1} {self.coins}"


@dataclass(frozen=True, slots=True)
class FortunesExchanged(PublicEffect):
    """``1↔2``: two seats exchange all their coins."""

    one: int
    other: int

    def format(self) -> str:
        return f"{self.one + 1}↔{self.other + 1}"


@dataclass(frozen=True, slots=True)
class Fined(PublicEffect):
    """``fines 6,1``: who claimed the mask without having it, clockwise from the announcer; a coin each."""

    seats: tuple[int, ...]

    def format(self) -> str:
        return "fines " + ",".join(str(seat + 1) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Ended(PublicEffect):
    """``end thirteen 1,4; places 1,2,2,1``: why the match is over, who has won, and all places by seat."""

    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...]

    def format(self) -> str:
        winners = ",".join(str(seat + 1) for seat in self.winners)
        return f"end {self.reason} {winners}; places {','.join(map(str, self.places))}"
