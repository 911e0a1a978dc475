"""The drawn examples of the rules page: who has which mask and how many coins, what is done in the words of records,
what the caption says.

The page draws them (`figures`); the tests follow each of them with the rules and compare every mask and purse that is
drawn. You are seat 1; of larger tables only the players that matter are drawn.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _, text_of
from games.titles.mascarade.rules.masks import MASK_ROWS, SIX
from games.titles.mascarade.rules.rows import Example, Place


@dataclass(frozen=True, slots=True)
class Step:
    """A moment: its title, the part of the record that leads there, what is drawn then, and the justice board where it
    matters."""

    title: Text
    record: str
    places: tuple[Place, ...]
    justice: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Steps from the beginning of a turn of seat `active`: masks by slot, coins by seat."""

    caption: Text
    masks: str
    steps: tuple[Step, ...]
    coins: tuple[int, ...] = ()
    justice: int = 0
    active: int = 1
    seats: int = 0


BEFORE: Final = _("Before")
AFTER: Final = _("After")
SAID: Final = _("Announced")
SHOWN: Final = _("Masks are turned up")

# In one minute.

EXCHANGE: Final = Figure(
    _(
        "You hold your mask and Ada’s under the table, and give one back. Only you know whether they have changed "
        "places: here they have."
    ),
    SIX,
    (
        Step(BEFORE, "", (Place("1", "JU", 6), Place("2", "TR", 6))),
        Step(AFTER, "9. 1: X>2+", (Place("1", "TR", 6), Place("2", "JU", 6))),
    ),
)
BELIEVED: Final = Figure(
    _(
        "You are the Judge, but say that you are the Empress. Nobody challenges you: you take the Empress’s 3 coins, "
        "and nobody sees your mask."
    ),
    SIX,
    (
        Step(SAID, "9. 1: A:EM", (Place("1", "JU", 6, says="EM"), Place("3", "EM", 6))),
        Step(AFTER, "2:N 3:N 4:N 5:N 6:N 1:P {1 +3}", (Place("1", "JU", 9), Place("3", "EM", 6))),
    ),
)
CHALLENGED: Final = Figure(
    _(
        "You say that you are the Empress, and you are. Ben says the same, but is the King: both masks are turned up, "
        "you take 3 coins, and Ben pays 1 to the justice board."
    ),
    "EM JU KI TR SO CH",
    (
        Step(BEFORE, "", (Place("1", "EM", 6), Place("3", "KI", 6)), 0),
        Step(
            AFTER,
            "9. 1: A:EM 2:N 3:C 4:N 5:N 6:N {1=EM 3=KI} 1:P {1 +3; fines 3}",
            (Place("1", "EM", 9, says="EM", shown=True), Place("3", "KI", 5, says="EM", shown=True)),
            1,
        ),
    ),
)
WIN: Final = Figure(
    _("With 10 coins you announce the Empress, and are believed: 13 coins win at once."),
    SIX,
    (
        Step(BEFORE, "", (Place("1", "JU", 10), Place("2", "TR", 7))),
        Step(
            AFTER,
            "9. 1: A:EM 2:N 3:N 4:N 5:N 6:N 1:P {1 +3} {end thirteen 1; places 1,2,3,3,3,3}",
            (Place("1", "JU", 13, says="EM"), Place("2", "TR", 7)),
        ),
    ),
    coins=(10, 7),
)

# Challenges.

OUT_OF_TURN: Final = Figure(
    _(
        "You say that you are the King. Ada and Cleo say the same; only Cleo is. Cleo takes 2 coins out of turn, you "
        "and Ada pay 1 each. Ada is next, and may not announce: everybody has just seen that mask."
    ),
    "TR CH EM KI SO JU",
    (
        Step(BEFORE, "", (Place("1", "TR", 6), Place("2", "CH", 6), Place("4", "KI", 6)), 0),
        Step(
            AFTER,
            "9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}",
            (
                Place("1", "TR", 5, says="KI", shown=True),
                Place("2", "CH", 5, says="KI", shown=True),
                Place("4", "KI", 8, says="KI", shown=True),
            ),
            2,
        ),
    ),
)
NOBODY: Final = Figure(
    _(
        "Four players: the Cheater lies in the centre. You and Ben both claim to be the Cheater, so nobody uses "
        "the power, and both of you pay."
    ),
    "JU TR EM KI CH SO",
    (
        Step(BEFORE, "", (Place("1", "JU", 6), Place("3", "EM", 6), Place("C1", "CH")), 0),
        Step(
            AFTER,
            "9. 1: A:CH 2:N 3:C 4:N {1=JU 3=EM} {fines 1,3}",
            (
                Place("1", "JU", 5, says="CH", shown=True),
                Place("3", "EM", 5, says="CH", shown=True),
                Place("C1", "CH"),
            ),
            2,
        ),
    ),
    seats=4,
)

# What each mask does. Nobody challenges, unless the caption says so.


def of_mask(example: Example) -> Figure:
    """The example in the row of a mask."""
    before, after = example.justice
    steps = (Step(BEFORE, "", example.before, before), Step(AFTER, example.record, example.after, after))
    return Figure(text_of(example.caption), example.masks, steps, example.coins, before or 0)


MASKS: Final = {mask.code: of_mask(mask.example) for mask in MASK_ROWS}
"""By code."""

# The end, and few players.

BANKRUPT: Final = Figure(
    _(
        "Ada announces the Thief and takes 1 coin from you and 1 from Ben, whose last one it was. The match ends: Cleo "
        "and Dino, the richest, share the victory with Ada."
    ),
    "TR TH EM KI SO JU",
    (
        Step(
            BEFORE,
            "",
            (
                Place("1", "TR", 5),
                Place("2", "TH", 6),
                Place("3", "EM", 1),
                Place("4", "KI", 8),
                Place("5", "SO", 8),
            ),
        ),
        Step(
            AFTER,
            "9. 2: A:TH 3:N 4:N 5:N 6:N 1:N 2:P {3→2 1, 1→2 1} {end bankrupt 2,4,5; places 4,1,6,1,1,5}",
            (
                Place("1", "TR", 4),
                Place("2", "TH", 8, says="TH"),
                Place("3", "EM", 0),
                Place("4", "KI", 8),
                Place("5", "SO", 8),
            ),
        ),
    ),
    coins=(5, 6, 1, 8, 8, 3),
    active=2,
)
POINTED: Final = Figure(
    _(
        "Three players: you have the Empress on your right, but point at your left mask. Ada points at her left one. "
        "Only the masks that were pointed at count, so neither of you is the Empress, and both pay."
    ),
    "JU EM TR KI SO CH",
    (
        Step(
            BEFORE,
            "",
            (Place("1L", "JU", 6), Place("1R", "EM"), Place("2L", "TR", 6), Place("2R", "KI")),
            0,
        ),
        Step(
            AFTER,
            "9. 1: A:EM@L 2:C@L 3:N {1L=JU 2L=TR} {fines 1,2}",
            (
                Place("1L", "JU", 5, says="EM", shown=True),
                Place("1R", "EM"),
                Place("2L", "TR", 5, says="EM", shown=True),
                Place("2R", "KI"),
            ),
            2,
        ),
    ),
    seats=3,
)
