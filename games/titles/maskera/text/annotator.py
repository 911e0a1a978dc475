"""Turns stored events into entries: the deal from the position, all others by their declaration."""

from typing import TYPE_CHECKING, cast

from games.core.records.annotator import LogAnnotator, tells
from games.titles.maskera.rules import components
from games.titles.maskera.rules.effects import ENTRIES, Dealt, Masks, cards_in
from games.titles.maskera.rules.state import MaskeraState

if TYPE_CHECKING:
    from games.core.engine.rows import Row  # its importers at load are compiled


class MaskeraAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
    """Annotates Maskera. Cards of the deal and of a draw are held back and come as one entry."""

    notes_have_seats = True

    @tells(Dealt)
    def dealt(self, first: int) -> Dealt:
        """Return the deal, as it lies right after its last card."""
        return dealt(cast(MaskeraState, self.state), first)


def dealt(state: MaskeraState, first: int) -> Dealt:
    """Return the cards of a position as a deal."""
    hands = [cards_of(state.hand, seat) for seat in range(components.SEATS)]
    areas = [cards_of(state.area, seat) for seat in range(components.SEATS)]
    return Dealt(tuple(hands), tuple(areas), first)


def cards_of(row: "Row", seat: int) -> Masks:
    """Return the cards of a seat in a row of counts."""
    return cards_in([row[seat * components.MASKS + mask] for mask in range(components.MASKS)])
