"""The drawn examples of the rules page: who has which mask and how many coins, what is done in the words of records,
what the caption says.

The page draws them (`figures`); the tests follow each of them with the rules and compare every mask and purse that is
drawn. You are seat 1; of larger tables only the players that matter are drawn.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class Place:
    """A slot with the mask that lies in it, and the coins of its player. `says` is the mask that the player claims;
    `shown` is set where the mask lies face up for all."""

    slot: str
    mask: str
    coins: int | None = None
    says: str = ""
    shown: bool = False


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


SIX: Final = "JU TR EM KI SO CH"
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

QUIET: Final = "2:N 3:N 4:N 5:N 6:N"
QUIET_OF_EIGHT: Final = f"{QUIET} 7:N 8:N"


def _power(
    caption: Text,
    masks: str,
    record: str,
    before: tuple[Place, ...],
    after: tuple[Place, ...],
    justice: tuple[int | None, int | None] = (None, None),
    coins: tuple[int, ...] = (),
) -> Figure:
    """You announce a mask that you have and use its power."""
    steps = (Step(BEFORE, "", before, justice[0]), Step(AFTER, record, after, justice[1]))
    return Figure(caption, masks, steps, coins, justice[0] or 0)


MASKS: Final = {
    "BE": _power(
        _("Ada and Cleo are richer than you, in this order: each pays 1. Ben is not."),
        "BE TR EM KI SO JU",
        f"9. 1: A:BE {QUIET} 1:P {{2→1 1, 4→1 1}}",
        (Place("1", "BE", 4), Place("2", "TR", 6), Place("3", "EM", 4), Place("4", "KI", 7)),
        (Place("1", "BE", 6, says="BE"), Place("2", "TR", 5), Place("3", "EM", 4), Place("4", "KI", 6)),
        coins=(4, 6, 4, 7, 4, 4),
    ),
    "CH": _power(
        _("With 10 coins the Cheater wins at once, even though Ada has 12."),
        "CH TR EM KI SO JU",
        f"9. 1: A:CH {QUIET} 1:P {{end cheater 1; places 1,2,3,3,3,3}}",
        (Place("1", "CH", 10), Place("2", "TR", 12)),
        (Place("1", "CH", 10, says="CH"), Place("2", "TR", 12)),
        coins=(10, 12),
    ),
    "EM": _power(
        _("The Empress takes 3 coins from the bank."),
        "EM TR JU KI SO CH",
        f"9. 1: A:EM {QUIET} 1:P {{1 +3}}",
        (Place("1", "EM", 6),),
        (Place("1", "EM", 9, says="EM"),),
    ),
    "FO": _power(
        _("The Fool takes 1 coin, and exchanges the masks of Ada and Cleo, or pretends to. Here you exchange them."),
        "FO TR EM KI SO JU",
        f"9. 1: A:FO {QUIET} 1:P>2,4+ {{1 +1}}",
        (Place("1", "FO", 6), Place("2", "TR", 6), Place("4", "KI", 6)),
        (Place("1", "FO", 7, says="FO"), Place("2", "KI", 6), Place("4", "TR", 6)),
    ),
    "GU": _power(
        _("You ask Cleo, who says “Empress”, but is the Thief: the mask is turned up for all, and Cleo pays you 4."),
        "GU TR EM TH SO JU PE PE",
        f"9. 1: A:GU {QUIET_OF_EIGHT} 1:P>4 4:G=EM {{4=TH, 4→1 4}}",
        (Place("1", "GU", 6), Place("4", "TH", 6)),
        (Place("1", "GU", 10, says="GU"), Place("4", "TH", 2, says="EM", shown=True)),
    ),
    "JU": _power(
        _("The Judge takes all 4 coins of the justice board."),
        SIX,
        f"9. 1: A:JU {QUIET} 1:P {{J→1 4}}",
        (Place("1", "JU", 6),),
        (Place("1", "JU", 10, says="JU"),),
        (4, 0),
    ),
    "KI": _power(
        _("The King takes 2 coins from the bank."),
        "KI TR EM JU SO CH",
        f"9. 1: A:KI {QUIET} 1:P {{1 +2}}",
        (Place("1", "KI", 6),),
        (Place("1", "KI", 8, says="KI"),),
    ),
    "PA": _power(
        _("The Patron takes 3 coins; then Ada on your left and Elsa on your right take 1 each."),
        "PA TR EM KI SO JU",
        f"9. 1: A:PA {QUIET} 1:P {{1 +3, 2 +1, 6 +1}}",
        (Place("6", "JU", 6), Place("1", "PA", 6), Place("2", "TR", 6)),
        (Place("6", "JU", 7), Place("1", "PA", 9, says="PA"), Place("2", "TR", 7)),
    ),
    "PE": _power(
        _("You and Cleo both claim to be a Peasant, and both are: each takes 2 coins, and nobody pays."),
        "PE TR EM PE SO JU FO KI",
        "9. 1: A:PE 2:N 3:N 4:C 5:N 6:N 7:N 8:N {1=PE 4=PE} 1:P 4:P {1 +2, 4 +2}",
        (Place("1", "PE", 6), Place("4", "PE", 6)),
        (Place("1", "PE", 8, says="PE", shown=True), Place("4", "PE", 8, says="PE", shown=True)),
    ),
    "PR": _power(
        _("The Princess takes 2 coins. Cleo shows a mask to all others without seeing it."),
        "PR TR EM KI SO JU",
        f"9. 1: A:PR {QUIET} 1:P>4 {{1 +2, 4=KI}}",
        (Place("1", "PR", 6), Place("4", "KI", 6)),
        (Place("1", "PR", 8, says="PR"), Place("4", "KI", 6, shown=True)),
    ),
    "PU": _power(
        _("Ada and Cleo pay you 1 coin each, then change places: mask and purse, for all to see."),
        "PU TR EM KI SO JU",
        f"9. 1: A:PU {QUIET} 1:P>2,4 {{2→1 1, 4→1 1, 2↔4}}",
        (Place("1", "PU", 6), Place("2", "TR", 9), Place("4", "KI", 4)),
        (Place("1", "PU", 8, says="PU"), Place("2", "KI", 3), Place("4", "TR", 8)),
        coins=(6, 9, 6, 4),
    ),
    "SO": _power(
        _("You exchange all your coins with all those of Ada."),
        "SO TR EM KI JU CH",
        f"9. 1: A:SO {QUIET} 1:P>2 {{1↔2}}",
        (Place("1", "SO", 3), Place("2", "TR", 9)),
        (Place("1", "SO", 9, says="SO"), Place("2", "TR", 3)),
        coins=(3, 9),
    ),
    "SP": _power(
        _("You look at your mask and at Ada’s, and exchange them, since that one is better. Nobody sees whether."),
        "SP TR EM KI SO JU",
        f"9. 1: A:SP {QUIET} 1:P>2 {{1=SP 2=TR}} 1:B+",
        (Place("1", "SP", 6), Place("2", "TR", 6)),
        (Place("1", "TR", 6, says="SP"), Place("2", "SP", 6)),
    ),
    "TH": _power(
        _("The Thief takes 1 coin from Ada on the left and 1 from Elsa on the right."),
        "TH TR EM KI SO JU",
        f"9. 1: A:TH {QUIET} 1:P {{2→1 1, 6→1 1}}",
        (Place("6", "JU", 6), Place("1", "TH", 6), Place("2", "TR", 6)),
        (Place("6", "JU", 5), Place("1", "TH", 8, says="TH"), Place("2", "TR", 5)),
    ),
    "TR": _power(
        _("Ben is the richest of the others and pays you 2."),
        "TR JU EM KI SO CH",
        f"9. 1: A:TR {QUIET} 1:P {{3→1 2}}",
        (Place("1", "TR", 5), Place("2", "JU", 8), Place("3", "EM", 9)),
        (Place("1", "TR", 7, says="TR"), Place("2", "JU", 8), Place("3", "EM", 7)),
        coins=(5, 8, 9),
    ),
    "WI": _power(
        _("With 4 coins the Widow takes 6 from the bank, so that she has 10."),
        "WI TR EM KI SO JU",
        f"9. 1: A:WI {QUIET} 1:P {{1 +6}}",
        (Place("1", "WI", 4),),
        (Place("1", "WI", 10, says="WI"),),
        coins=(4,),
    ),
}
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
