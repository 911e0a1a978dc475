"""What the agents are called, and what is said of their abilities."""

from dataclasses import dataclass
from typing import Final

from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class AgentWords:
    """The words for one kind of agent. Those of the second target are None if it needs only one."""

    name: Text
    ability: Text
    """What it may do, in the words of the rules page."""
    hire: Text
    """To confirm: takes `price` and `hall`."""
    hired: Text
    """In the log: takes `seat` and `hall`."""
    effect: Text
    """What its ability does: takes `first` and `second`, which are places, and `guest`."""
    first_prompt: Text
    second_prompt: Text | None
    first_click: Text
    """What a click on a first target does."""
    second_click: Text | None


AGENTS: Final = {
    "AS": AgentWords(
        name=_("Assassin"),
        ability=_("May turn a face-up guest in a neighbouring hallway facedown: no influence, no family."),
        hire=_("Hire an assassin for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires an assassin into hallway %(hall)s."),
        effect=_("The guest in hallway %(first)s turns facedown."),
        first_prompt=_("Whom shall the assassin turn facedown?"),
        second_prompt=None,
        first_click=_("Turn facedown"),
        second_click=None,
    ),
    "CO": AgentWords(
        name=_("Courtesan"),
        ability=_("May call a guest from any hand into a vacant neighbouring hallway; whoever holds it must place it."),
        hire=_("Hire a courtesan for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires a courtesan into hallway %(hall)s."),
        effect=_("%(guest)s is called to hallway %(first)s."),
        first_prompt=_("To which hallway shall the courtesan call a guest?"),
        second_prompt=_("Which guest is called?"),
        first_click=_("Call a guest here"),
        second_click=_("Call"),
    ),
    "GO": AgentWords(
        name=_("Gondolier"),
        ability=_("May exchange a guest in a neighbouring hallway with any other guest in the palace."),
        hire=_("Hire a gondolier for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires a gondolier into hallway %(hall)s."),
        effect=_("The guests in hallways %(first)s and %(second)s exchange places."),
        first_prompt=_("Which guest beside the gondolier changes places?"),
        second_prompt=_("With which other guest?"),
        first_click=_("Exchange this guest"),
        second_click=_("Exchange with this guest"),
    ),
    "GU": AgentWords(
        name=_("Guard"),
        ability=_("May send a guest in a neighbouring hallway to any vacant hallway."),
        hire=_("Hire a guard for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires a guard into hallway %(hall)s."),
        effect=_("The guest in hallway %(first)s moves to hallway %(second)s."),
        first_prompt=_("Which guest beside the guard is sent away?"),
        second_prompt=_("To which vacant hallway?"),
        first_click=_("Send this guest away"),
        second_click=_("Send it here"),
    ),
    "TH": AgentWords(
        name=_("Thief"),
        ability=_("May turn a face-up token beside it facedown: nobody collects it this round."),
        hire=_("Hire a thief for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires a thief into hallway %(hall)s."),
        effect=_("The token on palace card %(first)s turns facedown."),
        first_prompt=_("Which token shall the thief turn facedown?"),
        second_prompt=None,
        first_click=_("Turn facedown"),
        second_click=None,
    ),
    "TR": AgentWords(
        name=_("Trader"),
        ability=_("May exchange a token beside it with any other token in the palace."),
        hire=_("Hire a trader for %(price)s into hallway %(hall)s."),
        hired=_("%(seat)s hires a trader into hallway %(hall)s."),
        effect=_("The tokens on palace cards %(first)s and %(second)s exchange places."),
        first_prompt=_("Which token beside the trader changes places?"),
        second_prompt=_("With which other token?"),
        first_click=_("Exchange this token"),
        second_click=_("Exchange with this token"),
    ),
}
"""By code."""
