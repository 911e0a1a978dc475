"""Reasons why a move is refused: the rule that forbids it, in words. They depend only on what the seat may know."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal
from games.core.text import _
from games.titles.masons.rules import building
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import (
    BUILD,
    CARD,
    EXCHANGE,
    FACES,
    FINAL,
    HOUSE,
    MERGE,
    NONE,
    SCORE,
    WALL,
)
from games.titles.masons.rules.state import MasonsState

OWED: Final = {
    WALL: _("Now you place a wall."),
    BUILD: _("Now you build what the dice say."),
    MERGE: _("Now you say whether the new town is joined with a neighbour."),
    SCORE: _("Now you play one or two cards, or discard one."),
    EXCHANGE: _("Now you say which cards you exchange."),
    FINAL: _("Now you play your last cards, or none."),
}
"""By phase: what is decided now."""


def check_wall(state: MasonsState, line: int) -> None:
    """Raise `Illegal` if no wall may be placed on a line."""
    if state.wall[line]:
        raise Illegal(_("A wall stands there already."))
    if state.town[BOARD.space_a[line]]:
        raise Illegal(_("That line lies inside a town."))


def check_places(state: MasonsState, points: Sequence[int], spaces: Sequence[int]) -> None:
    """Raise `Illegal` unless as many towers and houses as are due are built where they are due, in their order."""
    line = state.line
    ends = [(BOARD.end_a[line], BOARD.end_b[line])[end] for end in building.free_ends(state)]
    sites = {BOARD.space_a[line], BOARD.space_b[line]} - {NONE}
    if len(points) != building.towers_due(state) or not set(points) <= set(ends):
        raise Illegal(_("A tower is built at each end of the wall that has none, as long as there are any."))
    if len(spaces) != building.houses_due(state) or not set(spaces) <= sites:
        raise Illegal(_("A house is built on each space beside the wall, as long as there are any."))
    for places in (points, spaces):
        if list(places) != sorted(set(places)):
            raise Illegal(_("Pieces are written in the order of their places, one at each."))


def check_piece(state: MasonsState, seat: int, part: int) -> None:
    """Raise `Illegal` unless a piece may be built after those in `state.composed`."""
    if part in state.options(seat):
        return
    if part >= HOUSE:
        raise Illegal(_("The houses must have the colours of the dice, one die each; the joker is any colour."))
    raise Illegal(_("One of the towers must have the tone of the die."))


def check_cards(state: MasonsState, seat: int, cards: Sequence[int]) -> None:
    """Raise `Illegal` unless a seat holds these cards, and they are written in their order."""
    for card, copies in Counter(cards).items():
        if state.hand[seat * FACES + card - CARD] < copies:
            raise Illegal(_("You do not hold these cards."))
    if list(cards) != sorted(cards):
        raise Illegal(_("Cards are written in the order of the rules page."))
