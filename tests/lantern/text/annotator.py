"""From events to entries: the cards of the deal come as one, consequences after the move that brought them."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.engine.rules import Rules
from games.core.engine.state import CHANCE
from games.core.records.annotator import LogAnnotator
from tests.lantern.rules.components import BRIGHTEST, OUT
from tests.lantern.rules.effects import ENTRIES, Dealt, NightEnded, SetUp, WentOut, WindBlew
from tests.lantern.rules.scoring import scores
from tests.lantern.rules.state import LanternState
from tests.lantern.text.memory import fades


class LanternAnnotator(LogAnnotator):
    """Writes the entries of a log of Lantern."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.fades = fades(settings)

    @property
    def position(self) -> LanternState:
        """The state after the event being read."""
        return cast(LanternState, self.state)

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        if event.kind == EventKind.MOVE:
            entries = [Entry(self.ply, EventKind.MOVE, event.seat, ENTRIES.parse(event.kind, event.seat, event.text))]
        else:
            entries = self.chance(event)
        for at in range(0, len(effects), 4):
            code, seat, card, bridge = effects[at : at + 4]
            entries.append(self.note(WentOut(seat, card, bridge) if code == OUT else self.end()))
        return entries

    def note(self, effect: Effect) -> Entry:
        """What the rules did at this ply."""
        return Entry(self.ply, EventKind.ENGINE, None, effect)

    def chance(self, event: Event) -> list[Entry]:
        """A draw; nothing while more cards of the deal are to come."""
        place, _sign, token = event.text.partition("=")
        purpose = place.partition("/")[0]
        position = self.position
        if purpose == "first":
            return [self.note(SetUp(position.storm, int(token), self.fades))]
        if purpose == "wind":
            return [self.note(WindBlew(int(token)))]
        if position.to_move() == CHANCE:
            return []
        hands = (
            tuple(card for card in range(1, BRIGHTEST + 1) for _copy in range(position.held(seat, card)))
            for seat in range(position.seats)
        )
        return [self.note(Dealt(tuple(hands)))]

    def end(self) -> NightEnded:
        """The points of all seats."""
        return NightEnded(tuple(scores(self.position)))
