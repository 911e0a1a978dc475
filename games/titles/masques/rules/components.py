"""The components in the box (rules page, #box), and the numbers for phases, parts and effects."""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.masques.rules.agents import KINDS, PILE

NOBODY: Final = -1
NONE: Final = -1  # an empty place: no card in a hallway, no token on a palace card, no pick yet

# Families and guests. A guest is family * 3 + (influence - 2); both copies of Foscari 3 are one identity.
FAMILIES: Final = 4
FOSCARI: Final = 4
NO_FAMILY: Final = 5  # the family of an agent
GUESTS: Final = 15
TWINS: Final = 13  # Foscari 3, the one guest that comes twice
COPIES: Final[Row] = vec[Int]([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1])

# Cards: guests, then agents. An agent card is FIRST_AGENT + kind * PILE + its place in the pile, cheapest first.
FIRST_AGENT: Final = 15
CARDS: Final[Int] = FIRST_AGENT + KINDS * PILE
NO_CARD: Final[Int] = CARDS  # as good as none: a facedown guest, an empty hallway
# By card; the last entry is that of NO_CARD. Every agent has influence 1.
INFLUENCE: Final[Row] = vec[Int]([card % 3 + 2 if card < FIRST_AGENT else 1 for card in range(CARDS)] + [0])
FAMILY: Final[Row] = vec[Int]([card // 3 if card < FIRST_AGENT else NO_FAMILY for card in range(CARDS + 1)])

# Tokens.
GUILDS: Final = 5  # clergy, vintner, merchant, military, scribe
DUCAT: Final = 5
DUCATS: Final = 35

HAND: Final = 4
FAVOURS_TO_WIN: Final = 4
LAST_ROUND: Final = 60

# Phases, in the order of a match.
SETUP: Final = 0
FAVOURS: Final = 1  # preparation: favour tokens
DEAL: Final = 2  # preparation: guests
DRAFT: Final = 3
ACTION: Final = 4
ENDED: Final = 5

# Parts of moves, one range after the other. A guest represents itself.
MOST_PLACES: Final = 16  # palace cards, and hallways, with four seats
HIRE: Final = 15  # plus the kind of agent
PASS: Final[Int] = HIRE + KINDS
HALL: Final[Int] = PASS + 1  # plus the hallway
PALACE: Final[Int] = HALL + MOST_PLACES  # plus the palace card
NO_ABILITY: Final[Int] = PALACE + MOST_PLACES

# Effects that the rules record, and what they hold.
EFFECT_SET_UP: Final = 1
EFFECT_ROUND: Final = 2  # round
EFFECT_DUCAT_LAID: Final = 3  # palace card
EFFECT_DUCATS_LAID: Final = 4
EFFECT_FAVOUR_LAID: Final = 5  # palace card, guild
EFFECT_FAVOURS_LAID: Final = 6
EFFECT_GUEST_DEALT: Final = 7  # seat, guest
EFFECT_DEALT: Final = 8
EFFECT_SET_ASIDE: Final = 9  # the guests left in the deck
EFFECT_PACKET: Final = 10  # seat, picks completed: what it is handed
EFFECT_FOURTH_PICK: Final = 11  # seat, guest
EFFECT_FORCED: Final = 12  # seat, guest, hallway: called by a courtesan
EFFECT_PASSED: Final = 13  # seat: nothing else was possible
EFFECT_COLLECTED: Final = 14  # palace card, seat, token
EFFECT_RESOLVED: Final = 15  # round
EFFECT_WON: Final = 16  # seat, guild (NONE: one of each)
EFFECT_CLEANED: Final = 17  # first seat of the next round
EFFECT_STOPPED: Final = 18  # round
EFFECT_COMPARED: Final = 19  # palace card, the cards on its two sides: see `resolution.shown`
EFFECT_COVERED: Final = 20  # palace card: its token lies facedown


def palace_size(seats: Int) -> Int:
    """Return the number of palace cards, and of hallways, of a ball with this many seats."""
    return seats * 4
