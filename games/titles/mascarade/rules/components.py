"""The components in the box besides the masks, and their numbers (rules page, #box)."""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.mascarade.rules.masks import CODES, MASK_ROWS

NONE: Final = -1

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 13
MASKS_OF_FEW: Final = 6  # in play where a seat has several
MOST_CENTRE: Final = 2
MOST_SLOTS: Final = MOST_SEATS + MOST_CENTRE
MOST_HAND: Final = 3  # slots of a seat
LETTERS: Final = {2: "LMR", 3: "LR"}  # of the slots of a seat, where it has several

START_COINS: Final = 6
RICH: Final = 13  # coins that end the match
EXCHANGE_TURNS: Final = 4  # first turns, in which only exchanges are allowed
LONGEST_LIMIT: Final = 1000  # turns
TURNS_PER_SEAT: Final = 60  # of the usual limit

BOTH_PEASANTS: Final = 2  # coins for each, if both are shown
WIDOW_FORTUNE: Final = 10
CHEATER_FORTUNE: Final = 10

# Scripts.
STANDARD: Final = 0
ADVANCED: Final = 1
CUSTOM: Final = 2
RANDOM: Final = 3  # chance chooses between the first two and a script that it makes up
SCRIPT_NAMES: Final = ("standard", "advanced", "custom", "random")
_SMALL: Final = "JU TR EM KI SO CH"
_EIGHT: Final = "JU TR EM FO KI SO PE PE"
_ADVANCED_SIX: Final = "JU PA PR BE PU SO"
SCRIPTS: Final = (
    {
        2: _SMALL,
        3: _SMALL,
        4: "JU TR EM KI TH CH",
        5: _SMALL,
        6: _SMALL,
        7: "JU TR EM FO KI TH SO",
        8: _EIGHT,
        9: _EIGHT + " CH",
        10: _EIGHT + " CH SP",
        11: _EIGHT + " CH SP GU",
        12: _EIGHT + " CH SP GU WI",
        13: _EIGHT + " CH SP GU WI TH",
    },
    {
        2: "JU EM PA TH SP WI",
        3: "JU EM PA TH SP WI",
        4: "JU EM PA TR BE SP",
        5: "JU EM PA TR BE SP",
        6: _ADVANCED_SIX,
        7: _ADVANCED_SIX + " FO",
        8: _ADVANCED_SIX + " FO CH",
        9: _ADVANCED_SIX + " FO CH SP",
        10: _ADVANCED_SIX + " FO CH SP WI",
        11: _ADVANCED_SIX + " FO CH SP WI GU",
        12: _ADVANCED_SIX + " FO CH SP WI GU KI",
        13: _ADVANCED_SIX + " FO CH SP WI GU KI EM",
    },
)
"""By name of the script and number of players: the masks in play, by code."""
SCRIPTED: Final = {code for script in SCRIPTS for masks in script.values() for code in masks.split()}
DRAWN_FROM: Final[Row] = vec[Int]([mask.least_seats if mask.code in SCRIPTED else MOST_SEATS + 1 for mask in MASK_ROWS])
"""By mask: from this many players on, chance may take it into a script that it makes up. A mask that is in
none of the scripts above is never taken, as otherwise older matches would read differently with each new mask."""


def script_masks(script: int, seats: int) -> list[Int]:
    """Return the masks of the standard or the advanced script, ascending, as often as they are in play."""
    return sorted([CODES.index(code) for code in SCRIPTS[script][seats].split()])


# Phases. Chance's, before all others:
DRAWING_SCRIPT: Final = 0
DRAWING_MASKS: Final = 1  # of a script that chance makes up: one mask after another, in or out
DEALING: Final = 2
FIRST_SEAT: Final = 3
# Seats':
MEMORISE: Final = 4  # all, sealed
ACTION: Final = 5  # the active seat
ANSWERS: Final = 6  # all others, sealed or clockwise
CHOOSE: Final = 7  # the user of a power: its targets
GUESS: Final = 8  # the Guru's victim
SWAP: Final = 9  # the Spy's user, after the look
# Nobody's:
FINISHED: Final = 10

# Parts of moves, each after the last number of the one before.
MEMORISED: Final = 0
NO: Final = MEMORISED + 1
CHALLENGED: Final = NO + 1  # + number of the seat's slot
PRETEND: Final = CHALLENGED + MOST_HAND
SWAP_PART: Final = PRETEND + 1
DECLINE: Final = SWAP_PART + 1  # the Sorceress's
EXCHANGE: Final = DECLINE + 1  # + number of the seat's slot
VIEW: Final = EXCHANGE + MOST_HAND  # + number of the seat's slot
ANNOUNCE: Final = VIEW + MOST_HAND
POINT: Final = ANNOUNCE + 1  # + number of the seat's slot
SLOT: Final = POINT + MOST_HAND  # + slot
PLAYER: Final = SLOT + MOST_SLOTS  # + seat
MASK: Final = PLAYER + MOST_SEATS  # + mask; nothing follows: there may be more masks at any time

# The entries of an answer row that are not parts.
NOT_ASKED: Final = -2
OPEN: Final = -1

# Records of the history (`fields.py`): six numbers each; the second is the turn.
RECORD: Final = 6
AT_KIND: Final = 0
AT_FIRST: Final = 2
AT_SECOND: Final = 3
AT_SEAT: Final = 4
AT_VALUE: Final = 5
MAYBE_SWAPPED: Final = 1  # slots first and second; the seat alone knows whether (value 1)
SWAPPED: Final = 2  # slots first and second, publicly
SEEN: Final = 3  # the seat alone saw the mask `value` in the slot first
SHOWN: Final = 4  # the mask `value` in the slot first was shown to everyone but the seat (NONE: to all)

# Actions of a turn.
EXCHANGED: Final = 0
VIEWED: Final = 1
ANNOUNCED: Final = 2
ACTION_NAMES: Final = ("exchange", "view", "announce")

# How a match ends.
THIRTEEN: Final = 0
BANKRUPT: Final = 1
CHEATED: Final = 2
ADJUDICATED: Final = 3
ENDINGS: Final = ("thirteen", "bankrupt", "cheater", "adjudicated")

# Effects that the rules record: a code, then up to three numbers. A packed number is slot * MASKS + mask.
EFFECT_DEALT: Final = 1  # first seat; the masks lie where they were dealt
EFFECT_TURN: Final = 2  # turn, seat: it begins
EFFECT_TURNED_UP: Final = 3  # slot, mask: one of those revealed, the announcer first
EFFECT_REVEALED: Final = 4  # these masks
EFFECT_APPLIED: Final = 5  # seat (NONE: nobody), mask, whether it was challenged
EFFECT_POWER: Final = 6  # seat: its power leaves no choice
EFFECT_LOOKED: Final = 7  # seat, packed own slot, packed other slot
EFFECT_TESTED: Final = 8  # Guru: slot, mask
EFFECT_SHOWN: Final = 9  # Princess: slot, mask
EFFECT_GAINED: Final = 10  # seat, coins from the bank
EFFECT_PAID: Final = 11  # seat that pays, seat that is paid, coins
EFFECT_JUSTICE: Final = 12  # seat, coins from the justice board
EFFECT_FORTUNES: Final = 13  # two seats that exchange all their coins
EFFECT_FINE: Final = 14  # seat: one of those fined
EFFECT_FINED: Final = 15  # these seats
EFFECT_ENDED: Final = 16  # how
