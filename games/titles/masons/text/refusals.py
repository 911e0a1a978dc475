"""Reasons why a move is refused: the rule that forbids it, in words. They depend only on what the seat may know."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal
from games.core.text import _
from games.titles.masons.rules import building
from games.titles.masons.rules import components as box
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.state import MasonsState

OWED: Final = {
    box.WALL: _("You can only place a wall now."),
    box.BUILD: _("You must build what the dice show now."),
    box.MERGE: _("You must choose whether to join the new town with a neighbour now."),
    box.SCORE: _("You can only play one or two cards, or discard one, now."),
    box.EXCHANGE: _("You can only choose which cards to swap now."),
    box.FINAL: _("You can only play your last cards, or none, now."),
}
"""By phase: what is decided now."""


def check_wall(state: MasonsState, line: int) -> None:
    """Raise `Illegal` if no wall may be placed on a line."""
    if state.wall[line]:
        raise Illegal(_("There’s already a wall there."))
    if state.town[BOARD.space_a[line]]:
        raise Illegal(_("That line is inside a town."))


def check_places(state: MasonsState, points: Sequence[int], spaces: Sequence[int]) -> None:
    """Raise `Illegal` unless as many towers and houses as are due are built where they are due, in their order."""
    line = state.line
    ends = [(BOARD.end_a[line], BOARD.end_b[line])[end] for end in building.free_ends(state)]
    sites = {BOARD.space_a[line], BOARD.space_b[line]} - {box.NONE}
    if len(points) != building.towers_due(state) or not set(points) <= set(ends):
        raise Illegal(_("Build a tower at each end of the wall that doesn’t have one, as long as there are any left."))
    if len(spaces) != building.houses_due(state) or not set(spaces) <= sites:
        raise Illegal(_("Build a house on each space next to the wall, as long as there are any left."))
    for places in (points, spaces):
        if list(places) != sorted(set(places)):
            raise Illegal(_("Write pieces in the order of their places, one for each place."))


def check_piece(state: MasonsState, seat: int, part: int) -> None:
    """Raise `Illegal` unless a piece may be built after those in `state.composed`."""
    if part in state.options(seat):
        return
    if part >= box.HOUSE:
        raise Illegal(_("The houses must have the colours on the dice, one die each; the joker is any colour."))
    raise Illegal(_("One of the towers must have the tone on the die."))


def check_cards(state: MasonsState, seat: int, cards: Sequence[int]) -> None:
    """Raise `Illegal` unless a seat holds these cards, and they are written in their order."""
    for card, copies in Counter(cards).items():
        if state.hand[seat * box.FACES + card - box.CARD] < copies:
            raise Illegal(_("You don’t have these cards."))
    if list(cards) != sorted(cards):
        raise Illegal(_("Write cards in the order of the rules page."))
