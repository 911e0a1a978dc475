"""Explanations of everything on the table, in the words of the rules page; and why a thing cannot be chosen now."""

from collections.abc import Sequence

from games.core.text import SeatName, Text, _, text_of
from games.core.title.presenter import Composition, Word
from games.titles.masques.rules.agents import GUEST_IN_HAND, VACANT_HALLWAY, on_palace
from games.titles.masques.rules.codes import AGENT_BY_CODE
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS, agent_name

FAVOUR = _(
    "Whoever wins it gains a favour of this guild. Four of one guild, or one of each of the five, win the match."
)
GUEST = _(
    "A guest of %(seat)s's family. Face-up it counts its number: where it beats the card on the other side of a palace "
    "card, %(seat)s collects the token. Facedown it counts 0 and has no family."
)
AGENT = _("%(ability)s Where an agent wins, the token stays. It leaves for good when the round ends.")


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
        Word("du", _("Ducat"), _("Pays for agents. Whoever wins it on the palace keeps it.")),
        Word("star", _("Palace card for a favour"), _("Vacant: when the next round begins, a favour is drawn for it.")),
        Word("purse", _("Palace card for a ducat"), _("Vacant: when the next round begins, a ducat is laid on it.")),
        Word(
            "hall", _("Vacant hallway"), _("It holds one card, which counts for the palace cards on both sides of it.")
        ),
    ]


# Why not.

PLACED_LATER = _("First choose a guest or an agent, then its hallway.")
NO_TARGET_YET = _("Tokens are collected when every hallway holds a card. Cards are placed in hallways.")
STEP_BACK = _("You are choosing something else now. One step back, and you may take this instead.")
AGENTS_ARE_SAFE = _("Agents are never targets.")
NOBODY_THERE = _("Nobody stands in that hallway.")
ONE_CARD = _("A hallway holds one card: choose a vacant one.")
TOKEN_BESIDE = _("Only the two palace cards beside the hallway are in reach.")
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
        return STEP_BACK if composition.words else _("What you have kept stays with you.")
    return None


def _agent(view: MasquesView, name: str) -> Text:
    if view["phase"] == "draft":
        return _("Agents are hired on your turns, after the guests have been picked.")
    prices: list[int] = next((pile["prices"] for pile in view["piles"] if pile["agent"] == name), [])
    if not prices:
        return _("The pile is sold out.")
    viewer = view["viewer"]
    price, purse = names.ducats(prices[0]), names.ducats(0 if viewer is None else view["ducats"][viewer])
    return _("The price is %(price)s, and you have %(purse)s.", price=price, purse=purse)


def _hallway(view: MasquesView, chosen: Sequence[str], hall: int) -> Text:
    card = view["hallways"][hall]
    if view["phase"] == "draft":
        return _("Guests enter the palace after all have been picked.")
    if not chosen:
        return PLACED_LATER
    if len(chosen) == 1:
        return ONE_CARD
    agent, own = AGENT_BY_CODE[chosen[0]], int(chosen[1])
    size = len(view["hallways"])
    beside = hall in ((own - 1) % size, (own + 1) % size)
    if on_palace(agent.first):
        return _("Thieves and traders work on tokens, not on guests.")
    if len(chosen) == 2 and not beside:
        return HALL_BESIDE
    if (agent.first if len(chosen) == 2 else agent.second) in (VACANT_HALLWAY, GUEST_IN_HAND):
        return ONE_CARD
    if card is None:
        return _("There stands the agent you are hiring: agents are never targets.") if hall == own else NOBODY_THERE
    if card["card"] in AGENTS:
        return AGENTS_ARE_SAFE
    return _("That guest cannot be chosen: it lies facedown, or it is the one you have already chosen.")


def _token(view: MasquesView, chosen: Sequence[str], place: int) -> Text:
    if len(chosen) < 2:
        return NO_TARGET_YET
    if chosen[0] not in AGENTS or not on_palace(AGENT_BY_CODE[chosen[0]].first):
        return _("This agent works on guests, not on tokens.")
    size = len(view["tokens"])
    if len(chosen) == 2 and place not in (int(chosen[1]), (int(chosen[1]) + 1) % size):
        return TOKEN_BESIDE
    token = view["tokens"][place]
    if token is None:
        return _("No token lies there.")
    if token["down"]:
        return _("That token lies facedown already.")
    return _("An exchange needs two different tokens that lie on palace cards.")
