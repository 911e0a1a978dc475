"""The drawn examples of the rules page: a position, what is done in the words of records, what the caption says.

The cards that lie there then follow from the rules (`figures`). You are seat 0, your rival is seat 1.
"""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class Step:
    """A moment: its title, the part of the record that leads there, and the zones that are drawn then: a hand, an area,
    `aside` for a Recruiter's five, `trial`, `discards`, of the `pile` the number of its cards; ``~hand1`` as backs."""

    title: Text
    record: str
    zones: str


@dataclass(frozen=True, slots=True)
class Story:
    """Steps from a position at the start of the turn of seat `active`: ``hand0 hand1 area0 area1``, ``discards`` bottom
    first, and ``pile`` unless it holds all other cards. A story that begins with a deal needs none."""

    position: str
    steps: tuple[Step, ...]
    active: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """Stories under one caption."""

    caption: Text
    stories: tuple[Story, ...]


def _told(caption: Text, position: str, *steps: Step) -> Figure:
    return Figure(caption, (Story(position, steps),))


def _countered(caption: Text, position: str, *steps: Step) -> Figure:
    """Return an example in which your rival plays."""
    return Figure(caption, (Story(position, steps, active=1),))


TRIAL: Final = _("A card on trial")

# In one minute.

PLAY: Final = _told(
    _(
        "You play a Politician facedown. Your rival lets it pass: it stays in your area, and you use its "
        "ability to draw two cards."
    ),
    "hand0=PB hand1=RSA area0=RS area1=BB",
    Step(_("You play"), "0:pl=P", "~trial area0 hand0"),
    Step(_("Your rival lets it pass"), "1:ok {rev 0 P} {draw 0 SA}", "area0 hand0"),
)
MISS: Final = _countered(
    _(
        "Your rival plays a card, and you name the Spy. It’s a Brute, so you were wrong: it stays, you "
        "discard a card of your choice, and the Brute takes another from your hand at random."
    ),
    "hand0=PRA hand1=SB area0=RR area1=PS",
    Step(TRIAL, "1:pl=B", "~trial area1 hand0"),
    Step(_("You name the Spy: wrong"), "0:ct=S {rev 1 B} {miss} 0:di=P {rand 0 A}", "area1 hand0 discards"),
)
HIT: Final = _countered(
    _(
        "You name the Brute, and you’re right: it’s lost and has no effect. You pay with a card of your "
        "choice and use its ability: here you discard a Politician and draw two cards."
    ),
    "hand0=PRA hand1=SB area0=RR area1=PS",
    Step(TRIAL, "1:pl=B", "~trial area1 hand0"),
    Step(_("You name the Brute: right"), "0:ct=B {rev 1 B} {hit} 0:di=P {draw 0 SS}", "area1 hand0 discards"),
)
WINS: Final = Figure(
    _(
        "Two ways to win: the fourth card of one mask (here the Politician), or the last of the five masks "
        "(here the Assassin)."
    ),
    (
        Story(
            "hand0=PR hand1=RA area0=PPPS", (Step(_("Four of one mask"), "0:pl=P 1:ok {rev 0 P} {win 0 P4}", "area0"),)
        ),
        Story(
            "hand0=RA hand1=RA area0=PRSB",
            (Step(_("One of each mask"), "0:pl=A 1:ok {rev 0 A} {win 0 all5}", "area0"),),
        ),
    ),
)

# Setting up, winning, a turn.

DEAL: Final = _told(
    _("At the start: two cards face up in each area, five cards in each hand and 26 in the draw pile."),
    "",
    Step(_("Your rival’s side"), "{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}", "~hand1 area1"),
    Step(_("Your side"), "", "area0 hand0 pile"),
)
NO_WIN: Final = _told(
    _(
        "You have three Politicians in your area and play a fourth. Your rival names the Politician, so "
        "you don’t win. They pay with a Brute, which takes a card from your hand at random."
    ),
    "hand0=PR hand1=RB area0=PPPS area1=RR",
    Step(TRIAL, "0:pl=P", "~trial area0 hand0"),
    Step(
        _("Your rival names the Politician: right"), "1:ct=P {rev 0 P} {hit} 1:di=B {rand 0 R}", "area0 hand0 discards"
    ),
)
WIN_FIRST: Final = _told(
    _(
        "Your rival names the Politician, but it’s the Assassin, your fifth mask: you win immediately. "
        "Your rival keeps both cards, and the Assassin has no effect."
    ),
    "hand0=RA hand1=RA area0=PRSSB area1=RR",
    Step(TRIAL, "0:pl=A", "~trial area0 ~hand1"),
    Step(_("Your rival names the Politician: wrong"), "1:ct=P {rev 0 A} {miss} {win 0 all5}", "area0 ~hand1"),
)
DRAW: Final = _told(
    _("You draw two cards: a Politician and a Spy. Your turn is over."),
    "hand0=PRSBA hand1=PRSBA area0=PP area1=RR",
    Step(_("Before"), "", "hand0 pile"),
    Step(_("After"), "0:dr {draw 0 PS}", "hand0 pile"),
)

# Letting pass and countering.

EMPTY: Final = _told(
    _("Your rival has no cards left, so your Brute stays without a question. It has no card to take, either."),
    "hand0=RB area0=P area1=RR",
    Step(_("Before"), "", "area0 hand1"),
    Step(_("After"), "0:pl=B 1:ok {rev 0 B}", "area0 hand1"),
)
SPIED: Final = _told(
    _(
        "Your rival names the Brute, but it’s a Spy. They discard a Recruiter; then you draw a card and "
        "look at what’s left of their hand: an Assassin."
    ),
    "hand0=S hand1=RA area0=P area1=PP",
    Step(TRIAL, "0:pl=S", "~trial area0 ~hand1"),
    Step(
        _("Your rival names the Brute: wrong"),
        "1:ct=B {rev 0 S} {miss} 1:di=R {draw 0 B} {peek 0 A}",
        "area0 hand1 discards",
    ),
)
STRUCK: Final = _countered(
    _(
        "You correctly name the Politician and pay with an Assassin, which takes a Politician from your "
        "rival’s area. The countered card goes to the discard pile last."
    ),
    "hand0=RA hand1=PB area0=BB area1=PPPS",
    Step(TRIAL, "1:pl=P", "~trial area1 hand0"),
    Step(_("You name the Politician: right"), "0:ct=P {rev 1 P} {hit} 0:di=A 0:as=P", "area1 hand0 discards"),
)

# The ability of each mask, once it has stayed.

MASKS: Final = {
    "politician": _told(
        _("Your Politician stays: you draw a Spy and an Assassin."),
        "hand0=PB hand1=RSA area0=RS",
        Step(_("Before"), "", "hand0"),
        Step(_("After"), "0:pl=P 1:ok {rev 0 P} {draw 0 SA}", "hand0"),
    ),
    "recruiter": _told(
        _("Your Recruiter draws five cards. You keep the Assassin and discard the others."),
        "hand0=RB hand1=RSA area0=RS",
        Step(_("Five drawn"), "0:pl=R 1:ok {rev 0 R} {draw 0 PPSBA}", "aside hand0"),
        Step(_("One kept"), "0:ke=A {rej 0 PPSB}", "hand0 discards"),
    ),
    "spy": _told(
        _("Your Spy draws a Politician and looks at your rival’s hand: a Politician, a Recruiter and an Assassin."),
        "hand0=SB hand1=PRA area0=RS",
        Step(_("Before"), "", "~hand1 hand0"),
        Step(_("After"), "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 PRA}", "hand1 hand0"),
    ),
    "brute": _told(
        _("Your Brute takes one of your rival’s three cards at random: a Recruiter, which is discarded."),
        "hand0=SB hand1=PRA area0=RS",
        Step(_("Before"), "", "~hand1"),
        Step(_("After"), "0:pl=B 1:ok {rev 0 B} {rand 1 R}", "~hand1 discards"),
    ),
    "assassin": _told(
        _("Your Assassin discards a Politician from your rival’s area."),
        "hand0=SA hand1=PRA area0=RS area1=PPR",
        Step(_("Before"), "", "area1"),
        Step(_("After"), "0:pl=A 1:ok {rev 0 A} 0:as=P", "area1 discards"),
    ),
}

# The piles, and who sees what.

SHUFFLE: Final = _told(
    _(
        "There’s one card left, and you draw two. After the first, the draw pile is empty: the six "
        "discards are shuffled into a new one, and you draw the second from it. Five are left."
    ),
    "hand0=S hand1=S discards=PRSBAA pile=P",
    Step(_("Before"), "", "pile discards hand0"),
    Step(_("After"), "0:dr {draw 0 P} {shuffle 6} {draw 0 A}", "pile discards hand0"),
)
SEEN: Final = _told(
    _("You’ve played a Politician. You know the card on trial and the cards in your hand; your rival only sees backs."),
    "hand0=PBA hand1=RSA area0=RS area1=BB",
    Step(_("What you see"), "0:pl=P", "trial hand0"),
    Step(_("What your rival sees"), "", "~trial ~hand0"),
)
