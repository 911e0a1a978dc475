"""Explanations of everything on the table, in the words of the rules page; and why a thing cannot be chosen now."""

from collections.abc import Sequence

from games.core.text import SeatName, Text, _, text_of
from games.core.title.presenter import Composition, Word
from games.titles.masques.rules.agents import GUEST_IN_HAND, VACANT_HALLWAY, on_palace
from games.titles.masques.rules.codes import AGENT_BY_CODE
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS, agent_name

FAVOUR = _("Win it to gain a favour of this guild. Four of one guild, or one of each of the five, win the match.")
GUEST = _(
    "A guest of %(seat)s’s family. Face up, its number counts: if it beats the card on the other side "
    "of a palace card, %(seat)s collects the token. Facedown, it counts as 0 and has no family."
)
AGENT = _("%(ability)s If an agent wins, the token stays. The agent leaves for good when the round ends.")


def glossary(view: MasquesView) -> list[Word]:
    """Return the families of this match, the agents for hire, the tokens, and empty places."""
    found = [
        Word(letter, names.FAMILY_BY_CODE[letter], Text(GUEST.message, params=(("seat", SeatName(seat)),)))
        for seat, letters in enumerate(view["families"])
        for letter in letters
    ]
    found.append(Word("F", names.FAMILY_BY_CODE["F"], names.allegiance(view, "F")))
    for pile in view["piles"]:
        code = pile["agent"]
        ability = text_of(AGENT.message, ability=text_of(AGENTS[code].ability))
        found.append(Word(code, agent_name(code), ability))
    found += [Word(code, name, FAVOUR) for code, name in names.GUILD_BY_CODE.items()]
    return [
        *found,
        Word("du", _("Ducat"), _("Pays for agents. If you win it in the palace, you keep it.")),
        Word("star", _("Palace card for a favour"), _("Empty: it gets a new favour when the next round starts.")),
        Word("purse", _("Palace card for a ducat"), _("Empty: it gets a ducat when the next round starts.")),
        Word("hall", _("Empty hallway"), _("Holds one card, which counts for the palace cards on both sides.")),
    ]


# Why not.

PLACED_LATER = _("Choose a guest or an agent first, then a hallway.")
NO_TARGET_YET = _("Place cards in the hallways: tokens are collected when every hallway has a card.")
STEP_BACK = _("You’re choosing something else now. Go back a step to choose this instead.")
AGENTS_ARE_SAFE = _("Agents are never targets.")
NOBODY_THERE = _("There’s no one in that hallway.")
ONE_CARD = _("A hallway holds one card: choose an empty one.")
TOKEN_BESIDE = _("Only the two palace cards next to the hallway are in reach.")
HALL_BESIDE = _("Only the two hallways next to it are in reach.")


def forbidden(view: MasquesView, composition: Composition, element: str) -> Text | None:
    """Return why the drawn thing `element` may not be chosen now; None if there is nothing to say of it."""
    kind, _dash, name = element.removeprefix("mq-").partition("-")
    if kind == "hall" and name.isdigit() and int(name) < len(view["hallways"]):
        return _hallway(view, composition.words, int(name))
    if kind == "palace" and name.isdigit() and int(name) < len(view["tokens"]):
        return _token(view, composition.words, int(name))
    if kind == "agent" and name in AGENTS:
        return STEP_BACK if composition.words else _agent(view, name)
    if kind in ("guest", "kept"):
        return STEP_BACK if composition.words else _("You can’t give back a guest you’ve kept.")
    return None


def _agent(view: MasquesView, name: str) -> Text:
    if view["phase"] == "draft":
        return _("You can hire agents on your turn, once all the guests have been picked.")
    prices: list[int] = next((pile["prices"] for pile in view["piles"] if pile["agent"] == name), [])
    if not prices:
        return _("This pile is sold out.")
    viewer = view["viewer"]
    price, purse = names.ducats(prices[0]), names.ducats(0 if viewer is None else view["ducats"][viewer])
    return _("This costs %(price)s, and you have %(purse)s.", price=price, purse=purse)


def _hallway(view: MasquesView, chosen: Sequence[str], hall: int) -> Text:
    card = view["hallways"][hall]
    if view["phase"] == "draft":
        return _("You can play guests once they’ve all been picked.")
    if not chosen:
        return PLACED_LATER
    if len(chosen) == 1:
        return ONE_CARD
    agent, own = AGENT_BY_CODE[chosen[0]], int(chosen[1])
    size = len(view["hallways"])
    beside = hall in ((own - 1) % size, (own + 1) % size)
    if on_palace(agent.first):
        return _("Thieves and traders affect tokens, not guests.")
    if len(chosen) == 2 and not beside:
        return HALL_BESIDE
    if (agent.first if len(chosen) == 2 else agent.second) in (VACANT_HALLWAY, GUEST_IN_HAND):
        return ONE_CARD
    if card is None:
        return _("That’s the agent you’re hiring: agents are never targets.") if hall == own else NOBODY_THERE
    if card["card"] in AGENTS:
        return AGENTS_ARE_SAFE
    return _("You can’t choose that guest: it’s facedown, or you’ve already chosen it.")


def _token(view: MasquesView, chosen: Sequence[str], place: int) -> Text:
    if len(chosen) < 2:
        return NO_TARGET_YET
    if chosen[0] not in AGENTS or not on_palace(AGENT_BY_CODE[chosen[0]].first):
        return _("This agent affects guests, not tokens.")
    size = len(view["tokens"])
    if len(chosen) == 2 and place not in (int(chosen[1]), (int(chosen[1]) + 1) % size):
        return TOKEN_BESIDE
    token = view["tokens"][place]
    if token is None:
        return _("There’s no token there.")
    if token["down"]:
        return _("That token is already facedown.")
    return _("You need two different tokens on palace cards to swap.")
