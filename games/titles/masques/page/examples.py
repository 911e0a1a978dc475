"""The drawn examples of the rules page: what lies there, what the caption says of it, and what the rules make of it.

The page draws them (`figures`); the tests know which move each of them shows, build it with the rules and compare.
Seats 0 to 3 lead Contarini, Dandolo, Morosini and Venier; with two seats, seat 0 leads the first two.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the ring, clockwise: ``h15=V4`` a hallway and its card, ``p0=ME`` a palace card and its token, ``~``
    before what lies facedown, nothing behind the name of a vacant place."""

    caption: Text
    ring: str
    collects: str = ""
    """The outcome of the resolution: ``p0=V`` the seat that leads Venier collects, ``p1=-`` the token stays. A palace
    card that is not named is not resolved, since the match is over."""
    corner: bool = False
    """Whether it is drawn around the corner with palace card 0, the door."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of seat 0: the stretch before and after."""

    caption: Text
    before: Stretch
    after: Stretch


@dataclass(frozen=True, slots=True)
class Tally:
    """Counters of the seat that leads Contarini after it has won `gain`, which wins the match."""

    caption: Text
    favours: str
    gain: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of four seats: the packets as dealt, and what each seat keeps, pick by pick. Seat 0's part is drawn."""

    caption: Text
    packets: tuple[str, ...]
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """The palace at some number of seats: how many cards it has."""

    caption: Text
    places: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal for two seats: cards dealt to each, and cards that are set aside."""

    caption: Text
    dealt: int
    aside: int


def _turn(caption: Text, before: tuple[str, str], after: tuple[str, str]) -> Turn:
    return Turn(caption, Stretch(_("Before"), *before), Stretch(_("After"), *after))


# In one minute.

FIGHT: Final = Stretch(
    _(
        "Each guest fights for the tokens on both sides. Contarini 4 beats Dandolo 3, so Contarini takes "
        "the ducat between them. Dandolo 3 beats Morosini 2, so Dandolo takes the favour of the merchants."
    ),
    "h1=C4 p2=du h2=D3 p3=ME h3=M2",
    "p2=C p3=D",
)
TIE: Final = Stretch(
    _("Contarini 3 against Morosini 3 is a tie. The favour of the scribes stays where it is for the next round."),
    "h1=C3 p2=SC h2=M3",
    "p2=-",
)
LOW: Final = Stretch(
    _(
        "An agent counts as 1, a facedown guest as 0. Dandolo 2 beats the thief and takes the ducat; it "
        "also beats the facedown Contarini 4 and takes the favour of the clergy."
    ),
    "h1=TH p2=du h2=D2 p3=CL h3=~C4",
    "p2=D p3=D",
)
WINS: Final = (
    Tally(_("The fourth favour of the merchants"), "VI1 ME4", "ME"),
    Tally(_("A favour of each guild, ending with the scribes"), "CL1 VI1 ME2 MI1 SC1", "SC"),
)

# Components, setting up and preparation.

SHOWN_GUESTS: Final = ("C4", "D3", "M2", "V3", "F4")

RINGS: Final = (
    Ring(_("Four players: 16 palace cards, 16 hallways."), 16),
    Ring(_("Three players: 12 palace cards, 12 hallways."), 12),
    Ring(_("Two players: 8 palace cards, 8 hallways."), 8),
)
NUMBERED: Final = Ring(
    _("Numbers used in records, with two players: palace cards in the squares, hallways between them; the door is 0."),
    8,
)
LEFT_OVER: Final = (
    Stretch(_("Start of the round"), "p0 h0 p1=ME h1 p2 h2 p3"),
    Stretch(_("After preparation"), "p0=SC h0 p1=ME h1 p2=VI h2 p3=du"),
)
DRAFT: Final = Draft(
    _(
        "You’re dealt four guests and keep Contarini 4. From the three passed to you from the right, you "
        "keep Contarini 2; from the next two, Morosini 3; the last one is Contarini 3. These four are your "
        "hand."
    ),
    ("C4 D3 V2 F3", "M2 C3 D4 F2", "V4 M3 D2 F4", "C2 M4 V3 F3"),
    ("C4 D4 F4 M4", "C2 D3 M2 V4", "M3 V3 F3 F2"),
)

# A turn.

_OPEN: Final = "h1=D3 p2=ME h2 p3=du h3=V2"
PLAYED: Final = _turn(
    _(
        "Play a guest: your Contarini 4 goes into the empty hallway. It will beat Dandolo 3 on one side "
        "and Venier 2 on the other."
    ),
    (_OPEN, ""),
    ("h1=D3 p2=ME h2=C4 p3=du h3=V2", "p2=C p3=C"),
)
HIRED: Final = _turn(
    _(
        "Or hire an agent: pay 1 ducat, put the thief there instead, and turn the favour of the merchants "
        "facedown. Dandolo 3 doesn’t get it this round; Venier 2 beats the thief and takes the ducat."
    ),
    (_OPEN, ""),
    ("h1=D3 p2=~ME h2=TH p3=du h3=V2", "p2=- p3=V"),
)
TURNS: Final = (PLAYED, HIRED)

# The ability of each agent.

AGENT_TURNS: Final = {
    "assassin": _turn(
        _(
            "The assassin turns Dandolo 4 facedown. It now counts as 0, and Contarini 2 wins the favour of the "
            "merchants."
        ),
        ("h1=C2 p2=ME h2=D4 p3=du h3", "p2=D"),
        ("h1=C2 p2=ME h2=~D4 p3=du h3=AS", "p2=C p3=-"),
    ),
    "courtesan": _turn(
        _(
            "The courtesan calls Venier 2 into the next hallway: the player holding it must put it there "
            "immediately. Contarini 3 will beat it for the favour of the scribes."
        ),
        ("h1 p2=du h2 p3=SC h3=C3", ""),
        ("h1=CO p2=du h2=V2 p3=SC h3=C3", "p2=V p3=C"),
    ),
    "gondolier": _turn(
        _("The gondolier swaps Dandolo 4 and Contarini 2: now Contarini 2 is next to the favour."),
        ("h1=D4 p2=ME h2 p3=du h3=C2", ""),
        ("h1=C2 p2=ME h2=GO p3=du h3=D4", "p2=C p3=D"),
    ),
    "guard": _turn(
        _("The guard sends Dandolo 4 to an empty hallway: away from the favour, over to the ducat."),
        ("h1=D4 p2=ME h2 p3=du h3", ""),
        ("h1 p2=ME h2=GU p3=du h3=D4", "p3=D"),
    ),
    "thief": _turn(
        _("The thief turns the favour of the merchants facedown: Dandolo 4 can’t collect it this round."),
        ("h1=D4 p2=ME h2 p3=du h3=C3", ""),
        ("h1=D4 p2=~ME h2=TH p3=du h3=C3", "p2=- p3=C"),
    ),
    "trader": _turn(
        _("The trader swaps the favour and the ducat: now Contarini 3 wins the favour, and Dandolo 4 the ducat."),
        ("h1=D4 p2=ME h2 p3=du h3=C3", ""),
        ("h1=D4 p2=du h2=TR p3=ME h3=C3", "p2=D p3=C"),
    ),
}

# Resolution and the end.

CORNER: Final = Stretch(
    _(
        "The corner with the door. The door comes first: Venier 4 beats Foscari 3 and takes the favour of "
        "the merchants. Next is the card to the right: Foscari 3 beats Morosini 2, but Foscari belongs to "
        "no one, so the ducat stays. The card below the door comes last: Venier 4 beats Dandolo 2 and "
        "takes the ducat."
    ),
    "h14=D2 p15=du h15=V4 p0=ME h0=F3 p1=du h1=M2",
    "p0=V p1=- p15=V",
    corner=True,
)
LAST_FAVOUR: Final = Stretch(
    _(
        "Venier has three favours of the merchants. Venier 4 beats Dandolo 3 and takes the fourth, which "
        "ends the match immediately. Dandolo 3 would beat Contarini 2, but that ducat is no longer "
        "resolved."
    ),
    "h1=V4 p2=ME h2=D3 p3=du h3=C2",
    "p2=V",
)

# Two seats.

PAIRS: Final = (
    Stretch(
        _("Contarini 3 and Dandolo 3 are tied, but the same player leads both families and takes the ducat."),
        "h0=C3 p1=du h1=D3",
        "p1=C",
    ),
    Stretch(
        _("Contarini 3 and Morosini 3 are tied and belong to different players: the ducat stays."),
        "h0=C3 p1=du h1=M3",
        "p1=-",
    ),
)
HALVES: Final = (
    Deal(_("Odd rounds: each player is dealt four of the sixteen guests, and eight are set aside."), 4, 8),
    Deal(_("Even rounds: the eight guests set aside are dealt, four to each player."), 4, 0),
)
