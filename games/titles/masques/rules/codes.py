"""Short names of phases, cards and tokens in views, logs and notation. Never compiled."""

from collections.abc import Iterable
from typing import Final

from games.titles.masques.rules.agents import AGENTS, PILE
from games.titles.masques.rules.components import FIRST_AGENT, GUESTS

PHASE_CODES: Final = ("setup", "favours", "deal", "draft", "action", "over")
FAMILY_CODES: Final = "CDMVF"
AGENT_CODES: Final = tuple(agent.code for agent in AGENTS)
AGENT_BY_CODE: Final = {agent.code: agent for agent in AGENTS}
GUILD_CODES: Final = ("CL", "VI", "ME", "MI", "SC")
TOKEN_CODES: Final = (*GUILD_CODES, "du")


def guest_code(guest: int) -> str:
    """Return ``F3`` for Foscari 3."""
    return f"{FAMILY_CODES[guest // 3]}{guest % 3 + 2}"


def guest_number(code: str) -> int:
    """Return the guest called `code`, which is well formed."""
    return FAMILY_CODES.index(code[0]) * 3 + int(code[1]) - 2


def guest_codes(guests: Iterable[int]) -> list[str]:
    """Return the codes of several guests, in the order given."""
    return [guest_code(guest) for guest in guests]


def card_code(card: int) -> str:
    """Return the code of the card in a hallway: a guest, or the kind of an agent."""
    return guest_code(card) if card < FIRST_AGENT else AGENT_CODES[(card - FIRST_AGENT) // PILE]


GUEST_CODES: Final = tuple(guest_code(guest) for guest in range(GUESTS))
