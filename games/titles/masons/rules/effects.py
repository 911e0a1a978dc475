"""Log entries of Masons, typed: moves, dice and cards, and what follows from them (rules page, #notation).

Points, lines and spaces have their names, towns are ``T3`` and cards codes. A card that the reader may not know is
None; how many there are is public.
"""

from typing import Annotated, Final

from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Items,
    Words,
    by_seat,
    coded,
    each_its_own,
    either,
    entry,
    everybody,
    optional,
    or_none,
    owner,
    secret,
    several,
)
from games.titles.masons.rules import components
from games.titles.masons.rules.components import COLOUR_CODES, ENDINGS, FACE_CODES, HOUSE_DIE_CODES, TONE_CODES
from games.titles.masons.rules.names import LINE_NAMES, POINT_NAMES, SPACE_NAMES, town_word

HIDDEN_CARD: Final = "?"
Cards = tuple[str | None, ...]
"""Cards in their order; None for each that is hidden."""


def cards_word(cards: Cards) -> str:
    """Return cards as ``OW,NT`` or ``?,?``; a dash for none."""
    return CARDS.write(cards)


# Sorts of words.

ENTRIES: Final = Entries()
SEAT: Final = Words("[0-3]", int)
NUMBER: Final = Words("[0-9]{1,4}", int)
TOWN: Final = Words("T[1-9][0-9]{0,2}", str, of=town_word)
TOWN_OR_NONE: Final = Words(f"0|{TOWN.pattern}", str, of=town_word)
LINE: Final = Words("[a-z][0-9]{1,2}[a-z][0-9]{1,2}", str, of=LINE_NAMES.__getitem__)
TOWER: Final = Words(
    "[a-z][0-9]{1,2}=[WGK]", str, of=lambda point, tone: f"{POINT_NAMES[point]}={TONE_CODES[tone]}", takes=2
)
HOUSE: Final = Words(
    "[A-Z][0-9]{1,2}=[bgyrp]", str, of=lambda space, colour: f"{SPACE_NAMES[space]}={COLOUR_CODES[colour]}", takes=2
)
SPACE: Final = Words("[A-Z][0-9]{1,2}", str)
FACE: Final = coded(FACE_CODES)
DICE: Final = Words(
    "[bgyrp?]{2}", tuple, "".join, of=lambda one, other: (HOUSE_DIE_CODES[one], HOUSE_DIE_CODES[other]), takes=2
)
CARD: Final = secret(FACE, HIDDEN_CARD)
CARDS: Final = several(CARD, none="-")
PLAYED: Final = several(FACE, "+", most=2)
THROWN: Final = Words(
    f"[1-9][0-9]?|{several(FACE, none='-').pattern}",
    lambda text: (None,) * int(text) if text.isdecimal() else CARDS.read(text),
    lambda cards: str(len(cards)) if None in cards else CARDS.write(cards),
    CARDS.hide,
)
LAST_TOWERS: Final = Words(
    f"(?:,?(?:{several(TOWER).pattern}))?",
    lambda text: tuple(text.removeprefix(",").split(",")) if text else (),
    item=TOWER,
)
"""The towers, after the walls that go back with them."""
REASON: Final = coded(ENDINGS)
STEPS: Final = {components.SCORE: "S", components.EXCHANGE: "E", components.FINAL: "F"}
"""By phase: how a record writes that a seat without cards is passed over."""
PLAY: Final = Words(
    f"[0-3]:[0-9]+:(?:{TOWN_OR_NONE.pattern}):(?:{PLAYED.pattern})",
    lambda text: _play(*text.split(":")),
    lambda play: ":".join([*map(str, play[:3]), PLAYED.write(play[3])]),
)
PLACING: Final = several(NUMBER, "/")


def _play(seat: str, points: str, town: str, cards: str) -> tuple[int, int, str, tuple[str, ...]]:
    return int(seat), int(points), town, PLAYED.read(cards)


# Moves.


@entry(ENTRIES, "W:{line}", to=everybody)
class WallPlaced(DeclaredEffect):
    """``W:a2b3``: `seat` places a wall."""

    seat: int
    line: Annotated[str, LINE]


@entry(ENTRIES, "B:{towers};{houses}", to=everybody)
class Built(DeclaredEffect):
    """``B:a2=W,b3=K;A3=r,A4=b``: `seat` builds towers and houses."""

    seat: int
    towers: Annotated[tuple[str, ...], several(TOWER, none="")]
    houses: Annotated[tuple[str, ...], several(HOUSE, none="")]


@entry(ENTRIES, "M:{town}", to=everybody)
class MergeChosen(DeclaredEffect):
    """``M:T1``, ``M:-``: `seat` joins the new town with a neighbour, or leaves it alone."""

    seat: int
    town: Annotated[str | None, or_none(TOWN, "-")]


@entry(ENTRIES, "S:{cards}", to=everybody)
class CardsPlayed(DeclaredEffect):
    """``S:TS1+OW``: `seat` scores with one or two cards."""

    seat: int
    cards: Annotated[tuple[str, ...], PLAYED]


@entry(ENTRIES, "X:{card}", to=everybody, readers={"card": owner})
class CardDiscarded(DeclaredEffect):
    """``X:NT``, for others ``X:?``: `seat` discards a card instead of scoring."""

    seat: int
    card: Annotated[str | None, CARD]


@entry(ENTRIES, "E:{cards}", to=everybody, readers={"cards": owner})
class CardsExchanged(DeclaredEffect):
    """``E:TS7,TP``, for others ``E:2``; ``E:-`` for none: `seat` throws cards away, and will draw as many."""

    seat: int
    cards: Annotated[Cards, THROWN]


@entry(ENTRIES, "F:{town}:{cards}", to=everybody, bare="F:-")
class FinalPlayed(DeclaredEffect):
    """``F:T2:TTA+OW``, ``F:0:OW`` without a town, ``F:-`` for no card: the final cards of `seat`."""

    seat: int
    town: Annotated[str, TOWN_OR_NONE] = "0"
    cards: Annotated[tuple[str, ...], PLAYED] = ()


# Chance.


@entry(
    ENTRIES,
    "deal {hands} first={first}",
    to=everybody,
    readers={"hands": each_its_own},
    recorded=components.EFFECT_DEALT,
    by_chance=True,
)
class Dealt(DeclaredEffect):
    """``deal 0=TS1,.. 1=?,.. first=1``: the hands, and who begins."""

    hands: Annotated[tuple[Cards, ...], by_seat(CARDS), Items(components.EFFECT_CARD_DEALT)]
    first: Annotated[int, SEAT]


@entry(ENTRIES, "D:{tone}/{houses}", to=everybody, recorded=components.EFFECT_ROLLED, by_chance=True)
class Rolled(DeclaredEffect):
    """``D:W/r?``: the tower die, then both house dice."""

    tone: Annotated[str, coded(TONE_CODES)]
    houses: Annotated[tuple[str, str], DICE]


@entry(
    ENTRIES,
    "{seat} {exchanged} {cards}",
    to=everybody,
    readers={"cards": owner},
    recorded=components.EFFECT_DRAWN,
    by_chance=True,
)
class CardsDrawn(DeclaredEffect):
    """``1 draws OW,NT`` after a scoring, ``1 redraws OW,NT`` in an exchange; a dash if nothing is left to draw."""

    seat: Annotated[int, SEAT]
    cards: Annotated[Cards, CARDS, Items(components.EFFECT_CARD_DRAWN)]
    exchanged: Annotated[bool, either("redraws", "draws")]


# Consequences of a move.


@entry(ENTRIES, "turn {number} seat {seat}", to=everybody, recorded=components.EFFECT_TURN)
class TurnBegun(DeclaredEffect):
    """``turn 7 seat 1``."""

    number: Annotated[int, NUMBER]
    seat: Annotated[int, SEAT]


@entry(ENTRIES, "town {town} {spaces}", to=everybody, recorded=components.EFFECT_TOWN)
class TownCompleted(DeclaredEffect):
    """``town T2 A3,A4``: the last wall encloses these spaces."""

    town: Annotated[str, TOWN]
    spaces: Annotated[tuple[str, ...], several(SPACE)]


@entry(ENTRIES, "joined {town} {old}", to=everybody, recorded=components.EFFECT_MERGED)
class TownsJoined(DeclaredEffect):
    """``joined T2 T1``: the new town has taken a neighbour in."""

    town: Annotated[str, TOWN]
    old: Annotated[str, TOWN]


@entry(ENTRIES, "back {walls}{towers}", to=everybody, recorded=components.EFFECT_RETURNED)
class PiecesReturned(DeclaredEffect):
    """``back a2b3,b3=K``: walls and towers that go back to the supply."""

    walls: Annotated[tuple[str, ...], several(LINE, none=""), Items(components.EFFECT_WALL_BACK)]
    towers: Annotated[tuple[str, ...], LAST_TOWERS, Items(components.EFFECT_TOWER_BACK)]

    def format(self) -> str:
        return f"back {','.join((*self.walls, *self.towers))}"


@entry(ENTRIES, "palaces {places}", to=everybody, recorded=components.EFFECT_PALACES)
class PalacesBuilt(DeclaredEffect):
    """``palaces A3=r,A4=b``: on each of these spaces, two houses have become a palace."""

    places: Annotated[tuple[str, ...], several(HOUSE), Items(components.EFFECT_PALACE)]


@entry(ENTRIES, "skip {seat} {step}", to=everybody, recorded=components.EFFECT_SKIPPED)
class SeatSkipped(DeclaredEffect):
    """``skip 1 S``: a seat without cards is passed over in a scoring, an exchange (E) or the final scoring (F)."""

    seat: Annotated[int, SEAT]
    step: Annotated[str, Words("[SEF]", str, of=STEPS.__getitem__)]


@entry(ENTRIES, "shuffle {cards}", to=everybody, recorded=components.EFFECT_SHUFFLED)
class PileShuffled(DeclaredEffect):
    """``shuffle 20``: this many discarded cards have become the draw pile."""

    cards: Annotated[int, NUMBER]


@entry(ENTRIES, "last turn {reason}", to=everybody, recorded=components.EFFECT_LATCHED)
class EndNears(DeclaredEffect):
    """``last turn walls``: why the match ends with this turn."""

    reason: Annotated[str, REASON]


@entry(ENTRIES, "scored {town} size {size}{plays}", to=everybody, recorded=components.EFFECT_SCORED)
class TownScored(DeclaredEffect):
    """``scored T1 size 2 0:9:T1:TS1+OW 1:0:T1:OHb``: what seats, in their order, have played, for how many points.

    `town` is ``0`` in the final scoring, where each seat has chosen its own. `plays` holds the seat, its points, its
    town and its cards; seats that have discarded or passed are not in it.
    """

    town: Annotated[str, TOWN_OR_NONE]
    size: Annotated[int, NUMBER]
    plays: Annotated[
        tuple[tuple[int, int, str, tuple[str, ...]], ...],
        optional(several(PLAY, " "), " ", ()),
        Items(components.EFFECT_POINTS),
    ]


@entry(ENTRIES, "end {reason} case {with_town} {seats}", to=everybody, recorded=components.EFFECT_ENDED)
class Ended(DeclaredEffect):
    """``end walls case 1 0=1/40/1 1=2/31/1``: why, whether the last turn completed a town (case 1), and place, points
    and cards of each seat."""

    reason: Annotated[str, REASON]
    with_town: Annotated[bool, either("1", "2")]
    seats: Annotated[tuple[tuple[int, int, int], ...], by_seat(PLACING)]
