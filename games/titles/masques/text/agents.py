"""Names of the agents, and sentences about their abilities."""

from typing import Final

from games.core.text import Text, text_of
from games.titles.masques.rules import agents

AGENTS: Final = {agent.code: agent.words for agent in agents.AGENTS}
"""By code."""


def agent_name(code: str) -> Text:
    """Return the name of an agent."""
    return text_of(AGENTS[code].name)
