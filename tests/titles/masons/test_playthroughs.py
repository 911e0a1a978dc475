"""The playthroughs show every guild face, every way of completing and joining towns, every ending, and the corners of
scoring, drawing and exchanging."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from games.core.engine.events import Effect, Event
from games.core.kit.playthrough import read_events, read_heading
from games.titles.masons.rules import components as box
from games.titles.masons.rules.building import free_ends, houses_left, palaces_left, sites, towers_left
from games.titles.masons.rules.effects import (
    Built,
    CardDiscarded,
    CardsDrawn,
    CardsExchanged,
    CardsPlayed,
    Ended,
    FinalPlayed,
    MergeChosen,
    PalacesBuilt,
    PiecesReturned,
    PileShuffled,
    SeatSkipped,
    TownCompleted,
    TownScored,
    TownsJoined,
)
from games.titles.masons.rules.scoring import may_exchange
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.towns import neighbours, towns_on_board
from games.titles.masons.text.annotator import MasonsAnnotator
from tests.titles.masons.positions import MASONS

FOLDER = Path(__file__).parents[2] / "playthroughs" / "masons"
FILES = sorted(FOLDER.glob("*.txt"))
SUPPLIES: dict[str, Callable[[MasonsState], int]] = {
    "walls": lambda state: state.walls_left,
    "towers": towers_left,
    "houses": houses_left,
    "palaces": palaces_left,
}
"""By ending: how many pieces of the kind that has run out are left."""

TOWNS = (
    "a town of 1",
    "a town of 2",
    "a town of 3",
    "a town of 4 to 6",
    "a town of 7 or more",
    "a wall inside goes back",
    "a tower inside goes back",
    "a pair becomes a palace",
    "several palaces at once",
    "a pair stays, for no palace of its colour is left",
)
BUILDING = (
    "two towers",
    "one tower",
    "no tower",
    "a house at the edge of the board",
    "a joker is rolled",
    "a tone that has run out is rolled",
    "a colour that has run out is rolled",
    "one tower is left for two ends",
    "one house is left for two spaces",
)
JOINING = (
    "no neighbour",
    "a neighbour is left alone",
    "a neighbour is joined",
    "several neighbours are left alone",
    "one of two neighbours is joined",
    "one of three neighbours is joined",
    "another neighbour stays apart",
    "several walls go back by joining",
    "a tower goes back after joining",
    "a palace after joining",
    "what was joined is joined again",
)
ENDS = (
    "walls with a town",
    "walls without a town",
    "towers without a town",
    "houses with a town",
    "houses without a town",
    "palaces with a town",
    "lines without a town",
    "the supply is filled up again",
    "cards part equal points",
    "a victory is shared",
)
UNREACHABLE_ENDS = {
    "towers with a town": "both ends of a wall that closes a ring carry walls, and so towers: it takes none",
    "palaces without a town": "houses become a palace in a town that has just been completed",
    "lines with a town": "it is told at the beginning of a turn",
}
LAST_CARDS = (
    "last cards for a town",
    "last cards for different towns",
    "last cards without a town",
    "town cards without a town for nothing",
    "two copies at the end",
    "no last card",
    "last cards while no town stands",
)
CARDS = (
    "one card is played",
    "two cards are played",
    "two copies are played",
    "a card for nothing",
    "an exchange of none",
    "an exchange of one",
    "an exchange of several",
    "an exchange of the whole hand",
    "two seats are last",
    "nobody is last, for all are equal",
    "a shuffle after a draw",
    "a shuffle between two draws of a seat",
    "a shuffle in the middle of an exchange",
    "nothing is left to draw",
    "one of two cards is left to draw",
    "a seat without cards is passed over: S",
    "a seat without cards is passed over: E",
    "a seat without cards is passed over: F",
)


class Reader:
    """Reads a playthrough, and notes what it shows."""

    def __init__(self, seats: int, settings: dict[str, str]) -> None:
        self.annotator = MasonsAnnotator(MASONS, seats, settings)
        self.found: set[str] = set()
        self.joined: set[str] = set()
        """Towns that have taken another in."""
        self.after_joining = False
        self.last_towns: list[str] = []
        """Towns chosen for last cards."""
        self.due = 0
        """Cards that the seat that draws was owed at first."""

    @property
    def state(self) -> MasonsState:
        """The position after the last event."""
        return self.annotator.position

    def note(self, word: str, when: bool = True) -> None:
        """Note what is shown."""
        if when:
            self.found.add(word)

    def read(self, event: Event) -> None:
        """An event, and all that follows from it."""
        before = self.state.copy()
        drawing = before.phase in (box.DRAWING, box.EXCHANGING)
        if drawing and before.drawn == 0:
            self.due = int(before.draws[before.seat_at(before.answered)])
        self.after_joining = False
        for entry in self.annotator.read(event):
            effect = entry.effect
            self.building(before, effect)
            self.town(before, effect)
            self.scoring(before, effect)
            self.exchange(before, effect)
            self.last_cards(before, effect)
            if isinstance(effect, PileShuffled):
                self.shuffle(before)
        if before.phase == box.DRAWING and self.state.phase not in (box.DRAWING, box.FINISHED):
            self.after_draws()

    def building(self, before: MasonsState, effect: Effect) -> None:
        """Return the buildings next to the new wall."""
        match effect:
            case Built(_seat, towers, houses):
                ends, spaces = len(free_ends(before)), sites(before)
                tone, *colours = before.dice
                self.note(f"{('no', 'one', 'two')[ends]} tower{'s' if ends == 2 else ''}")
                self.note("a house at the edge of the board", spaces == 1)
                self.note("a joker is rolled", box.JOKER in colours)
                self.note("a tone that has run out is rolled", ends > 0 and before.tower_left[tone] == 0)
                self.note(
                    "a colour that has run out is rolled",
                    any(colour != box.JOKER and before.house_left[colour] == 0 for colour in colours),
                )
                self.note("one tower is left for two ends", len(towers) == 1 and ends == 2)
                self.note("one house is left for two spaces", len(houses) == 1 and spaces == 2)
            case _:
                pass

    def town(self, before: MasonsState, effect: Effect) -> None:
        """Towns completed, cleaned and joined."""
        match effect:
            case TownCompleted(town):
                number = len(neighbours(self.state, int(town[1:])))
                self.note("no neighbour", number == 0)
                self.note("a pair stays, for no palace of its colour is left", self.pair_stays())
            case MergeChosen(_seat, town):
                number = len(neighbours(before, before.new_town))
                if town is None:
                    self.note("a neighbour is left alone", number == 1)
                    self.note("several neighbours are left alone", number > 1)
                else:
                    self.note("a neighbour is joined", number == 1)
                    self.note("one of two neighbours is joined", number == 2)
                    self.note("one of three neighbours is joined", number == 3)
                    self.note("another neighbour stays apart", len(neighbours(self.state, before.new_town)) > 0)
            case TownsJoined(town, old):
                self.after_joining = True
                self.note("what was joined is joined again", old in self.joined)
                self.joined.add(town)
            case PiecesReturned(walls, towers):
                self.note("a wall inside goes back", before.phase == box.BUILD and len(walls) > 0)
                self.note("a tower inside goes back", before.phase == box.BUILD and len(towers) > 0)
                self.note("several walls go back by joining", before.phase == box.MERGE and len(walls) > 1)
                self.note("a tower goes back after joining", self.after_joining and len(towers) > 0)
            case PalacesBuilt(places):
                self.note("a palace after joining" if self.after_joining else "a pair becomes a palace")
                self.note("several palaces at once", len(places) > 1)
            case _:
                pass

    def pair_stays(self) -> bool:
        """Return whether the new town has two houses of a colour, while no palace of it is left."""
        state = self.state
        spaces = [space for space, town in enumerate(state.town) if town == state.new_town]
        return any(
            state.palace_left[colour] == 0 and sum(state.house[space * box.COLOURS + colour] for space in spaces) > 1
            for colour in range(box.COLOURS)
        )

    def scoring(self, before: MasonsState, effect: Effect) -> None:
        """Cards played or discarded while a town is scored, and the cards drawn after it."""
        match effect:
            case CardsPlayed(_seat, cards):
                values = [int(before.values[box.FACE_CODES.index(card)]) for card in cards]
                self.found |= {f"{card} scores" for card, points in zip(cards, values, strict=True) if points > 0}
                self.note("one card is played", len(cards) == 1)
                self.note("two cards are played", len(set(cards)) == 2)
                self.note("two copies are played", len(cards) == 2 and len(set(cards)) == 1)
                self.note("a card for nothing", 0 in values)
            case CardDiscarded(_seat, str(card)):
                self.note(f"{card} is thrown away")
            case TownScored(str(town), size) if town != "0":
                self.note(f"a town of {size}" if size < 4 else f"a town of {'4 to 6' if size < 7 else '7 or more'}")
            case CardsDrawn(_seat, cards):
                self.note("nothing is left to draw", len(cards) == 0)
                self.note("one of two cards is left to draw", self.due == 2 and len(cards) == 1)
            case SeatSkipped(_seat, step):
                self.note(f"a seat without cards is passed over: {step}")
            case _:
                pass

    def shuffle(self, before: MasonsState) -> None:
        """The discarded cards are the draw pile now; `before` is the position before the last card was drawn."""
        more = before.drawn + 1 < self.due
        self.note("a shuffle after a draw", before.phase == box.DRAWING and not more)
        self.note("a shuffle between two draws of a seat", before.phase == box.DRAWING and more)
        self.note("a shuffle in the middle of an exchange", before.phase == box.EXCHANGING and more)

    def after_draws(self) -> None:
        """Everybody has drawn: who may exchange."""
        last = [seat for seat in range(self.state.seats) if may_exchange(self.state, seat)]
        self.note("nobody is last, for all are equal", not last)
        self.note("two seats are last", len(last) == 2)

    def exchange(self, before: MasonsState, effect: Effect) -> None:
        """Cards exchanged."""
        match effect:
            case CardsExchanged(seat, cards):
                self.found |= {f"{card} is thrown away" for card in cards}
                self.note("an exchange of none", len(cards) == 0)
                self.note("an exchange of one", len(cards) == 1)
                self.note("an exchange of several", 1 < len(cards) < before.hand_size[seat])
                self.note("an exchange of the whole hand", 1 < len(cards) == before.hand_size[seat])
            case _:
                pass

    def last_cards(self, before: MasonsState, effect: Effect) -> None:
        """The final scoring, and the end."""
        match effect:
            case FinalPlayed(_seat, town, cards):
                self.note("no last card", not cards)
                self.note("last cards while no town stands", len(cards) > 0 and not towns_on_board(before))
                self.note("two copies at the end", len(cards) == 2 and len(set(cards)) == 1)
                self.note("last cards without a town", len(cards) > 0 and town == "0")
                self.note("last cards for a town", len(cards) > 0 and town != "0")
                self.note(
                    "town cards without a town for nothing",
                    town == "0" and any(box.FACE_CODES.index(card) < box.FIRST_OUTSIDE for card in cards),
                )
                self.last_towns += [town] if cards and town != "0" else []
                self.note("last cards for different towns", len(set(self.last_towns)) > 1)
            case Ended(reason, with_town, seats):
                self.note(f"{reason} {'with' if with_town else 'without'} a town")
                self.note("the supply is filled up again", reason in SUPPLIES and SUPPLIES[reason](self.state) > 0)
                first = [(points, cards) for place, points, cards in seats if place == 1]
                self.note("a victory is shared", len(first) > 1)
                self.note(
                    "cards part equal points", any(place > 1 and points == first[0][0] for place, points, _c in seats)
                )
            case _:
                pass


@cache
def shown(path: Path) -> frozenset[str]:
    """Return what a playthrough shows."""
    text = path.read_text(encoding="utf-8")
    heading = read_heading(text)
    reader = Reader(heading.seats, heading.settings)
    for event in read_events(text):
        reader.read(event)
    return frozenset(reader.found)


def is_shown(word: str) -> bool:
    """Return whether any playthrough shows it."""
    return any(word in shown(path) for path in FILES)


@pytest.mark.parametrize("card", box.FACE_CODES)
def test_every_card_is_played_for_points(card: str) -> None:
    assert is_shown(f"{card} scores")


@pytest.mark.parametrize("card", box.FACE_CODES)
def test_every_card_is_discarded_or_exchanged(card: str) -> None:
    assert is_shown(f"{card} is thrown away")


@pytest.mark.parametrize("case", TOWNS)
def test_towns_of_every_size_are_completed_and_cleaned(case: str) -> None:
    assert is_shown(case)


@pytest.mark.parametrize("case", BUILDING)
def test_walls_are_built_next_to_in_every_way(case: str) -> None:
    assert is_shown(case)


@pytest.mark.parametrize("case", JOINING)
def test_towns_are_joined_in_every_way(case: str) -> None:
    assert is_shown(case)


@pytest.mark.parametrize("case", ENDS)
def test_every_ending_is_reached(case: str) -> None:
    assert is_shown(case)


def test_every_ending_is_shown_or_cannot_be_reached() -> None:
    cases = {f"{reason} {how} a town" for reason in box.ENDINGS for how in ("with", "without")}
    assert cases == {case for case in cases if is_shown(case)} | UNREACHABLE_ENDS.keys()
    assert not any(is_shown(case) for case in UNREACHABLE_ENDS)


@pytest.mark.parametrize("case", LAST_CARDS)
def test_the_final_scoring_is_played_in_every_way(case: str) -> None:
    assert is_shown(case)


@pytest.mark.parametrize("case", CARDS)
def test_cards_are_played_drawn_and_exchanged_in_every_way(case: str) -> None:
    assert is_shown(case)


@pytest.mark.parametrize("seats", MASONS.seats)
@pytest.mark.parametrize("case", ["with a town", "without a town"])
def test_every_number_of_seats_ends_with_and_without_a_town(seats: int, case: str) -> None:
    found = [path for path in FILES if read_heading(path.read_text(encoding="utf-8")).seats == seats]
    assert any(f"{reason} {case}" in shown(path) for path in found for reason in box.ENDINGS)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_record_of_a_playthrough_is_read_back(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    heading, events = read_heading(text), read_events(text)
    record = MASONS.write_record({}, heading.seats, MASONS.read_log(heading.seats, heading.settings, events))
    assert list(MASONS.read_record(record).events) == events
