"""The drawn examples of the rules page: a position, what is done in the words of records, what the caption says.

Which masks and coins are there then is what the rules make of it (`figures`). You are seat 1; of larger tables only the
players that matter are drawn.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _, text_of
from games.titles.mascarade.rules.masks import MASK_ROWS, SIX
from games.titles.mascarade.rules.rows import Example


@dataclass(frozen=True, slots=True)
class Step:
    """A moment: its title, and the part of the record that leads there."""

    title: Text
    record: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Steps from the beginning of a turn of seat `active`: masks by slot, coins by seat. `drawn` are the slots that are
    drawn at each of them; `justice`, if it is given, the coins on the justice board at first, which is drawn then."""

    caption: Text
    masks: str
    drawn: str
    steps: tuple[Step, ...]
    coins: tuple[int, ...] = ()
    justice: int | None = None
    active: int = 1
    seats: int = 0


BEFORE: Final = _("Before")
AFTER: Final = _("After")
SAID: Final = _("Announced")


def _turn(record: str) -> tuple[Step, ...]:
    return Step(BEFORE, ""), Step(AFTER, record)


# In one minute.

EXCHANGE: Final = Figure(
    _(
        "You hold your mask and Ada’s under the table, and give one back. Only you know whether they have changed "
        "places: here they have."
    ),
    SIX,
    "1 2",
    _turn("9. 1: X>2+"),
)
BELIEVED: Final = Figure(
    _(
        "You are the Judge, but say that you are the Empress. Nobody challenges you: you take the Empress’s 3 coins, "
        "and nobody sees your mask."
    ),
    SIX,
    "1 3",
    (
        Step(SAID, "9. 1: A:EM"),
        Step(AFTER, "2:N 3:N 4:N 5:N 6:N 1:P {1 +3}"),
    ),
)
CHALLENGED: Final = Figure(
    _(
        "You say that you are the Empress, and you are. Ben says the same, but is the King: both masks are turned up, "
        "you take 3 coins, and Ben pays 1 to the justice board."
    ),
    "EM JU KI TR SO CH",
    "1 3",
    _turn("9. 1: A:EM 2:N 3:C 4:N 5:N 6:N {1=EM 3=KI} 1:P {1 +3; fines 3}"),
    justice=0,
)
WIN: Final = Figure(
    _("With 10 coins you announce the Empress, and are believed: 13 coins win at once."),
    SIX,
    "1 2",
    _turn("9. 1: A:EM 2:N 3:N 4:N 5:N 6:N 1:P {1 +3} {end thirteen 1; places 1,2,3,3,3,3}"),
    coins=(10, 7),
)

# Challenges.

OUT_OF_TURN: Final = Figure(
    _(
        "You say that you are the King. Ada and Cleo say the same; only Cleo is. Cleo takes 2 coins out of turn, you "
        "and Ada pay 1 each. Ada is next, and may not announce: everybody has just seen that mask."
    ),
    "TR CH EM KI SO JU",
    "1 2 4",
    _turn("9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}"),
    justice=0,
)
NOBODY: Final = Figure(
    _(
        "Four players: the Cheater lies in the centre. You and Ben both claim to be the Cheater, so nobody uses "
        "the power, and both of you pay."
    ),
    "JU TR EM KI CH SO",
    "1 3 C1",
    _turn("9. 1: A:CH 2:N 3:C 4:N {1=JU 3=EM} {fines 1,3}"),
    justice=0,
    seats=4,
)

# The ability of each mask. Nobody challenges, unless the caption says so.


def of_mask(example: Example) -> Figure:
    """Return the example in the row of a mask."""
    caption, masks, record, drawn, coins, justice = example
    return Figure(text_of(caption), masks, drawn, _turn(record), coins, justice)


MASKS: Final = {mask.code: of_mask(mask.example) for mask in MASK_ROWS}
"""By code."""

# The end, and few players.

BANKRUPT: Final = Figure(
    _(
        "Ada announces the Thief and takes 1 coin from you and 1 from Ben, whose last one it was. The match ends: Cleo "
        "and Dino, the richest, share the victory with Ada."
    ),
    "TR TH EM KI SO JU",
    "1 2 3 4 5",
    _turn("9. 2: A:TH 3:N 4:N 5:N 6:N 1:N 2:P {3→2 1, 1→2 1} {end bankrupt 2,4,5; places 4,1,6,1,1,5}"),
    coins=(5, 6, 1, 8, 8, 3),
    active=2,
)
POINTED: Final = Figure(
    _(
        "Three players: you have the Empress on your right, but point at your left mask. Ada points at her left one. "
        "Only the masks that were pointed at count, so neither of you is the Empress, and both pay."
    ),
    "JU EM TR KI SO CH",
    "1L 1R 2L 2R",
    _turn("9. 1: A:EM@L 2:C@L 3:N {1L=JU 2L=TR} {fines 1,2}"),
    justice=0,
    seats=3,
)
