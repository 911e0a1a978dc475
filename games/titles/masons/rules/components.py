"""What is in the box, and the numbers that stand for it (rules page, section 1)."""

from typing import Final

from games.core.rows import Int

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
REGION_CODES: Final = ("S", "M", "N")

# Guild cards: thirty faces, in their order, two copies of each.
TOWN_OF_1: Final = 0
TOWN_OF_2: Final = 1
TOWN_OF_3: Final = 2
TOWN_OF_7: Final = 3
TOWN_COLOURS: Final = 4
TOWN_TOWERS_OF: Final = 5  # by tone
TOWN_TOWERS: Final = 8
TOWN_PALACES: Final = 9
TOWN_HOUSES_OF: Final = 10  # by colour
OUTSIDE_HOUSES_OF: Final = 15  # by colour
OUTSIDE_REGION: Final = 20  # by region
OUTSIDE_TOWERS: Final = 23
OUTSIDE_TOWERS_OF: Final = 24  # by tone
OUTSIDE_COAST: Final = 27
OUTSIDE_WALLS: Final = 28
TOWNS_NOW: Final = 29
FACES: Final = 30
FACE_CODES: Final = (
    "TS1", "TS2", "TS3", "TS7", "TCOL", "TTW", "TTG", "TTK", "TTA", "TP", "THb", "THg", "THy", "THr", "THp",
    "OHb", "OHg", "OHy", "OHr", "OHp", "ORS", "ORM", "ORN", "OTA", "OTW", "OTG", "OTK", "OTC", "OW", "NT",
)  # fmt: skip
COPIES: Final = 2
CARDS: Final = FACES * COPIES
HAND_CARDS: Final = 6
FIRST_OUTSIDE: Final = OUTSIDE_HOUSES_OF
"""Faces before this one count the town that is scored."""

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
EXCHANGING: Final = 9  # cards are drawn for those thrown away
FINAL: Final = 10
FINISHED: Final = 11

# Parts of moves. A kind's first number, to which the number of what it names is added. All are below 256.
NOTHING: Final = 0  # nothing to build; no merging; no exchange or the end of one; no card at the end
ALONE: Final = 1  # one card is played
DISCARD: Final = 2  # the card is discarded instead
CARD: Final = 10  # + face
TOWN: Final = 40  # + id; TOWN itself: no town
TOWER: Final = 110  # + end of the wall (0, 1) * TONES + tone
HOUSE: Final = 116  # + side of the wall (0, 1) * COLOURS + colour
LINE: Final = 130  # + line
MOST_LINES: Final = 126  # of a board

# What ended the match: the supply that ran out, or that the active seat had no line left.
OUT_OF_WALLS: Final = 0
OUT_OF_TOWERS: Final = 1
OUT_OF_HOUSES: Final = 2
OUT_OF_PALACES: Final = 3
NO_LINE: Final = 4
ENDINGS: Final = ("walls", "towers", "houses", "palaces", "lines")

# What a seat has done in the scoring that is open, or was last.
WAITS: Final = 0
PLAYED: Final = 1
DISCARDED: Final = 2
SKIPPED: Final = 3  # it had no card, or passed

# Effects that the rules record: a code, then up to three numbers.
EFFECT_DEALT: Final = 1  # first seat: all hands are dealt
EFFECT_TURN: Final = 2  # turn, seat: it begins
EFFECT_ROLLED: Final = 3  # tone, first house die, second house die
EFFECT_TOWN: Final = 4  # id, line: this wall has completed it
EFFECT_WALL_BACK: Final = 5  # line
EFFECT_TOWER_BACK: Final = 6  # point, tone
EFFECT_PALACE: Final = 7  # space, colour, space of the second house
EFFECT_MERGED: Final = 8  # new id, old id
EFFECT_SKIPPED: Final = 9  # seat without a card, phase
EFFECT_POINTS: Final = 10  # seat, points, town (0: none)
EFFECT_DRAWN: Final = 11  # seat, face: one of a series
EFFECT_DRAWN_NONE: Final = 12  # seat: nothing is left to draw
EFFECT_SHUFFLED: Final = 13  # cards: the discard pile is the draw pile now
EFFECT_LATCHED: Final = 14  # why the match ends with this turn
EFFECT_SCORED: Final = 15  # town (0: none): everybody has scored it
EFFECT_ENDED: Final = 16  # why, whether a town was completed in the last turn
