"""From stored events to entries: what the rules recorded as numbers becomes typed effects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator
from games.titles.masons.rules import components, endings
from games.titles.masons.rules.components import (
    COLOUR_CODES,
    DEALING,
    DRAWING,
    ENDINGS,
    EXCHANGE,
    FACE_CODES,
    FINAL,
    HAND_CARDS,
    HOUSE_DIE_CODES,
    SCORE,
    TONE_CODES,
)
from games.titles.masons.rules.effects import (
    ENTRIES,
    CardsDrawn,
    CardsPlayed,
    Dealt,
    Ended,
    EndNears,
    FinalPlayed,
    PalacesBuilt,
    PiecesReturned,
    PileShuffled,
    Rolled,
    SeatSkipped,
    TownCompleted,
    TownScored,
    TownsJoined,
    TurnBegun,
)
from games.titles.masons.rules.names import LINE_NAMES, POINT_NAMES, SPACE_NAMES, town_word
from games.titles.masons.rules.state import MasonsState

STEPS: Final = {SCORE: "S", EXCHANGE: "E", FINAL: "F"}
"""By phase: how a record writes that a seat without cards is passed over."""
RETURNS: Final = (components.EFFECT_WALL_BACK, components.EFFECT_TOWER_BACK)
Numbers = tuple[int, ...]


class MasonsAnnotator(LogAnnotator):
    """The deal comes as one entry with the first seat, and the cards of a seat's draws as one with the last of them."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.before = (int(self.position.phase), 0)
        """Phase and number of answers before the event."""
        self.hands: list[list[str]] = [[] for _seat in range(seats)]
        """The cards of the deal, as they come."""
        self.drawn: list[str] = []
        """What the seat that draws has drawn so far."""
        self.plays: list[tuple[int, int, str, tuple[str, ...]]] = []
        """What has been played in the open scoring: see `TownScored`."""

    @property
    def position(self) -> MasonsState:
        """The state after the last event."""
        return cast(MasonsState, self.state)

    def read(self, event: Event) -> list[Entry]:
        self.before = (int(self.position.phase), int(self.position.answered))
        return super().read(event)

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        entries = []
        if self.before[0] == DEALING:
            next(hand for hand in self.hands if len(hand) < HAND_CARDS).append(event.text.partition("=")[2])
        records = [tuple(effects[start : start + 4]) for start in range(0, len(effects), 4)]
        if event.seat is not None:
            move = ENTRIES.parse_move(event.seat, event.text)
            entries.append(Entry(self.ply, EventKind.MOVE, event.seat, move))
            if isinstance(move, CardsPlayed | FinalPlayed) and move.cards:
                _code, seat, points, town = records.pop(0)
                self.plays.append((seat, points, town_word(town), move.cards))
        at = 0
        while at < len(records):
            series = records[at : at + 1]
            while at + len(series) < len(records) and _together(series[0][0], records[at + len(series)][0]):
                series.append(records[at + len(series)])
            entries += self.recorded(series)
            at += len(series)
        return entries

    def recorded(self, series: Sequence[Numbers]) -> list[Entry]:
        """What the rules recorded, one effect or a series, as entries."""
        code, first, second, third = series[0]
        if code == components.EFFECT_DRAWN:
            return self.draw(first, second)
        if code == components.EFFECT_DEALT:
            return [Entry(self.ply, EventKind.CHANCE, None, self.dealt(first))]
        if code == components.EFFECT_ROLLED:
            rolled = Rolled(TONE_CODES[first], (HOUSE_DIE_CODES[second], HOUSE_DIE_CODES[third]))
            return [Entry(self.ply, EventKind.CHANCE, None, rolled)]
        if code == components.EFFECT_DRAWN_NONE:
            return [Entry(self.ply, EventKind.CHANCE, first, CardsDrawn(first, (), exchanged=False))]
        if code in RETURNS:
            return [self.note(returned(series))]
        if code == components.EFFECT_PALACE:
            return [self.note(PalacesBuilt(tuple(_house(space, colour) for _code, space, colour, _more in series)))]
        return [self.note(_NOTES[code](self, first, second))]

    def note(self, effect: Effect) -> Entry:
        """A consequence, as an entry."""
        return Entry(self.ply, EventKind.ENGINE, None, effect)

    def draw(self, seat: int, face: int) -> list[Entry]:
        """A card drawn; the entry comes with the last card of this seat."""
        self.drawn.append(FACE_CODES[face])
        state = self.position
        if (int(state.phase), int(state.answered)) == self.before:
            return []
        cards, self.drawn = tuple(self.drawn), []
        return [Entry(self.ply, EventKind.CHANCE, seat, CardsDrawn(seat, cards, exchanged=self.before[0] != DRAWING))]

    def dealt(self, first: int) -> Dealt:
        """The hands, as they were dealt."""
        return Dealt(tuple(tuple(hand) for hand in self.hands), first)

    def completed(self, town: int) -> TownCompleted:
        """A town as it is after the event: nothing that follows in it changes its spaces, for joining is a decision."""
        return TownCompleted(town_word(town), self.spaces(town))

    def spaces(self, town: int) -> tuple[str, ...]:
        """The names of a town's spaces."""
        return tuple(name for space, name in enumerate(SPACE_NAMES) if self.position.town[space] == town)

    def scored(self, town: int) -> TownScored:
        """The sheet of a scoring; seats that have discarded or passed are not on it."""
        plays, self.plays = tuple(self.plays), []
        return TownScored(town_word(town), len(self.spaces(town)) if town else 0, plays)

    def ended(self, why: int, with_town: int) -> Ended:
        """The end, with places, points and cards of all seats."""
        state = self.position
        places = endings.ranking(state)
        standing = tuple(
            (int(places[seat]), int(state.scores[seat]), int(state.hand_size[seat])) for seat in range(state.seats)
        )
        return Ended(ENDINGS[why], with_town == 1, standing)


def returned(series: Sequence[Numbers]) -> PiecesReturned:
    """Walls and towers that go back together."""
    walls = tuple(LINE_NAMES[line] for code, line, *_more in series if code == components.EFFECT_WALL_BACK)
    towers = tuple(
        f"{POINT_NAMES[point]}={TONE_CODES[tone]}"
        for code, point, tone, _more in series
        if code == components.EFFECT_TOWER_BACK
    )
    return PiecesReturned(walls, towers)


def _house(space: int, colour: int) -> str:
    return f"{SPACE_NAMES[space]}={COLOUR_CODES[colour]}"


def _together(first: int, other: int) -> bool:
    """Whether two effects are told in one entry."""
    if first in RETURNS:
        return other in RETURNS
    return first == other == components.EFFECT_PALACE


_NOTES: Final[dict[int, Callable[[MasonsAnnotator, int, int], Effect]]] = {
    components.EFFECT_TURN: lambda _told, number, seat: TurnBegun(number, seat),
    components.EFFECT_TOWN: lambda told, town, _line: told.completed(town),
    components.EFFECT_MERGED: lambda _told, town, old: TownsJoined(town_word(town), town_word(old)),
    components.EFFECT_SKIPPED: lambda _told, seat, phase: SeatSkipped(seat, STEPS[phase]),
    components.EFFECT_SHUFFLED: lambda _told, cards, _more: PileShuffled(cards),
    components.EFFECT_LATCHED: lambda _told, why, _more: EndNears(ENDINGS[why]),
    components.EFFECT_SCORED: lambda told, town, _more: told.scored(town),
    components.EFFECT_ENDED: lambda told, why, with_town: told.ended(why, with_town),
}
"""By code: the effect from the numbers recorded."""
