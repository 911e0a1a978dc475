"""The table of agents: what each kind costs, what it may touch, and what follows for the rest of the rules.

A new kind of agent takes a name and a row here, its effect and the inverse in `abilities`, its words in
`text.agents`, and its drawing.
"""

from typing import Final, NamedTuple

from games.core.rows import Int, Row, vec
from games.core.sets import EMPTY, ONLY

# What a target of an ability must be. First targets lie beside the agent's hallway, second ones anywhere.
NO_TARGET: Final = 0
GUEST_IN_HAND: Final = 1  # the name of a guest of which a copy is in some hand
GUEST: Final = 2  # a hallway with a guest, face up or down
FACE_UP_GUEST: Final = 3
VACANT_HALLWAY: Final = 4
TOKEN: Final = 5  # a palace card with a token, face up or down
FACE_UP_TOKEN: Final = 6


class Agent(NamedTuple):
    """One row of the table."""

    code: str
    """As notation, views and logs write it."""
    prices: tuple[int, int, int]
    """Of its pile, from top to bottom: table agents-v1."""
    first: int
    """What its first target must be."""
    second: int
    """What its second target must be: another place than the first one; NO_TARGET if it takes one step only."""


# Kinds, by their place in the table.
ASSASSIN: Final = 0
COURTESAN: Final = 1
GONDOLIER: Final = 2
GUARD: Final = 3
THIEF: Final = 4
TRADER: Final = 5

AGENTS_TABLE: Final = "agents-v1"
AGENTS: Final = (
    Agent("AS", (2, 3, 4), FACE_UP_GUEST, NO_TARGET),
    Agent("CO", (1, 2, 3), VACANT_HALLWAY, GUEST_IN_HAND),
    Agent("GO", (2, 3, 4), GUEST, GUEST),
    Agent("GU", (2, 3, 4), GUEST, VACANT_HALLWAY),
    Agent("TH", (1, 2, 3), FACE_UP_TOKEN, NO_TARGET),
    Agent("TR", (3, 4, 5), TOKEN, TOKEN),
)

# The same as rows, by kind, for the rules.
KINDS: Final[Int] = len(AGENTS)
PILE: Final = 3  # cards of each kind
UNPAYABLE: Final = 99  # what a pile that is sold out asks for
PRICES_EACH: Final = PILE + 1  # numbers in PRICES for each kind
DEAREST: Final[Int] = max([max(agent.prices) for agent in AGENTS])
PRICES: Final[Row] = vec[Int]([price for agent in AGENTS for price in (*agent.prices, UNPAYABLE)])
FIRST_TARGET: Final[Row] = vec[Int]([agent.first for agent in AGENTS])
SECOND_TARGET: Final[Row] = vec[Int]([agent.second for agent in AGENTS])


def on_palace(target: Int) -> bool:
    """Whether a target of this sort is a palace card."""
    return target >= TOKEN


def in_hallway(target: Int) -> bool:
    """Whether a target of this sort is a hallway."""
    return GUEST <= target <= VACANT_HALLWAY


def one_step(kind: Int) -> bool:
    """Whether an agent of this kind needs only one target."""
    return SECOND_TARGET[kind] == NO_TARGET


def price(kind: Int, bought: Int) -> Int:
    """What the top card of a pile costs after `bought` cards left it; UNPAYABLE when it is empty."""
    return PRICES[kind * PRICES_EACH + bought]


def affordable(bought: Row) -> Row:
    """By purse, up to the price of the dearest card: the set of kinds whose top card it pays, after `bought` cards
    left each pile."""
    kinds = vec[Int]([EMPTY] * (DEAREST + 1))
    for kind in range(KINDS):
        for purse in range(price(kind, bought[kind]), DEAREST + 1):
            kinds[purse] |= ONLY[kind]
    return kinds
