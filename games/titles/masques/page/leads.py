"""The current leader for each token, by the comparison of the rules."""

from dataclasses import dataclass

from games.core.text import SeatName, Text, _
from games.titles.masques.rules import resolution
from games.titles.masques.rules.agents import PILE
from games.titles.masques.rules.codes import AGENT_CODES, FAMILY_CODES, guest_number
from games.titles.masques.rules.components import FAMILIES, FAMILY, FIRST_AGENT, INFLUENCE, NO_CARD, NOBODY
from games.titles.masques.rules.view import CardView, MasquesView


@dataclass(frozen=True, slots=True)
class Lead:
    """The seat with the stronger of the two cards next to a token, the family of that card, and the influence of both,
    the stronger first."""

    seat: int
    family: str
    strong: int
    weak: int

    @property
    def score(self) -> str:
        """“4:2”."""
        return f"{self.strong}:{self.weak}"

    @property
    def text(self) -> Text:
        """The leader and the score, in words."""
        return _("%(seat)s leads, %(score)s", seat=SeatName(self.seat), score=against(self.strong, self.weak))


def against(one: int, other: int) -> Text:
    """Return “4 against 2”."""
    return _("%(one)s against %(other)s", one=str(one), other=str(other))


def lead_at(view: MasquesView, place: int) -> Lead | None:
    """Return who would collect the token of palace card `place` now; None if nobody would or there is none."""
    token = view["tokens"][place]
    if token is None or token["down"]:
        return None
    return lead(view, counting(view["hallways"][place - 1]), counting(view["hallways"][place]))


def lead(view: MasquesView, one: int, other: int) -> Lead | None:
    """Return who collects a token between the cards `one` and `other`, numbers as in the rules; None if it stays."""
    seat = resolution.stronger(resolution.owner_row(owners(view)), one, other)
    if seat == NOBODY:
        return None
    strong, weak = sorted((one, other), key=lambda card: -INFLUENCE[card])
    return Lead(seat, FAMILY_CODES[FAMILY[strong]], INFLUENCE[strong], INFLUENCE[weak])


def owners(view: MasquesView) -> list[int]:
    """Return the owner of each family, by its number."""
    found = [NOBODY] * (FAMILIES + 2)
    for seat, families in enumerate(view["families"]):
        for family in families:
            found[FAMILY_CODES.index(family)] = seat
    return found


def counting(card: CardView | None) -> int:
    """Return the number of the card that counts in a hallway; see `resolution.shown`."""
    if card is None or card["down"]:
        return NO_CARD
    if card["card"] in AGENT_CODES:
        return FIRST_AGENT + AGENT_CODES.index(card["card"]) * PILE
    return guest_number(card["card"])
