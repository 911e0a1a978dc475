"""What is in the box: cards, tokens, their numbers (rules page, “What there is”)."""

from typing import Final

from games.core.rows import Int, Row, vec

NOBODY: Final = -1
NONE: Final = -1  # an empty place: no card in a hallway, no token on a palace card, no pick yet

# Families and guests. A guest is family * 3 + (influence - 2); both copies of Foscari 3 are one identity.
FAMILIES: Final = 4
FOSCARI: Final = 4
NO_FAMILY: Final = 5  # the family of an agent
GUESTS: Final = 15
TWINS: Final = 13  # Foscari 3, the one guest that comes twice
COPIES: Final[Row] = vec[Int]([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1])

# Agents. An agent card is FIRST_AGENT + kind * 3 + its place in the pile, cheapest first.
ASSASSIN: Final = 0
COURTESAN: Final = 1
GONDOLIER: Final = 2
GUARD: Final = 3
THIEF: Final = 4
TRADER: Final = 5
KINDS: Final = 6
PILE: Final = 3
FIRST_AGENT: Final = 15
CARDS: Final = 33  # guests and agents together
NO_CARD: Final = 33  # as good as none: a facedown guest, an empty hallway

# Table agents-v1: prices of every pile from top to bottom, by kind in the order above. A pile that is sold out asks
# for UNPAYABLE. Every agent has influence 1.
AGENTS_TABLE: Final = "agents-v1"
UNPAYABLE: Final = 99
PRICES: Final[Row] = vec[Int](
    [2, 3, 4, 99, 1, 2, 3, 99, 2, 3, 4, 99, 2, 3, 4, 99, 1, 2, 3, 99, 3, 4, 5, 99]  # fours: three cards, then the end
)
# By card; the last entry is that of NO_CARD.
INFLUENCE: Final[Row] = vec[Int]([card % 3 + 2 if card < FIRST_AGENT else 1 for card in range(CARDS)] + [0])
FAMILY: Final[Row] = vec[Int]([card // 3 if card < FIRST_AGENT else NO_FAMILY for card in range(CARDS + 1)])

# Tokens.
GUILDS: Final = 5  # clergy, vintner, merchant, military, scribe
DUCAT: Final = 5
DUCATS: Final = 35

# By the ducats in a purse: the piles whose cheapest card it can pay.
WITHIN: Final[list[list[Int]]] = [
    [kind for kind in range(KINDS) if PRICES[kind * 4] <= purse] for purse in range(DUCATS + 1)
]

HAND: Final = 4
FAVOURS_TO_WIN: Final = 4
LAST_ROUND: Final = 60


def palace_size(seats: Int) -> Int:
    """Palace cards, and hallways, of a ball with that many seats."""
    return seats * 4


def price(kind: Int, bought: Int) -> Int:
    """What the top card of a pile costs after `bought` cards left it; UNPAYABLE when it is empty."""
    return PRICES[kind * 4 + bought]
