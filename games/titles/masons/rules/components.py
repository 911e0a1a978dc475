"""The components in the box, and their numbers (rules page, #box)."""

from typing import Final, NamedTuple

from games.core.engine.card_table import check_table
from games.core.engine.marked import marked as _
from games.core.engine.marked import marked_plural as ngettext
from games.core.engine.rows import Int

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4

# Pieces. Towers have a tone, houses and palaces a colour.
WALLS: Final = 33
WHITE: Final = 0
GREY: Final = 1
BLACK: Final = 2
TONES: Final = 3
TONE_CODES: Final = ("W", "G", "K")
TOWERS_EACH: Final = 10
BLUE: Final = 0
GREEN: Final = 1
YELLOW: Final = 2
RED: Final = 3
PINK: Final = 4
COLOURS: Final = 5
COLOUR_CODES: Final = ("b", "g", "y", "r", "p")
HOUSES_EACH: Final = 12
PALACES_EACH: Final = 3

# Dice. The tower die shows each tone twice, a house die each colour and a joker.
DICE: Final = 3
JOKER: Final = 5
HOUSE_DIE_CODES: Final = ("b", "g", "y", "r", "p", "?")

# Regions, as the board names them.
SOUTH: Final = 0
MIDDLE: Final = 1
NORTH: Final = 2
REGIONS: Final = 3
REGION_CODES: Final = ("S", "M", "N")

# Guild cards: their faces in order; those of a town come before all others.
TOWN_OF_1: Final = 0
TOWN_OF_2: Final = TOWN_OF_1 + 1
TOWN_OF_3: Final = TOWN_OF_2 + 1
TOWN_OF_7: Final = TOWN_OF_3 + 1
TOWN_COLOURS: Final = TOWN_OF_7 + 1
TOWN_TOWERS_OF: Final = TOWN_COLOURS + 1  # by tone
TOWN_TOWERS: Final = TOWN_TOWERS_OF + TONES
TOWN_PALACES: Final = TOWN_TOWERS + 1
TOWN_HOUSES_OF: Final = TOWN_PALACES + 1  # by colour
OUTSIDE_HOUSES_OF: Final = TOWN_HOUSES_OF + COLOURS  # by colour
OUTSIDE_REGION: Final = OUTSIDE_HOUSES_OF + COLOURS  # by region
OUTSIDE_TOWERS: Final = OUTSIDE_REGION + REGIONS
OUTSIDE_TOWERS_OF: Final = OUTSIDE_TOWERS + 1  # by tone
OUTSIDE_COAST: Final = OUTSIDE_TOWERS_OF + TONES
OUTSIDE_WALLS: Final = OUTSIDE_COAST + 1
TOWNS_NOW: Final = OUTSIDE_WALLS + 1
FACES: Final = TOWNS_NOW + 1
FIRST_OUTSIDE: Final = OUTSIDE_HOUSES_OF
"""Faces before this one count the town that is scored."""


class Counted(NamedTuple):
    """The words for what a card scores, next to the points: takes `n`, their number."""

    words: tuple[str, str]
    """For one, and for more."""
    points: int = 1
    """For each."""


PER_TOWER: Final = Counted(ngettext("%(n)s tower.", "%(n)s towers."))
PER_TOWER_2: Final = Counted(ngettext("%(n)s tower, 2 points each.", "%(n)s towers, 2 points each."), points=2)
PER_PALACE: Final = Counted(ngettext("%(n)s palace.", "%(n)s palaces."))
PER_HOUSE: Final = Counted(ngettext("%(n)s house.", "%(n)s houses."))
PER_WALL: Final = Counted(ngettext("%(n)s wall.", "%(n)s walls."))
PER_TOWN: Final = Counted(ngettext("%(n)s town.", "%(n)s towns."))


class Card(NamedTuple):
    """A guild card with all its properties, except the counting of its points, which is in values.py. The names are
    ours: the printed cards have pictures only."""

    number: int
    code: str
    name: str
    meaning: str
    """When it scores how many points."""
    mean: int
    """What it scores on average, in tenths of a point."""
    emblem: str
    """A symbol of the template setting.html, or a number that is written there."""
    counts: Counted | None = None
    """What brings points; none where the meaning says it all."""
    framed: bool = True
    """Whether the emblem shows the walls of a town, or the land outside of towns."""


CARD_ROWS: Final = (
    Card(TOWN_OF_1, "TS1", _("Hamlet"), _("6 points if the town has exactly 1 space."), 36, "1"),
    Card(TOWN_OF_2, "TS2", _("Village"), _("7 points if the town has exactly 2 spaces."), 15, "2"),
    Card(TOWN_OF_3, "TS3", _("Borough"), _("8 points if the town has exactly 3 spaces."), 7, "3"),
    Card(TOWN_OF_7, "TS7", _("Metropolis"), _("9 points if the town has 7 or more spaces."), 2, "7+"),
    Card(
        TOWN_COLOURS,
        "TCOL",
        _("Painters"),
        _("4 points if the town has houses or palaces in 2 or 3 colours, 7 points in 4 or 5."),
        47,
        "colours",
    ),
    Card(
        TOWN_TOWERS_OF + WHITE,
        "TTW",
        _("White watch"),
        _("2 points for each white tower in the town."),
        27,
        "tower-W",
        counts=PER_TOWER_2,
    ),
    Card(
        TOWN_TOWERS_OF + GREY,
        "TTG",
        _("Grey watch"),
        _("2 points for each grey tower in the town."),
        26,
        "tower-G",
        counts=PER_TOWER_2,
    ),
    Card(
        TOWN_TOWERS_OF + BLACK,
        "TTK",
        _("Black watch"),
        _("2 points for each black tower in the town."),
        24,
        "tower-K",
        counts=PER_TOWER_2,
    ),
    Card(TOWN_TOWERS, "TTA", _("Town watch"), _("1 point for each tower in the town."), 38, "towers", counts=PER_TOWER),
    Card(
        TOWN_PALACES,
        "TP",
        _("Courtiers"),
        _("1 point for each palace in the town, of any colour."),
        12,
        "palaces",
        counts=PER_PALACE,
    ),
    Card(
        TOWN_HOUSES_OF + BLUE,
        "THb",
        _("Blue guild"),
        _("In the town, 3 points for each blue palace and 1 for each blue house."),
        12,
        "house-b",
    ),
    Card(
        TOWN_HOUSES_OF + GREEN,
        "THg",
        _("Green guild"),
        _("In the town, 3 points for each green palace and 1 for each green house."),
        12,
        "house-g",
    ),
    Card(
        TOWN_HOUSES_OF + YELLOW,
        "THy",
        _("Yellow guild"),
        _("In the town, 3 points for each yellow palace and 1 for each yellow house."),
        12,
        "house-y",
    ),
    Card(
        TOWN_HOUSES_OF + RED,
        "THr",
        _("Red guild"),
        _("In the town, 3 points for each red palace and 1 for each red house."),
        12,
        "house-r",
    ),
    Card(
        TOWN_HOUSES_OF + PINK,
        "THp",
        _("Pink guild"),
        _("In the town, 3 points for each pink palace and 1 for each pink house."),
        12,
        "house-p",
    ),
    Card(
        OUTSIDE_HOUSES_OF + BLUE,
        "OHb",
        _("Blue farmers"),
        _("1 point for each blue house outside towns."),
        42,
        "house-b",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_HOUSES_OF + GREEN,
        "OHg",
        _("Green farmers"),
        _("1 point for each green house outside towns."),
        42,
        "house-g",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_HOUSES_OF + YELLOW,
        "OHy",
        _("Yellow farmers"),
        _("1 point for each yellow house outside towns."),
        42,
        "house-y",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_HOUSES_OF + RED,
        "OHr",
        _("Red farmers"),
        _("1 point for each red house outside towns."),
        42,
        "house-r",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_HOUSES_OF + PINK,
        "OHp",
        _("Pink farmers"),
        _("1 point for each pink house outside towns."),
        42,
        "house-p",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_REGION + SOUTH,
        "ORS",
        _("People of the Lion"),
        _("1 point for each house outside towns in the Lion region (south)."),
        69,
        "region-S",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_REGION + MIDDLE,
        "ORM",
        _("People of the Rose"),
        _("1 point for each house outside towns in the Rose region (middle)."),
        69,
        "region-M",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_REGION + NORTH,
        "ORN",
        _("People of the Eagle"),
        _("1 point for each house outside towns in the Eagle region (north)."),
        69,
        "region-N",
        counts=PER_HOUSE,
    ),
    Card(
        OUTSIDE_TOWERS,
        "OTA",
        _("Rangers"),
        _("1 point for each tower outside towns."),
        96,
        "towers",
        counts=PER_TOWER,
    ),
    Card(
        OUTSIDE_TOWERS_OF + WHITE,
        "OTW",
        _("White rangers"),
        _("2 points for each white tower outside towns."),
        63,
        "tower-W",
        counts=PER_TOWER_2,
    ),
    Card(
        OUTSIDE_TOWERS_OF + GREY,
        "OTG",
        _("Grey rangers"),
        _("2 points for each grey tower outside towns."),
        63,
        "tower-G",
        counts=PER_TOWER_2,
    ),
    Card(
        OUTSIDE_TOWERS_OF + BLACK,
        "OTK",
        _("Black rangers"),
        _("2 points for each black tower outside towns."),
        63,
        "tower-K",
        counts=PER_TOWER_2,
    ),
    Card(
        OUTSIDE_COAST,
        "OTC",
        _("Coast guard"),
        _("2 points for each tower on the coast outside towns."),
        71,
        "coast",
        counts=PER_TOWER_2,
    ),
    Card(
        OUTSIDE_WALLS,
        "OW",
        _("Wallers"),
        _("1 point for each wall outside towns."),
        65,
        "wall",
        counts=PER_WALL,
    ),
    Card(
        TOWNS_NOW,
        "NT",
        _("Surveyors"),
        _("1 point for each town on the board, including the new one."),
        41,
        "towns",
        counts=PER_TOWN,
        framed=False,
    ),
)
check_table("Guild cards", CARD_ROWS, FACES)
FACE_CODES: Final = tuple([card.code for card in CARD_ROWS])
COPIES: Final = 2
CARDS: Final = FACES * COPIES
HAND_CARDS: Final = 6
NONE: Final[Int] = -1

# Phases.
DEALING: Final = 0
FIRST_SEAT: Final = 1
WALL: Final = 2
ROLLING: Final = 3
BUILD: Final = 4
MERGE: Final = 5
SCORE: Final = 6
DRAWING: Final = 7
EXCHANGE: Final = 8
EXCHANGING: Final = 9  # cards are drawn for the discarded ones
FINAL: Final = 10
FINISHED: Final = 11

# Parts of moves. A kind's first number, to which the number of what it names is added. All are below 256.
MOST_TOWNS: Final = 60  # in a match: one for each space of the board
MOST_LINES: Final = 126  # of a board
NOTHING: Final = 0  # nothing to build; no merging; no exchange or the end of one; no card at the end
ALONE: Final = NOTHING + 1  # one card is played
DISCARD: Final = ALONE + 1  # the card is discarded instead
CARD: Final = DISCARD + 1  # + face
TOWN: Final = CARD + FACES  # + id; TOWN itself: no town
TOWER: Final = TOWN + MOST_TOWNS + 1  # + end of the wall (0, 1) * TONES + tone
HOUSE: Final = TOWER + 2 * TONES  # + side of the wall (0, 1) * COLOURS + colour
LINE: Final = HOUSE + 2 * COLOURS  # + line

# The reason for the end of the match: the supply that ran out, or that the active seat had no line left.
OUT_OF_WALLS: Final = 0
OUT_OF_TOWERS: Final = 1
OUT_OF_HOUSES: Final = 2
OUT_OF_PALACES: Final = 3
NO_LINE: Final = 4
ENDINGS: Final = ("walls", "towers", "houses", "palaces", "lines")

# A seat's part in the open or last scoring.
WAITS: Final = 0
PLAYED: Final = 1
DISCARDED: Final = 2
SKIPPED: Final = 3  # it had no card, or passed

# Effects that the rules record: a code, then up to three numbers.
EFFECT_CARD_DEALT: Final = 1  # seat, face
EFFECT_DEALT: Final = 2  # first seat: all hands are dealt
EFFECT_TURN: Final = 3  # turn, seat: it begins
EFFECT_ROLLED: Final = 4  # tone, first house die, second house die
EFFECT_TOWN: Final = 5  # id: the last wall has completed it
EFFECT_WALL_BACK: Final = 6  # line
EFFECT_TOWER_BACK: Final = 7  # point, tone
EFFECT_RETURNED: Final = 8  # these walls and towers
EFFECT_PALACE: Final = 9  # space, colour
EFFECT_PALACES: Final = 10  # these have been built
EFFECT_MERGED: Final = 11  # new id, old id
EFFECT_SKIPPED: Final = 12  # seat without a card, phase
EFFECT_POINTS: Final = 13  # seat, points, town (0: none)
EFFECT_CARD_DRAWN: Final = 14  # face
EFFECT_DRAWN: Final = 15  # seat that has drawn these cards, none if the piles are empty; whether in an exchange
EFFECT_SHUFFLED: Final = 16  # cards: the discard pile is the draw pile now
EFFECT_LATCHED: Final = 17  # why the match ends with this turn
EFFECT_SCORED: Final = 18  # town (0: none): all seats have scored it
EFFECT_ENDED: Final = 19  # why, whether a town was completed in the last turn
