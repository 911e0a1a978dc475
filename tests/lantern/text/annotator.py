"""Turns events into entries: those that need the position are described here, all others by their declaration."""

from collections.abc import Mapping
from typing import cast

from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator, tells
from tests.lantern.rules import components
from tests.lantern.rules.components import BRIGHTEST
from tests.lantern.rules.effects import ENTRIES, Dealt, NightEnded, SetUp
from tests.lantern.rules.scoring import scores
from tests.lantern.rules.state import LanternState
from tests.lantern.text.memory import fades


class LanternAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
    """Writes the entries of a log of Lantern; the cards of the deal come as one."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.fades = fades(settings)

    @property
    def position(self) -> LanternState:
        """The state after the event being read."""
        return cast(LanternState, self.state)

    @tells(SetUp)
    def set_up(self, first: int) -> SetUp:
        """Return the host's choices, and who begins."""
        return SetUp(self.position.storm, first, self.fades)

    @tells(Dealt)
    def dealt(self) -> Dealt:
        """All hands, as they lie right after the last card."""
        hands = (
            tuple(card for card in range(1, BRIGHTEST + 1) for _copy in range(self.position.held(seat, card)))
            for seat in range(self.position.seats)
        )
        return Dealt(tuple(hands))

    @tells(NightEnded)
    def ended(self) -> NightEnded:
        """The points of all seats."""
        return NightEnded(tuple(scores(self.position)))
