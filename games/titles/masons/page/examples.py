"""The drawn examples of the rules page, as data: what lies on a section of the board, what is done, what that brings.

Pieces are written as in the notation. A test builds each of them with the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class Step:
    """What stands on the section: walls by line, towers ``a2=W``, houses and palaces ``A3=r``, towns by id with their
    spaces. `played` are the tokens that lead here from the step before."""

    title: Text
    walls: str = ""
    towers: str = ""
    houses: str = ""
    palaces: str = ""
    towns: Mapping[str, str] = field(default_factory=dict)
    played: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Steps on the same spaces, and what they show. `claims` are the points of cards at the last of them."""

    spaces: str
    steps: tuple[Step, ...]
    caption: Text
    claims: Mapping[str, int] = field(default_factory=dict)


_BEFORE: Final = _("Before")
_AFTER: Final = _("After")

BUILD: Final = Figure(
    "A1 A2 A3 A4 A5",
    (
        Step(_("Wall, then dice")),
        Step(
            _("Built"),
            walls="a2b3",
            towers="a2=W b3=K",
            houses="A3=r A4=b",
            played="W:a2b3 D:W/r? B:a2=W,b3=K;A3=r,A4=b",
        ),
    ),
    _(
        "The dice show white, red and a joker. One of the two towers is white, the other any; one house is red, and "
        "for the joker the player takes blue. Which goes where is the player’s choice."
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
            played="W:a2b3 D:K/rg B:;A3=g,A4=r",
        ),
    ),
    _("The third wall closes the ring: one space is a town now, with three houses and three towers."),
    {"TS1": 6, "TCOL": 4, "TTW": 4, "TTA": 3, "OHr": 1, "NT": 1},
)
EDGE: Final = Figure(
    "D1 D2 D3",
    (
        Step(_BEFORE, walls="d2e1 d2e2", towers="d2=W e1=K e2=G", houses="D1=b D2=y D3=r"),
        Step(
            _AFTER,
            walls="d2e1 d2e2 e1e2",
            towers="d2=W e1=K e2=G",
            houses="D1=b D2=y,b D3=r",
            towns={"T1": "D2"},
            played="W:e1e2 D:W/bb B:;D2=b",
        ),
    ),
    _("The edge of the board is no wall: a wall at the water closes this town. It has one side, so it gets one house."),
    {"TS1": 6, "OHb": 1},
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
            played="W:a2b3 D:K/rg B:;A3=r,A4=g",
        ),
    ),
    _("This time the second red house stands inside: two red houses in the town become a red palace."),
    {"THr": 3, "THb": 1, "TP": 1},
)
BACK: Final = Figure(
    "A2 A3 A4 A5 A6 B2 B3 B4 B5 B6",
    (
        Step(
            _BEFORE,
            walls="a2b2 a2a3 a3b4 b4c3 c2c3 a2b3",
            towers="a2=W a3=K b4=G c3=W c2=K b2=G b3=K",
            houses="A3=r A4=g B4=b",
        ),
        Step(
            _AFTER,
            walls="a2b2 a2a3 a3b4 b4c3 c2c3 b2c2",
            towers="a2=W a3=K b4=G c3=W c2=K b2=G",
            houses="A3=r A4=g B2=p",
            palaces="B3=b",
            towns={"T1": "A3 A4 A5 B3 B4 B5"},
            played="W:b2c2 D:W/bp B:;B2=p,B3=b",
        ),
    ),
    _("A town of six spaces. The wall inside goes back to the supply, and so does the tower that has no wall left."),
    {"TS7": 0, "TTA": 6, "TP": 1},
)
JOIN: Final = Figure(
    "A2 A3 A4 A5 B3",
    (
        Step(
            _("T2 is complete"),
            walls="a2b2 b2b3 a2b3 a2a3 a3b3",
            towers="a2=W b2=G b3=W a3=K",
            houses="A3=r,g A4=r,b A5=p",
            towns={"T1": "A3", "T2": "A4"},
        ),
        Step(
            _("Joined with T1"),
            walls="a2b2 b2b3 a2a3 a3b3",
            towers="a2=W b2=G b3=W a3=K",
            houses="A3=g A4=b A5=p",
            palaces="A3=r",
            towns={"T2": "A3 A4"},
            played="M:T1",
        ),
    ),
    _("The walls between the two go back, and the houses of both make pairs. The number is that of the new town."),
    {"TS2": 7, "TP": 1, "NT": 1},
)
ALL: Final[Mapping[str, Figure]] = {
    "build": BUILD,
    "town": TOWN,
    "edge": EDGE,
    "palace": PALACE,
    "back": BACK,
    "join": JOIN,
}
