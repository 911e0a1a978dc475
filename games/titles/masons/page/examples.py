"""The drawn examples of the rules page, as data: what lies on a section of the board, what is done, what that brings.

Pieces are written as in the notation. A test builds each of them with the rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.core.text import Text, _, ngettext


@dataclass(frozen=True, slots=True)
class Step:
    """The contents of the section: walls by line, towers ``a2=W``, houses and palaces ``A3=r``, towns by id with their
    spaces. `new` is the town of this turn. `played` are the tokens that lead here from the step before."""

    title: Text
    walls: str = ""
    towers: str = ""
    houses: str = ""
    palaces: str = ""
    towns: Mapping[str, str] = field(default_factory=dict)
    new: str = ""
    played: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """The places that a card counts, and the points for each. `places` are points, lines, spaces or towns, or
    ``A3=r`` for a building, each of which is one of the things that `name` calls by their number."""

    places: str
    name: Callable[[int], Text]
    each: int = 1


@dataclass(frozen=True, slots=True)
class Claim:
    """The points of a card, which are the sum of its terms. A card with steps of its own, such as 6 points for one
    space, has one term with 0 points for each."""

    card: str
    points: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Steps on the same spaces, and what they show. `claims` are the points of cards at the last of them, `scored` says
    what they have in common."""

    spaces: str
    steps: tuple[Step, ...]
    caption: Text
    scored: Text | None = None
    claims: tuple[Claim, ...] = ()


def spaces(count: int) -> Text:
    return ngettext("%(n)s space", "%(n)s spaces", count)


def colours(count: int) -> Text:
    return ngettext("%(n)s colour", "%(n)s colours", count)


def towers(count: int) -> Text:
    return ngettext("%(n)s tower", "%(n)s towers", count)


def houses(count: int) -> Text:
    return ngettext("%(n)s house", "%(n)s houses", count)


def palaces(count: int) -> Text:
    return ngettext("%(n)s palace", "%(n)s palaces", count)


def walls(count: int) -> Text:
    return ngettext("%(n)s wall", "%(n)s walls", count)


def towns(count: int) -> Text:
    return ngettext("%(n)s town", "%(n)s towns", count)


_BEFORE: Final = _("Before")
_AFTER: Final = _("After")

BUILD: Final = Figure(
    "A1 A2 A3 A4 A5",
    (
        Step(_BEFORE),
        Step(_("The wall, then the dice"), walls="a2b3", played="W:a2b3 D:W/r?"),
        Step(_("Built"), walls="a2b3", towers="a2=W b3=K", houses="A3=r A4=b", played="B:a2=W,b3=K;A3=r,A4=b"),
    ),
    _(
        "The framed wall is new. The dice show white, red and a joker: one of the two towers is white, the "
        "other can be any tone; one house is red, and the player chooses blue for the joker. The player "
        "decides which goes where."
    ),
)
TOWN: Final = Figure(
    "A1 A2 A3 A4 A5",
    (
        Step(_BEFORE, walls="a2b2 b2b3", towers="a2=W b2=G b3=W", houses="A3=r,b"),
        Step(
            _AFTER,
            walls="a2b2 b2b3 a2b3",
            towers="a2=W b2=G b3=W",
            houses="A3=r,b,g A4=r",
            towns={"T1": "A3"},
            new="T1",
            played="W:a2b3 D:K/rg B:;A3=g,A4=r",
        ),
    ),
    _("The third wall (framed) closes the ring: one space is now a town, with three houses and three towers."),
    _("The one-space town, with three houses and three towers. There’s one red house outside."),
    (
        Claim("TS1", 6, (Term("A3", spaces, 0),)),
        Claim("TCOL", 4, (Term("A3=r A3=b A3=g", colours, 0),)),
        Claim("TTW", 4, (Term("a2 b3", towers, 2),)),
        Claim("TTA", 3, (Term("a2 b2 b3", towers),)),
        Claim("OHr", 1, (Term("A4=r", houses),)),
        Claim("NT", 1, (Term("T1", towns),)),
    ),
)
EDGE: Final = Figure(
    "D1 D2 D3 D4 D5",
    (
        Step(
            _BEFORE,
            walls="d2e1 d2e2 d3e3",
            towers="d2=W e1=K e2=G d3=K e3=W",
            houses="D1=b D2=y D3=r D4=g D5=r",
        ),
        Step(
            _AFTER,
            walls="d2e1 d2e2 d3e3 e1e2",
            towers="d2=W e1=K e2=G d3=K e3=W",
            houses="D1=b D2=y,b D3=r D4=g D5=r",
            towns={"T1": "D2"},
            new="T1",
            played="W:e1e2 D:W/bb B:;D2=b",
        ),
    ),
    _(
        "The edge of the board isn’t a wall: only the new wall at the water (framed) closes this town. It "
        "has one side, so it gets one house."
    ),
    _("The town on the coast, and what’s outside: one wall, two towers (one of them on the coast) and four houses."),
    (
        Claim("TS1", 6, (Term("D2", spaces, 0),)),
        Claim("OHb", 1, (Term("D1=b", houses),)),
        Claim("OHr", 2, (Term("D3=r D5=r", houses),)),
        Claim("ORS", 4, (Term("D1=b D3=r D4=g D5=r", houses),)),
        Claim("OTA", 2, (Term("d3 e3", towers),)),
        Claim("OTK", 2, (Term("d3", towers, 2),)),
        Claim("OTC", 2, (Term("e3", towers, 2),)),
        Claim("OW", 1, (Term("d3e3", walls),)),
    ),
)
PALACE: Final = Figure(
    "A1 A2 A3 A4 A5",
    (
        Step(_BEFORE, walls="a2b2 b2b3", towers="a2=W b2=G b3=W", houses="A3=r,b"),
        Step(
            _AFTER,
            walls="a2b2 b2b3 a2b3",
            towers="a2=W b2=G b3=W",
            houses="A3=b A4=g",
            palaces="A3=r",
            towns={"T1": "A3"},
            new="T1",
            played="W:a2b3 D:K/rg B:;A3=r,A4=g",
        ),
    ),
    _("This time the second red house is inside: two red houses in the town become a red palace."),
    _(
        "The town with a red palace and a blue house. The palace counts as three for the Red guild and one "
        "for the Courtiers."
    ),
    (
        Claim("THr", 3, (Term("A3=r", palaces, 3),)),
        Claim("THb", 1, (Term("A3=b", houses),)),
        Claim("TP", 1, (Term("A3=r", palaces),)),
    ),
)
BACK: Final = Figure(
    "A2 A3 A4 A5 A6 B2 B3 B4 B5 B6",
    (
        Step(
            _BEFORE,
            walls="a2b2 a2a3 a3b4 b4c3 c2c3 a2b3",
            towers="a2=W a3=K b4=G c3=W c2=K b2=G b3=K",
            houses="A3=r A4=r,r B4=b",
        ),
        Step(
            _AFTER,
            walls="a2b2 a2a3 a3b4 b4c3 c2c3 b2c2",
            towers="a2=W a3=K b4=G c3=W c2=K b2=G",
            houses="A4=r B2=p",
            palaces="A3=r B3=b",
            towns={"T1": "A3 A4 A5 B3 B4 B5"},
            new="T1",
            played="W:b2c2 D:W/bp B:;B2=p,B3=b",
        ),
    ),
    _(
        "A six-space town. The wall inside goes back to the supply, and so does the tower with no wall "
        "left. Two of the three red houses become a palace, and so do the two blue ones."
    ),
    _("The six-space town, too small for the Metropolis. It has a red palace, a third red house and a blue palace."),
    (
        Claim("TS7", 0, (Term("A3 A4 A5 B3 B4 B5", spaces, 0),)),
        Claim("TTA", 6, (Term("a2 a3 b2 b4 c2 c3", towers),)),
        Claim("THr", 4, (Term("A3=r", palaces, 3), Term("A4=r", houses))),
        Claim("TP", 2, (Term("A3=r B3=b", palaces),)),
    ),
)
JOIN: Final = Figure(
    "A2 A3 A4 A5",
    (
        Step(
            _("T2 is complete"),
            walls="a2b2 b2b3 a2b3 a2a3 a3b3",
            towers="a2=W b2=G b3=W a3=K",
            houses="A3=r,g A4=r,b A5=p",
            towns={"T1": "A3", "T2": "A4"},
            new="T2",
        ),
        Step(
            _("Joined with T1"),
            walls="a2b2 b2b3 a2a3 a3b3",
            towers="a2=W b2=G b3=W a3=K",
            houses="A3=g A4=b A5=p",
            palaces="A3=r",
            towns={"T2": "A3 A4"},
            new="T2",
            played="M:T1",
        ),
    ),
    _(
        "The walls between the two towns go back to the supply, and houses from both can form pairs. The "
        "joined town keeps the new town’s number."
    ),
    _("The joined town: two spaces, and a single town from now on."),
    (
        Claim("TS2", 7, (Term("A3 A4", spaces, 0),)),
        Claim("TP", 1, (Term("A3=r", palaces),)),
        Claim("NT", 1, (Term("T2", towns),)),
    ),
)
ALL: Final[Mapping[str, Figure]] = {
    "build": BUILD,
    "town": TOWN,
    "edge": EDGE,
    "palace": PALACE,
    "back": BACK,
    "join": JOIN,
}
