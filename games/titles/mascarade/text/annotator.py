"""From stored events to entries: what the rules recorded as numbers becomes typed effects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator
from games.titles.mascarade.rules import components, endings
from games.titles.mascarade.rules.components import CUSTOM, ENDINGS, NONE, SCRIPT_NAMES
from games.titles.mascarade.rules.effects import (
    ENTRIES,
    Applied,
    Dealt,
    Ended,
    Fined,
    FortunesExchanged,
    Gained,
    JusticeTaken,
    Looked,
    Paid,
    PowerUsed,
    Revealed,
    ShownToOthers,
    Tested,
    TurnBegun,
    Viewed,
)
from games.titles.mascarade.rules.masks import CODES, MASKS
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.rules.state import MascaradeState

RECORD_OPTIONS: Final = ("log_masks", "challenge_mode", "reveal_lock", "turn_limit")
"""The settings that a record lists under Options, in its order."""


class MascaradeAnnotator(LogAnnotator):
    """The masks of the deal are held back and come as one entry with the first seat."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.options = tuple((name, settings[name]) for name in RECORD_OPTIONS)

    @property
    def position(self) -> MascaradeState:
        """The state after the last event."""
        return cast(MascaradeState, self.state)

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        entries = []
        records = [tuple(effects[start : start + 4]) for start in range(0, len(effects), 4)]
        if event.seat is not None:
            entries.append(Entry(self.ply, EventKind.MOVE, event.seat, self.move(event.seat, event.text, records)))
        series: list[tuple[int, ...]] = []
        for at, record in enumerate(records):
            series.append(record)
            if at + 1 == len(records) or record[0] not in SERIES or records[at + 1][0] != record[0]:
                entries += self.recorded(series)
                series = []
        return entries

    def move(self, seat: int, text: str, records: Sequence[tuple[int, ...]]) -> Effect:
        """The effect of a move; to a view belongs the mask that is seen."""
        effect = ENTRIES.parse_move(seat, text)
        if isinstance(effect, Viewed):
            return replace(effect, mask=CODES[records[0][2]])
        return effect

    def recorded(self, series: Sequence[tuple[int, ...]]) -> list[Entry]:
        """What the rules recorded, one effect or a series, as an entry."""
        code, first, second, third = series[0]
        if code == components.EFFECT_VIEWED:
            return []  # told by the move
        if code == components.EFFECT_POWER:
            return [Entry(self.ply, EventKind.MOVE, first, PowerUsed(first))]
        if code == components.EFFECT_DEALT:
            return [Entry(self.ply, EventKind.CHANCE, None, self.dealt(first))]
        if code == components.EFFECT_REVEALED:
            shown = tuple((self.slot(slot), CODES[mask]) for _code, slot, mask, _more in series)
            return [self.note(Revealed(shown))]
        if code == components.EFFECT_FINED:
            return [self.note(Fined(tuple(seat for _code, seat, *_more in series)))]
        if code == components.EFFECT_ENDED:
            return [self.note(self.ended(first))]
        if code in OF_SLOTS:
            return [self.note(OF_SLOTS[code](self, first, second, third))]
        return [self.note(OF_SEATS[code](first, second, third))]

    def note(self, effect: Effect) -> Entry:
        """A consequence, as an entry."""
        return Entry(self.ply, EventKind.ENGINE, None, effect)

    def slot(self, slot: int) -> str:
        """The word of a slot."""
        return slot_words(int(self.position.seats), int(self.position.places))[slot]

    def packed(self, packed: int) -> tuple[str, str]:
        """A slot and its mask."""
        return self.slot(packed // MASKS), CODES[packed % MASKS]

    def dealt(self, first: int) -> Dealt:
        """The deal, as it lies right after its last mask."""
        state = self.position
        masks = tuple((self.slot(slot), CODES[mask]) for slot, mask in enumerate(state.dealt))
        kinds = tuple(sorted(code for _slot, code in masks)) if state.script == CUSTOM else ()
        return Dealt(masks, int(first), SCRIPT_NAMES[state.script], bool(state.drawn), kinds, self.options)

    def ended(self, how: int) -> Ended:
        """The end, with all places."""
        places = tuple(int(place) for place in endings.ranking(self.position))
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Ended(ENDINGS[how], winners, places)


SERIES: Final = (components.EFFECT_REVEALED, components.EFFECT_FINED)
"""Effects that are recorded one by one and told together."""
OF_SLOTS: Final[dict[int, Callable[[MascaradeAnnotator, int, int, int], Effect]]] = {
    components.EFFECT_LOOKED: lambda told, seat, own, other: Looked(seat, (told.packed(own), told.packed(other))),
    components.EFFECT_TESTED: lambda told, slot, mask, _more: Tested(told.slot(slot), CODES[mask]),
    components.EFFECT_SHOWN: lambda told, _user, slot, mask: ShownToOthers(told.slot(slot), CODES[mask]),
}
"""By code: the effect from the numbers recorded, where they name slots."""
OF_SEATS: Final[dict[int, Callable[[int, int, int], Effect]]] = {
    components.EFFECT_TURN: lambda number, seat, _more: TurnBegun(number, seat),
    components.EFFECT_APPLIED: lambda seat, mask, challenged: Applied(
        None if seat == NONE else seat, CODES[mask], challenged == 1
    ),
    components.EFFECT_GAINED: lambda seat, coins, _more: Gained(seat, coins),
    components.EFFECT_PAID: Paid,
    components.EFFECT_JUSTICE: lambda seat, coins, _more: JusticeTaken(seat, coins),
    components.EFFECT_FORTUNES: lambda one, other, _more: FortunesExchanged(one, other),
}
"""By code: the effect from the numbers recorded."""
