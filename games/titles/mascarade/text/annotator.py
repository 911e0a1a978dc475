"""Turns stored events into entries: those that name slots or need the position are described here, all others by their
declaration."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from games.core.engine.events import Effect
from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator, tells
from games.titles.mascarade.rules import components, endings
from games.titles.mascarade.rules.components import CUSTOM, EFFECT_TURNED_UP, ENDINGS, SCRIPT_NAMES
from games.titles.mascarade.rules.effects import (
    ENTRIES,
    Dealt,
    Ended,
    Looked,
    Revealed,
    ShownToOthers,
    Tested,
    Viewed,
)
from games.titles.mascarade.rules.masks import CODES, MASKS
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.rules.state import MascaradeState

RECORD_OPTIONS: Final = ("log_masks", "challenge_mode", "reveal_lock", "turn_limit")
"""The settings that a record lists under Options, in its order."""


class MascaradeAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
    """Annotates Mascarade. The masks of the deal are held back and come as one entry with the first seat."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.options = tuple((name, settings[name]) for name in RECORD_OPTIONS)

    @property
    def position(self) -> MascaradeState:
        """The state after the last event."""
        return cast(MascaradeState, self.state)

    def move(self, seat: int, text: str) -> Effect:
        """Return the effect of a move; that of a view includes the mask that is seen."""
        effect = super().move(seat, text)
        if isinstance(effect, Viewed):
            return replace(effect, mask=CODES[self.position.mask[self.position.last_first]])
        return effect

    def shown(self, slot: int, mask: int) -> tuple[str, str]:
        """Return a slot and its mask, as words."""
        return slot_words(int(self.position.seats), int(self.position.places))[slot], CODES[mask]

    @tells(Dealt)
    def dealt(self, first: int) -> Dealt:
        """Return the deal, as it lies right after its last mask."""
        state = self.position
        masks = tuple(self.shown(slot, mask) for slot, mask in enumerate(state.dealt))
        kinds = tuple(sorted(code for _slot, code in masks)) if state.script == CUSTOM else ()
        return Dealt(masks, first, SCRIPT_NAMES[state.script], bool(state.drawn), kinds, self.options)

    @tells(Revealed)
    def revealed(self) -> Revealed:
        """Return all masks that are turned up."""
        return Revealed(tuple(self.shown(slot, mask) for slot, mask, _none in self.take(EFFECT_TURNED_UP)))

    @tells(Looked)
    def looked(self, seat: int, own: int, other: int) -> Looked:
        """Return two masks, each packed with its slot."""
        return Looked(seat, (self.shown(*divmod(own, MASKS)), self.shown(*divmod(other, MASKS))))

    @tells(Tested)
    def tested(self, slot: int, mask: int) -> Tested:
        """Return the mask of the Guru's victim."""
        return Tested(*self.shown(slot, mask))

    @tells(ShownToOthers)
    def shown_to_others(self, slot: int, mask: int) -> ShownToOthers:
        """Return the mask that the Princess shows."""
        return ShownToOthers(*self.shown(slot, mask))

    @tells(Ended)
    def ended(self, how: int) -> Ended:
        """Return the end, with all places."""
        places = tuple(int(place) for place in endings.ranking(self.position))
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Ended(ENDINGS[how], winners, places)
