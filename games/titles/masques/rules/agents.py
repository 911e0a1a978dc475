"""The table of agents: what each kind costs, what it may touch, and what follows for the rest of the rules.

A new kind of agent takes a number and a row here, its effect and the inverse in `abilities`, what a page shows of it in
`page.preview`, and its drawing.
"""

from typing import Final, NamedTuple

from games.core.engine.card_table import check_table
from games.core.engine.marked import marked as _
from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY, ONLY

# Conditions for a target of an ability. First targets lie next to the agent's hallway, second ones anywhere.
NO_TARGET: Final = 0
GUEST_IN_HAND: Final = 1  # the name of a guest of which a copy is in some hand
GUEST: Final = 2  # a hallway with a guest, face up or down
FACE_UP_GUEST: Final = 3
VACANT_HALLWAY: Final = 4
TOKEN: Final = 5  # a palace card with a token, face up or down
FACE_UP_TOKEN: Final = 6


class AgentWords(NamedTuple):
    """The words for one kind of agent."""

    name: str
    ability: str
    """What it may do, in the words of the rules page."""
    hire: str
    """To confirm: takes `price` and `hall`."""
    hired: str
    """In the log: takes `seat` and `hall`."""
    effect: str
    """What its ability does: takes `first` and `second`, which are places, and `guest`."""
    first_prompt: str
    first_click: str
    """What a click on a first target does."""
    second_prompt: str = ""
    second_click: str = ""


class Agent(NamedTuple):
    """One row of the table."""

    number: int
    code: str
    """As notation, views and logs write it."""
    prices: tuple[int, int, int]
    """Of its pile, from top to bottom: table agents-v1."""
    first: int
    """What its first target must be."""
    words: AgentWords
    second: int = NO_TARGET
    """What its second target must be: another place than the first one; NO_TARGET if it takes one step only."""


# Kinds, by their place in the table.
ASSASSIN: Final = 0
COURTESAN: Final = ASSASSIN + 1
GONDOLIER: Final = COURTESAN + 1
GUARD: Final = GONDOLIER + 1
THIEF: Final = GUARD + 1
TRADER: Final = THIEF + 1
KINDS: Final = TRADER + 1

AGENTS_TABLE: Final = "agents-v1"
AGENTS: Final = (
    Agent(
        ASSASSIN,
        "AS",
        (2, 3, 4),
        FACE_UP_GUEST,
        AgentWords(
            name=_("Assassin"),
            ability=_("Can turn a face-up guest in a neighbouring hallway facedown: no influence, no family."),
            hire=_("Hire an assassin for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires an assassin in hallway %(hall)s."),
            effect=_("The guest in hallway %(first)s is turned facedown."),
            first_prompt=_("Choose a guest for the assassin to turn facedown."),
            first_click=_("Turn facedown"),
        ),
    ),
    Agent(
        COURTESAN,
        "CO",
        (1, 2, 3),
        VACANT_HALLWAY,
        AgentWords(
            name=_("Courtesan"),
            ability=_(
                "Can call a guest from any hand into an empty neighbouring hallway; the player holding it "
                "must place it."
            ),
            hire=_("Hire a courtesan for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires a courtesan in hallway %(hall)s."),
            effect=_("%(guest)s is called to hallway %(first)s."),
            first_prompt=_("Choose a hallway for the courtesan to call a guest to."),
            first_click=_("Call a guest here"),
            second_prompt=_("Choose a guest to call."),
            second_click=_("Call"),
        ),
        second=GUEST_IN_HAND,
    ),
    Agent(
        GONDOLIER,
        "GO",
        (2, 3, 4),
        GUEST,
        AgentWords(
            name=_("Gondolier"),
            ability=_("Can swap a guest in a neighbouring hallway with any other guest in the palace."),
            hire=_("Hire a gondolier for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires a gondolier in hallway %(hall)s."),
            effect=_("The guests in hallways %(first)s and %(second)s swap places."),
            first_prompt=_("Choose a guest next to the gondolier to swap."),
            first_click=_("Swap this guest"),
            second_prompt=_("Choose the guest to swap it with."),
            second_click=_("Swap with this guest"),
        ),
        second=GUEST,
    ),
    Agent(
        GUARD,
        "GU",
        (2, 3, 4),
        GUEST,
        AgentWords(
            name=_("Guard"),
            ability=_("Can send a guest in a neighbouring hallway to any empty hallway."),
            hire=_("Hire a guard for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires a guard in hallway %(hall)s."),
            effect=_("The guest in hallway %(first)s moves to hallway %(second)s."),
            first_prompt=_("Choose a guest next to the guard to send away."),
            first_click=_("Send this guest away"),
            second_prompt=_("Choose an empty hallway to send it to."),
            second_click=_("Send it here"),
        ),
        second=VACANT_HALLWAY,
    ),
    Agent(
        THIEF,
        "TH",
        (1, 2, 3),
        FACE_UP_TOKEN,
        AgentWords(
            name=_("Thief"),
            ability=_("Can turn a face-up token next to it facedown: no one collects it this round."),
            hire=_("Hire a thief for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires a thief in hallway %(hall)s."),
            effect=_("The token on palace card %(first)s is turned facedown."),
            first_prompt=_("Choose a token for the thief to turn facedown."),
            first_click=_("Turn facedown"),
        ),
    ),
    Agent(
        TRADER,
        "TR",
        (3, 4, 5),
        TOKEN,
        AgentWords(
            name=_("Trader"),
            ability=_("Can swap a token next to it with any other token in the palace."),
            hire=_("Hire a trader for %(price)s in hallway %(hall)s."),
            hired=_("%(seat)s hires a trader in hallway %(hall)s."),
            effect=_("The tokens on palace cards %(first)s and %(second)s swap places."),
            first_prompt=_("Choose a token next to the trader to swap."),
            first_click=_("Swap this token"),
            second_prompt=_("Choose the token to swap it with."),
            second_click=_("Swap with this token"),
        ),
        second=TOKEN,
    ),
)
check_table("Agents", AGENTS, KINDS)

# The same as rows, by kind, for the rules.
PILE: Final = 3  # cards of each kind
UNPAYABLE: Final = 99  # the price of a pile that is sold out
PRICES_EACH: Final = PILE + 1  # numbers in PRICES for each kind
DEAREST: Final[Int] = max([max(agent.prices) for agent in AGENTS])
PRICES: Final[Row] = vec[Int]([price for agent in AGENTS for price in (*agent.prices, UNPAYABLE)])
FIRST_TARGET: Final[Row] = vec[Int]([agent.first for agent in AGENTS])
SECOND_TARGET: Final[Row] = vec[Int]([agent.second for agent in AGENTS])


def on_palace(target: Int) -> bool:
    """Return whether a target of this sort is a palace card."""
    return target >= TOKEN


def in_hallway(target: Int) -> bool:
    """Return whether a target of this sort is a hallway."""
    return GUEST <= target <= VACANT_HALLWAY


def one_step(kind: Int) -> bool:
    """Return whether an agent of this kind needs only one target."""
    return SECOND_TARGET[kind] == NO_TARGET


def price(kind: Int, bought: Int) -> Int:
    """Return the price of a pile's top card after `bought` cards left it; UNPAYABLE when it is empty."""
    return PRICES[kind * PRICES_EACH + bought]


def affordable(bought: Row) -> Row:
    """Return, by purse up to the dearest price, the set of kinds whose top card it pays after `bought` cards left each
    pile."""
    kinds = vec[Int]([EMPTY] * (DEAREST + 1))
    for kind in range(KINDS):
        for purse in range(price(kind, bought[kind]), DEAREST + 1):
            kinds[purse] |= ONLY[kind]
    return kinds
