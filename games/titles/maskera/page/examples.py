"""The drawn examples of the rules page: what lies where, what is done in the words of records, what the caption says.

The page draws them (`figures`); the tests follow each of them with the rules and compare every zone that is drawn.
You are seat 0, your rival is seat 1.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that lie together, in the order P R S B A: a hand, an area, `aside` for a Recruiter's five, `trial`,
    `discards`, bottom first; of the `pile` their number. `hidden` cards are drawn as backs."""

    name: str
    cards: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A moment: its title, the part of the record that leads there, and what is drawn then."""

    title: Text
    record: str
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Steps from a position at the start of the turn of seat `active`; `discards` bottom first, `pile` None for all
    other cards. A story that begins with a deal needs no position."""

    steps: tuple[Step, ...]
    hand0: str = ""
    hand1: str = ""
    area0: str = ""
    area1: str = ""
    discards: str = ""
    pile: str | None = None
    active: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """Stories under one caption."""

    caption: Text
    stories: tuple[Story, ...]


def _told(caption: Text, *steps: Step, **position: str) -> Figure:
    return Figure(caption, (Story(steps, active=0, **position),))


def _countered(caption: Text, *steps: Step, **position: str) -> Figure:
    """Your rival plays."""
    return Figure(caption, (Story(steps, active=1, **position),))


TRIAL: Final = _("A card on trial")

# In one minute.

PLAY: Final = _told(
    _(
        "You play a Politician facedown. Your rival lets it pass: it stays in your area, and you use its ability, "
        "which is to draw two cards."
    ),
    Step(_("You play"), "0:pl=P", (Zone("trial", "P", True), Zone("area0", "RS"), Zone("hand0", "B"))),
    Step(_("Your rival lets it pass"), "1:ok {rev 0 P} {draw 0 SA}", (Zone("area0", "PRS"), Zone("hand0", "SBA"))),
    hand0="PB",
    hand1="RSA",
    area0="RS",
    area1="BB",
)
MISS: Final = _countered(
    _(
        "Your rival plays a card, and you name the Spy. It is a Brute: you were wrong. It stays, you discard a card of "
        "your choice, and the Brute takes one more from your hand at random."
    ),
    Step(TRIAL, "1:pl=B", (Zone("trial", "B", True), Zone("area1", "PS"), Zone("hand0", "PRA"))),
    Step(
        _("You name the Spy: wrong"),
        "0:ct=S {rev 1 B} {miss} 0:di=P {rand 0 A}",
        (Zone("area1", "PSB"), Zone("hand0", "R"), Zone("discards", "PA")),
    ),
    hand0="PRA",
    hand1="SB",
    area0="RR",
    area1="PS",
)
HIT: Final = _countered(
    _(
        "You name the Brute, and a Brute it is: it is lost and has no effect. You pay with a card of your choice and "
        "use that card’s ability: you discard a Politician and draw two cards."
    ),
    Step(TRIAL, "1:pl=B", (Zone("trial", "B", True), Zone("area1", "PS"), Zone("hand0", "PRA"))),
    Step(
        _("You name the Brute: right"),
        "0:ct=B {rev 1 B} {hit} 0:di=P {draw 0 SS}",
        (Zone("area1", "PS"), Zone("hand0", "RSSA"), Zone("discards", "PB")),
    ),
    hand0="PRA",
    hand1="SB",
    area0="RR",
    area1="PS",
)
WINS: Final = Figure(
    _(
        "Two ways to win: the fourth card of one mask, here the Politician, or the last of the five masks, here the "
        "Assassin."
    ),
    (
        Story(
            (Step(_("Four of one mask"), "0:pl=P 1:ok {rev 0 P} {win 0 P4}", (Zone("area0", "PPPPS"),)),),
            hand0="PR",
            hand1="RA",
            area0="PPPS",
        ),
        Story(
            (Step(_("One of each mask"), "0:pl=A 1:ok {rev 0 A} {win 0 all5}", (Zone("area0", "PRSBA"),)),),
            hand0="RA",
            hand1="RA",
            area0="PRSB",
        ),
    ),
)

# Setting up, winning, a turn.

DEAL: Final = _told(
    _("At the start: two open cards in each area, five cards in each hand, 26 in the draw pile."),
    Step(
        _("Your rival’s side"),
        "{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}",
        (Zone("hand1", "RRSBA", True), Zone("area1", "BB")),
    ),
    Step(_("Your side"), "", (Zone("area0", "PS"), Zone("hand0", "PPSBA"), Zone("pile", "26"))),
)
NO_WIN: Final = _told(
    _(
        "Three Politicians lie in your area, and you play the fourth. Your rival names the Politician: no win. Your "
        "rival pays with a Brute, which takes a card from your hand at random."
    ),
    Step(TRIAL, "0:pl=P", (Zone("trial", "P", True), Zone("area0", "PPPS"), Zone("hand0", "R"))),
    Step(
        _("Your rival names the Politician: right"),
        "1:ct=P {rev 0 P} {hit} 1:di=B {rand 0 R}",
        (Zone("area0", "PPPS"), Zone("hand0", ""), Zone("discards", "BRP")),
    ),
    hand0="PR",
    hand1="RB",
    area0="PPPS",
    area1="RR",
)
WIN_FIRST: Final = _told(
    _(
        "Your rival names the Politician, but it is the Assassin, your fifth mask: you win at once. Your rival keeps "
        "both cards, and the Assassin takes nothing any more."
    ),
    Step(TRIAL, "0:pl=A", (Zone("trial", "A", True), Zone("area0", "PRSSB"), Zone("hand1", "RA", True))),
    Step(
        _("Your rival names the Politician: wrong"),
        "1:ct=P {rev 0 A} {miss} {win 0 all5}",
        (Zone("area0", "PRSSBA"), Zone("hand1", "RA", True)),
    ),
    hand0="RA",
    hand1="RA",
    area0="PRSSB",
    area1="RR",
)
DRAW: Final = _told(
    _("You draw two cards: a Politician and a Spy. That was your turn."),
    Step(_("Before"), "", (Zone("hand0", "PRSBA"), Zone("pile", "26"))),
    Step(_("After"), "0:dr {draw 0 PS}", (Zone("hand0", "PPRSSBA"), Zone("pile", "24"))),
    hand0="PRSBA",
    hand1="PRSBA",
    area0="PP",
    area1="RR",
)

# Letting pass and countering.

EMPTY: Final = _told(
    _("Your rival has no card left, so nobody asks: your Brute stays. It finds no card to take, either."),
    Step(_("Before"), "", (Zone("area0", "P"), Zone("hand1", ""))),
    Step(_("After"), "0:pl=B 1:ok {rev 0 B}", (Zone("area0", "PB"), Zone("hand1", ""))),
    hand0="RB",
    hand1="",
    area0="P",
    area1="RR",
)
SPIED: Final = _told(
    _(
        "Your rival names the Brute, but it is a Spy. Your rival discards a Recruiter; then you draw a card and look "
        "at what is left of the other hand: an Assassin."
    ),
    Step(TRIAL, "0:pl=S", (Zone("trial", "S", True), Zone("area0", "P"), Zone("hand1", "RA", True))),
    Step(
        _("Your rival names the Brute: wrong"),
        "1:ct=B {rev 0 S} {miss} 1:di=R {draw 0 B} {peek 0 A}",
        (Zone("area0", "PS"), Zone("hand1", "A"), Zone("discards", "R")),
    ),
    hand0="S",
    hand1="RA",
    area0="P",
    area1="PP",
)
STRUCK: Final = _countered(
    _(
        "You name the Politician rightly and pay with an Assassin: it takes a Politician from your rival’s area. The "
        "countered card comes to the discard pile last."
    ),
    Step(TRIAL, "1:pl=P", (Zone("trial", "P", True), Zone("area1", "PPPS"), Zone("hand0", "RA"))),
    Step(
        _("You name the Politician: right"),
        "0:ct=P {rev 1 P} {hit} 0:di=A 0:as=P",
        (Zone("area1", "PPS"), Zone("hand0", "R"), Zone("discards", "APP")),
    ),
    hand0="RA",
    hand1="PB",
    area0="BB",
    area1="PPPS",
)

# What each mask does, once it has stayed.

MASKS: Final = {
    "politician": _told(
        _("Your Politician stays: you draw a Spy and an Assassin."),
        Step(_("Before"), "", (Zone("hand0", "PB"),)),
        Step(_("After"), "0:pl=P 1:ok {rev 0 P} {draw 0 SA}", (Zone("hand0", "SBA"),)),
        hand0="PB",
        hand1="RSA",
        area0="RS",
    ),
    "recruiter": _told(
        _("Your Recruiter draws five. You keep the Assassin and discard the others."),
        Step(
            _("Five are drawn"),
            "0:pl=R 1:ok {rev 0 R} {draw 0 PPSBA}",
            (Zone("aside", "PPSBA"), Zone("hand0", "B")),
        ),
        Step(_("One is kept"), "0:ke=A {rej 0 PPSB}", (Zone("hand0", "BA"), Zone("discards", "PPSB"))),
        hand0="RB",
        hand1="RSA",
        area0="RS",
    ),
    "spy": _told(
        _("Your Spy draws a Politician and looks: your rival holds a Politician, a Recruiter and an Assassin."),
        Step(_("Before"), "", (Zone("hand1", "PRA", True), Zone("hand0", "SB"))),
        Step(_("After"), "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 PRA}", (Zone("hand1", "PRA"), Zone("hand0", "PB"))),
        hand0="SB",
        hand1="PRA",
        area0="RS",
    ),
    "brute": _told(
        _("Your Brute takes one of your rival’s three cards at random: it was a Recruiter, and is discarded."),
        Step(_("Before"), "", (Zone("hand1", "PRA", True),)),
        Step(_("After"), "0:pl=B 1:ok {rev 0 B} {rand 1 R}", (Zone("hand1", "PA", True), Zone("discards", "R"))),
        hand0="SB",
        hand1="PRA",
        area0="RS",
    ),
    "assassin": _told(
        _("Your Assassin discards a Politician from your rival’s area."),
        Step(_("Before"), "", (Zone("area1", "PPR"),)),
        Step(_("After"), "0:pl=A 1:ok {rev 0 A} 0:as=P", (Zone("area1", "PR"), Zone("discards", "P"))),
        hand0="SA",
        hand1="PRA",
        area0="RS",
        area1="PPR",
    ),
}

# The piles, and who sees what.

SHUFFLE: Final = _told(
    _(
        "One card is left, and you draw two. After the first the draw pile is empty: the six cards of the discard pile "
        "are shuffled into a new one, from which you draw the second. Five are left."
    ),
    Step(_("Before"), "", (Zone("pile", "1"), Zone("discards", "PRSBAA"), Zone("hand0", "S"))),
    Step(
        _("After"),
        "0:dr {draw 0 P} {shuffle 6} {draw 0 A}",
        (Zone("pile", "5"), Zone("discards", ""), Zone("hand0", "PSA")),
    ),
    hand0="S",
    hand1="S",
    discards="PRSBAA",
    pile="P",
)
SEEN: Final = _told(
    _("You have played a Politician. You know what is on trial and what is in your hand; your rival sees backs."),
    Step(_("What you see"), "0:pl=P", (Zone("trial", "P"), Zone("hand0", "BA"))),
    Step(_("What your rival sees"), "", (Zone("trial", "P", True), Zone("hand0", "BA", True))),
    hand0="PBA",
    hand1="RSA",
    area0="RS",
    area1="BB",
)
