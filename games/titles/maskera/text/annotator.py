"""From stored events to entries: what the rules recorded as numbers becomes typed effects."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, cast

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.records.annotator import LogAnnotator
from games.titles.maskera.rules import components
from games.titles.maskera.rules.counts import unpack
from games.titles.maskera.rules.effects import (
    ENTRIES,
    CardsDrawn,
    CounterHit,
    CounterMissed,
    Dealt,
    Discarded,
    HandSeen,
    Kept,
    Masks,
    Passed,
    RandomlyDiscarded,
    Rejected,
    Removed,
    Reshuffled,
    Revealed,
    Skipped,
    Stopped,
    Won,
)
from games.titles.maskera.rules.state import MaskeraState

if TYPE_CHECKING:
    from games.core.engine.rows import Row  # whoever imports it at load is compiled

CHANCE, ENGINE, MOVE = EventKind.CHANCE, EventKind.ENGINE, EventKind.MOVE


class MaskeraAnnotator(LogAnnotator):
    """Cards of the deal and of a draw are held back and come as one entry."""

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        entries = []
        if event.seat is not None:
            entries.append(Entry(self.ply, MOVE, event.seat, ENTRIES.parse_move(event.seat, event.text)))
        for start in range(0, len(effects), 4):
            entries.append(self.recorded(*effects[start : start + 4]))
        return entries

    def recorded(self, code: int, first: int, second: int, third: int) -> Entry:
        """An effect that the rules recorded, as an entry."""
        if code == components.EFFECT_DEAL:
            return Entry(self.ply, CHANCE, None, dealt(cast(MaskeraState, self.state), first))
        if code in OF_SEATS:
            kind, make = OF_SEATS[code]
            return Entry(self.ply, kind, first, make(first, second, third))
        return Entry(self.ply, ENGINE, None, OF_NO_SEAT[code](first))


OF_SEATS: Final[dict[int, tuple[EventKind, Callable[[int, int, int], Effect]]]] = {
    # Moves that nobody chooses.
    components.EFFECT_SKIP: (MOVE, lambda seat, _mask, _more: Skipped(seat)),
    components.EFFECT_PASS: (MOVE, lambda seat, _mask, _more: Passed(seat)),
    components.EFFECT_DISCARD: (MOVE, lambda seat, mask, _more: Discarded(seat, mask)),
    components.EFFECT_KEEP: (MOVE, lambda seat, mask, _more: Kept(seat, mask)),
    components.EFFECT_REMOVE: (MOVE, lambda seat, mask, _more: Removed(seat, mask)),
    # Chance.
    components.EFFECT_DRAW: (CHANCE, lambda seat, packed, _more: CardsDrawn(seat, cards_in(unpack(packed)))),
    components.EFFECT_SNATCH: (CHANCE, lambda seat, mask, _more: RandomlyDiscarded(seat, mask)),
    # Consequences.
    components.EFFECT_REVEAL: (ENGINE, lambda seat, mask, _more: Revealed(seat, mask)),
    components.EFFECT_PEEK: (ENGINE, lambda seat, packed, _more: HandSeen(seat, cards_in(unpack(packed)))),
    components.EFFECT_REJECT: (ENGINE, lambda seat, packed, _more: Rejected(seat, cards_in(unpack(packed)))),
    components.EFFECT_WIN: (ENGINE, lambda seat, way, mask: Won(seat, mask if way == components.FOUR_ALIKE else None)),
}
"""By code: the kind of the entry, and its effect from the numbers recorded."""
OF_NO_SEAT: Final[dict[int, Callable[[int], Effect]]] = {
    components.EFFECT_HIT: lambda _number: CounterHit(),
    components.EFFECT_MISS: lambda _number: CounterMissed(),
    components.EFFECT_SHUFFLE: Reshuffled,
    components.EFFECT_STOP: lambda _number: Stopped(components.LAST_TURN),
}
"""Consequences that are about no seat, from the first number recorded."""


def dealt(state: MaskeraState, first: int) -> Dealt:
    """The deal, as it lies right after its last card."""
    hands = [cards_of(state.hand, seat) for seat in range(components.SEATS)]
    areas = [cards_of(state.area, seat) for seat in range(components.SEATS)]
    return Dealt(tuple(hands), tuple(areas), first)


def cards_of(row: "Row", seat: int) -> Masks:
    """The cards of a seat in a row of counts."""
    return cards_in([row[seat * components.MASKS + mask] for mask in range(components.MASKS)])


def cards_in(counts: Sequence[int]) -> Masks:
    """Five counts as masks, ascending."""
    return tuple([mask for mask, count in enumerate(counts) for _copy in range(count)])
