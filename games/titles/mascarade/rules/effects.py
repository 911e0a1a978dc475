"""Log entries of Mascarade, typed: moves, the deal, and what follows from them (rules page, #notation).

Slots and masks are words of the notation: ``3``, ``1L``, ``C1``; ``KI``. A mask that the reader may not know, or no
longer, is None, and a swap that they may not know about has the bit ``?``.
"""

from dataclasses import replace
from typing import Annotated, Final

from games.core.engine.events import Effect
from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Items,
    Words,
    coded,
    either,
    entry,
    everybody,
    optional,
    or_none,
    owner,
    paired,
    secret,
    several,
)
from games.titles.mascarade.rules import components
from games.titles.mascarade.rules.masks import CODES

HIDDEN_MASK: Final = "??"
HIDDEN_BIT: Final = "?"

SlotMask = tuple[str, str | None]
"""A slot, and the mask in it."""


def owner_of(slot: str) -> int | None:
    """Return the seat of a slot; None for the centre's.

    >>> owner_of("12"), owner_of("2R"), owner_of("C1")
    (11, 1, None)
    """
    return None if slot.startswith("C") else int(slot.rstrip("LMR")) - 1


def at(letter: str) -> str:
    """Return the slot of the seat that a move names, as ``@L``; empty where a seat has one slot."""
    return f"@{letter}" if letter else ""


# Sorts of words.

ENTRIES: Final = Entries()
SEAT: Final = Words("[1-9][0-9]?", lambda text: int(text) - 1, lambda seat: str(seat + 1))
NOBODY_OR_SEAT: Final = or_none(SEAT, "nobody")
NUMBER: Final = Words("[1-9][0-9]{0,3}", int)
PLACE: Final = Words("[1-9][0-9]?", int)
COINS: Final = Words("[0-9]{1,3}", int)
SLOT: Final = Words("[1-9][0-9]?[LMR]?|C[12]", str)
OWN_SLOT: Final = Words("(?:@[LMR])?", lambda text: text[1:], at)
CODE: Final = coded(CODES)
MASK: Final = secret(CODE, HIDDEN_MASK)
SEEN: Final = replace(optional(CODE, "="), hide=lambda _mask: None)
SLOT_MASK: Final = paired(SLOT, "=", MASK)
MASKS: Final = several(SLOT_MASK, " ")
BIT: Final = Words("[+?-]", str, str, lambda _bit: HIDDEN_BIT)
OPTION: Final = paired(Words("[a-z_]+", str), "=", Words("[a-z_0-9]+", str))


# Moves.


@entry(ENTRIES, "M", to=everybody)
class Memorised(DeclaredEffect):
    """``M``: `seat` knows where the masks lie."""

    seat: int


@entry(ENTRIES, "X{letter}>{other}{bit}", to=everybody, readers={"bit": owner}, kept=["bit"])
class Exchanged(DeclaredEffect):
    """``X@L>2R+``: `seat` exchanges two masks, or pretends to."""

    seat: int
    letter: Annotated[str, OWN_SLOT]
    other: Annotated[str, SLOT]
    bit: Annotated[str, BIT]


@entry(ENTRIES, "V{letter}{mask}", to=everybody, readers={"mask": owner})
class Viewed(DeclaredEffect):
    """``V@L=KI``: `seat` looks at its own mask; others read ``V@L``."""

    seat: int
    letter: Annotated[str, OWN_SLOT]
    mask: Annotated[str | None, SEEN]


@entry(ENTRIES, "A:{mask}{letter}", to=everybody)
class Announced(DeclaredEffect):
    """``A:KI@L``: `seat` says which mask it has."""

    seat: int
    mask: Annotated[str, CODE]
    letter: Annotated[str, OWN_SLOT]


@entry(ENTRIES, "{challenges}{letter}", to=everybody)
class Answered(DeclaredEffect):
    """``C@L`` or ``N``: `seat` challenges, saying that it has the announced mask itself, or does not."""

    seat: int
    challenges: Annotated[bool, either("C", "N")]
    letter: Annotated[str, OWN_SLOT]

    def is_sound(self) -> bool:
        return self.challenges or not self.letter


@entry(
    ENTRIES,
    "P{declined}{targets}{bit}",
    to=everybody,
    readers={"bit": owner},
    kept=["bit"],
    recorded=components.EFFECT_POWER,
)
class PowerUsed(DeclaredEffect):
    """``P>1,4+``, ``P>2``, ``P-`` or ``P``: the targets to which `seat` applies the power, if it chooses any."""

    seat: int
    targets: Annotated[tuple[str, ...], optional(several(SLOT, most=2), ">", ())] = ()
    bit: Annotated[str, Words("[+?-]?", str, str, lambda bit: bit and HIDDEN_BIT)] = ""
    declined: Annotated[bool, either("-", "")] = False

    def is_sound(self) -> bool:
        return not (self.targets or self.bit) if self.declined else bool(self.targets or not self.bit)


@entry(ENTRIES, "B{bit}", to=everybody, readers={"bit": owner}, kept=["bit"])
class SpySwapped(DeclaredEffect):
    """``B+``: having looked, `seat` exchanges the two masks, or pretends to."""

    seat: int
    bit: Annotated[str, BIT]


@entry(ENTRIES, "G={mask}", to=everybody)
class Guessed(DeclaredEffect):
    """``G=KI``: the Guru's victim names a mask."""

    seat: int
    mask: Annotated[str, CODE]


# Chance.


@entry(
    ENTRIES,
    "deal {masks} first={first} script={script} drawn={drawn} masks={kinds}{options}",
    to=everybody,
    readers={"masks": everybody},
    recorded=components.EFFECT_DEALT,
    by_chance=True,
)
class Dealt(DeclaredEffect):
    """The table: options, script, who begins, and where the masks lie at first.

    ``deal 1=JU 2=TR .. first=1 script=custom drawn=no masks=JU,TR,.. log_masks=on ..``
    """

    masks: Annotated[tuple[SlotMask, ...], MASKS]
    first: Annotated[int, SEAT]
    script: Annotated[str, Words("[a-z]+", str)]
    drawn: Annotated[bool, either("yes", "no")]
    kinds: Annotated[tuple[str, ...], several(CODE, none="")]
    """The masks in play, ascending, as often as they are; only of a custom script."""
    options: Annotated[tuple[tuple[str, str], ...], optional(several(OPTION, " "), " ", ())]


# Consequences.


@entry(ENTRIES, "turn {number} seat {seat}", to=everybody, recorded=components.EFFECT_TURN)
class TurnBegun(DeclaredEffect):
    """``turn 5 seat 2``: it is the turn of `seat`."""

    number: Annotated[int, NUMBER]
    seat: Annotated[int, SEAT]


@entry(ENTRIES, "{masks}", to=everybody, readers={"masks": everybody}, recorded=components.EFFECT_REVEALED)
class Revealed(DeclaredEffect):
    """``6=TH 1=JU``: the masks that the announcer and the challengers have shown, in this order."""

    masks: Annotated[tuple[SlotMask, ...], MASKS, Items(components.EFFECT_TURNED_UP)]


@entry(
    ENTRIES,
    "applied {seat} {mask} {challenged}",
    to=everybody,
    readers={"mask": everybody},
    recorded=components.EFFECT_APPLIED,
)
class Applied(DeclaredEffect):
    """``applied 3 KI challenged``: `seat` applies the power of the announced mask; None: no seat has it."""

    seat: Annotated[int | None, NOBODY_OR_SEAT]
    mask: Annotated[str | None, MASK]
    challenged: Annotated[bool, either("challenged", "unchallenged")]

    def fade(self) -> Effect:
        """Return the effect as it is remembered: after a challenge everyone has seen whose mask it is; without one
        nobody has."""
        return replace(self, mask=None) if self.challenged else self


@entry(ENTRIES, "look {seat}: {masks}", to=everybody, readers={"masks": owner}, recorded=components.EFFECT_LOOKED)
class Looked(DeclaredEffect):
    """``look 3: 3=TH 4=EM``: `seat` has seen two masks as the Spy, its own first."""

    seat: Annotated[int, SEAT]
    masks: Annotated[tuple[SlotMask, ...], MASKS]

    def result(self) -> str:
        """Return the note of a record."""
        return MASKS.write(self.masks)


@entry(ENTRIES, "test {slot}={mask}", to=everybody, readers={"mask": everybody}, recorded=components.EFFECT_TESTED)
class Tested(DeclaredEffect):
    """``test 4=TH``: the Guru's victim shows its mask to all."""

    slot: Annotated[str, SLOT]
    mask: Annotated[str | None, MASK]

    def result(self) -> str:
        """Return the note of a record."""
        return SLOT_MASK.write((self.slot, self.mask))


def everybody_else(shown: "ShownToOthers", viewer: int | None) -> bool:
    """Return whether `viewer` sees the mask: all seats do except the one whose mask it is; spectators do not."""
    return viewer is not None and viewer != owner_of(shown.slot)


@entry(ENTRIES, "show {slot}={mask}", to=everybody, readers={"mask": everybody_else}, recorded=components.EFFECT_SHOWN)
class ShownToOthers(DeclaredEffect):
    """``show 5=KI``: the Princess shows the mask of a seat to everybody but that seat. Spectators see nothing."""

    slot: Annotated[str, SLOT]
    mask: Annotated[str | None, MASK]

    def result(self) -> str:
        """Return the note of a record."""
        return SLOT_MASK.write((self.slot, self.mask))


@entry(ENTRIES, "{seat} +{coins}", to=everybody, recorded=components.EFFECT_GAINED)
class Gained(DeclaredEffect):
    """``3 +2``: `seat` takes coins from the bank."""

    seat: Annotated[int, SEAT]
    coins: Annotated[int, COINS]


@entry(ENTRIES, "{seat}→{payee} {coins}", to=everybody, recorded=components.EFFECT_PAID)
class Paid(DeclaredEffect):
    """``4→2 4``: `seat` pays coins to `payee`."""

    seat: Annotated[int, SEAT]
    payee: Annotated[int, SEAT]
    coins: Annotated[int, COINS]


@entry(ENTRIES, "J→{seat} {coins}", to=everybody, recorded=components.EFFECT_JUSTICE)
class JusticeTaken(DeclaredEffect):
    """``J→2 5``: `seat` takes all coins of the justice board."""

    seat: Annotated[int, SEAT]
    coins: Annotated[int, COINS]


@entry(ENTRIES, "{one}↔{other}", to=everybody, recorded=components.EFFECT_FORTUNES)
class FortunesExchanged(DeclaredEffect):
    """``1↔2``: two seats exchange all their coins."""

    one: Annotated[int, SEAT]
    other: Annotated[int, SEAT]


@entry(ENTRIES, "fines {seats}", to=everybody, recorded=components.EFFECT_FINED)
class Fined(DeclaredEffect):
    """``fines 6,1``: the seats that claimed the mask without having it, clockwise from the announcer; a coin each."""

    seats: Annotated[tuple[int, ...], several(SEAT), Items(components.EFFECT_FINE)]


@entry(ENTRIES, "end {reason} {winners}; places {places}", to=everybody, recorded=components.EFFECT_ENDED)
class Ended(DeclaredEffect):
    """``end thirteen 1,4; places 1,2,2,1``: why the match is over, who has won, and all places by seat."""

    reason: Annotated[str, coded(components.ENDINGS)]
    winners: Annotated[tuple[int, ...], several(SEAT)]
    places: Annotated[tuple[int, ...], several(PLACE)]
