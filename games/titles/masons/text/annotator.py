"""Turns stored events into entries: those that need the position or the moves are described here, all others by their
declaration."""

from collections.abc import Mapping
from typing import cast

from games.core.engine.events import Effect
from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator, tells
from games.titles.masons.rules import components, endings
from games.titles.masons.rules.components import EFFECT_CARD_DEALT, EFFECT_POINTS, ENDINGS, FACE_CODES
from games.titles.masons.rules.effects import (
    ENTRIES,
    CardsPlayed,
    Dealt,
    Ended,
    FinalPlayed,
    TownCompleted,
    TownScored,
)
from games.titles.masons.rules.names import SPACE_NAMES, town_word
from games.titles.masons.rules.state import MasonsState


class MasonsAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
    """Annotates Masons. The deal comes as one entry with the first seat, the cards of a seat's draws as one with the
    last."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.played: list[tuple[str, ...]] = []
        """The cards of each play in the open scoring."""

    @property
    def position(self) -> MasonsState:
        """The state after the last event."""
        return cast(MasonsState, self.state)

    def move(self, seat: int, text: str) -> Effect:
        move = super().move(seat, text)
        if isinstance(move, CardsPlayed | FinalPlayed) and move.cards:
            self.played.append(move.cards)
        return move

    @tells(Dealt)
    def dealt(self, first: int) -> Dealt:
        """Return the hands, as they were dealt."""
        hands: list[list[str]] = [[] for _seat in range(self.position.seats)]
        for seat, face, _none in self.take(EFFECT_CARD_DEALT):
            hands[seat].append(FACE_CODES[face])
        return Dealt(tuple(map(tuple, hands)), first)

    @tells(TownCompleted)
    def completed(self, town: int) -> TownCompleted:
        """Return a town as it is after the event: nothing that follows in it changes its spaces, as joining is a
        decision."""
        return TownCompleted(town_word(town), self.spaces(town))

    def spaces(self, town: int) -> tuple[str, ...]:
        """Return the names of a town's spaces."""
        return tuple(name for space, name in enumerate(SPACE_NAMES) if self.position.town[space] == town)

    @tells(TownScored)
    def scored(self, town: int) -> TownScored:
        """Return the sheet of a scoring, and forget its plays; seats that have discarded or passed are not on it."""
        plays = [
            (seat, points, town_word(their_town), cards)
            for (seat, points, their_town), cards in zip(self.take(EFFECT_POINTS), self.played, strict=True)
        ]
        self.played = []
        return TownScored(town_word(town), len(self.spaces(town)) if town else 0, tuple(plays))

    @tells(Ended)
    def ended(self, why: int, with_town: int) -> Ended:
        """Return the end, with places, points and cards of all seats."""
        state = self.position
        places = endings.ranking(state)
        seats = tuple(
            (int(places[seat]), int(state.scores[seat]), int(state.hand_size[seat])) for seat in range(state.seats)
        )
        return Ended(ENDINGS[why], with_town == 1, seats)
