"""The drawn examples of the rules page: a position, what is done in the words of records, what the caption says.

The masks and coins that are there then follow from the rules (`figures`). You are seat 1; of larger tables only the
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
        "You take your mask and Ada’s under the table and give one back. Only you know whether you’ve "
        "swapped them: here you have."
    ),
    SIX,
    "1 2",
    _turn("9. 1: X>2+"),
)
BELIEVED: Final = Figure(
    _(
        "You’re the Judge but claim to be the Empress. No one challenges you, so you take the Empress’s 3 "
        "coins, and no one sees your mask."
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
        "You claim to be the Empress, and you are. Ben claims it too, but he’s the King: both masks are "
        "revealed, you take 3 coins, and Ben pays 1 to the justice board."
    ),
    "EM JU KI TR SO CH",
    "1 3",
    _turn("9. 1: A:EM 2:N 3:C 4:N 5:N 6:N {1=EM 3=KI} 1:P {1 +3; fines 3}"),
    justice=0,
)
WIN: Final = Figure(
    _("You have 10 coins, announce the Empress, and no one challenges you: with 13 coins, you win immediately."),
    SIX,
    "1 2",
    _turn("9. 1: A:EM 2:N 3:N 4:N 5:N 6:N 1:P {1 +3} {end thirteen 1; places 1,2,3,3,3,3}"),
    coins=(10, 7),
)

# Challenges.

OUT_OF_TURN: Final = Figure(
    _(
        "You claim to be the King. Ada and Cleo claim it too, and Cleo is right: she takes 2 coins out of "
        "turn, and you and Ada pay 1 each. Ada is next and can’t announce, because everyone has just seen "
        "her mask."
    ),
    "TR CH EM KI SO JU",
    "1 2 4",
    _turn("9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}"),
    justice=0,
)
NOBODY: Final = Figure(
    _(
        "Four players: the Cheater is in the centre. You and Ben both claim to be the Cheater, so no one "
        "uses the power, and you both pay."
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
"""The example of each mask, by code."""

# The end, and few players.

BANKRUPT: Final = Figure(
    _(
        "Ada announces the Thief and takes 1 coin from you and 1 from Ben, leaving him with none. The "
        "match ends: Cleo and Dino, the richest, share the victory with Ada."
    ),
    "TR TH EM KI SO JU",
    "1 2 3 4 5",
    _turn("9. 2: A:TH 3:N 4:N 5:N 6:N 1:N 2:P {3→2 1, 1→2 1} {end bankrupt 2,4,5; places 4,1,6,1,1,5}"),
    coins=(5, 6, 1, 8, 8, 3),
    active=2,
)
POINTED: Final = Figure(
    _(
        "Three players: you have the Empress on your right but point at your left mask. Ada points at her "
        "left one. Only the masks you point at count, so neither of you is the Empress, and you both pay."
    ),
    "JU EM TR KI SO CH",
    "1L 1R 2L 2R",
    _turn("9. 1: A:EM@L 2:C@L 3:N {1L=JU 2L=TR} {fines 1,2}"),
    justice=0,
    seats=3,
)
