"""Matches of Mascarade for tests: settings, positions by hand, and lines of the record played from there."""

from collections.abc import Sequence

import pytest

from games.core.errors import MoveError
from games.titles.mascarade.game import Mascarade
from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.components import CUSTOM, GUESS, SWAP
from games.titles.mascarade.rules.deal import deal
from games.titles.mascarade.rules.effects import TurnBegun
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.rules.turn import begin
from games.titles.mascarade.text.annotator import MascaradeAnnotator
from games.titles.mascarade.text.record import MascaradeWriter
from games.titles.mascarade.text.record_reader import MascaradeReader

MASCARADE = Mascarade()


def settings(seats: int, **given: str) -> dict[str, str]:
    """All settings of a match; the usual ones unless they are given."""
    return MASCARADE.complete_settings(given, seats)


# Positions by hand.


def position(
    masks: str,
    *,
    seats: int = 0,
    coins: Sequence[int] = (),
    justice: int = 0,
    turn: int = 9,
    active: int = 1,
    sealed: bool = True,
    log_masks: bool = True,
    exchange_only: bool = False,
    turn_limit: int = 1000,
) -> MascaradeState:
    """A position at the beginning of a turn: masks by slot, of as many seats as masks unless `seats` says otherwise."""
    codes = masks.split()
    numbers = [CODES.index(code) for code in codes]
    seats = seats or len(codes)
    state = MascaradeState(None, seats, CUSTOM, sorted(numbers))
    state.sealed_answers, state.log_masks, state.exchange_only = sealed, log_masks, exchange_only
    state.turn_limit = turn_limit
    for mask in numbers:
        deal(state, mask)
    state.first = active - 1
    for seat, fortune in enumerate(coins):
        state.coins[seat] = fortune
    state.justice = justice
    state.turns = turn - 1
    begin(state, active - 1)
    return state


class Line(MascaradeReader):
    """Plays lines of the record from any position; everything in them has to be what the rules say, and no note may be
    left out."""

    needed_note = MascaradeReader.own_note

    def __init__(self, state: MascaradeState) -> None:
        annotator = MascaradeAnnotator(MASCARADE, int(state.seats), settings(int(state.seats)))
        annotator.go_on_from(state)
        super().__init__(annotator)
        self.begun = TurnBegun(int(state.turns), int(state.active))
        self.writer.powered = state.phase in (GUESS, SWAP)

    def follow(self, line: str) -> "Line":
        """Play a line; it may end at any decision."""
        self.read(line)
        return self

    def read_by(self, viewer: int | None, *, faded: bool = False) -> str:
        """All lines as `viewer` may read them, joined."""
        writer = MascaradeWriter(int(self.state.seats))
        writer.turn = self.begun
        for entry in self.entries:
            seen = entry.redact(viewer)
            if seen is not None:
                writer.write(seen.fade() if faded else seen)
        return " ".join(" ".join(line) for line in writer.finish())


def follow(state: MascaradeState, line: str) -> MascaradeState:
    """Play a line on `state`."""
    Line(state).follow(line)
    return state


def coins(state: MascaradeState) -> list[int]:
    """Return the coins of all seats."""
    return [int(each) for each in state.coins]


def lying(state: MascaradeState) -> str:
    """Where the masks lie, by slot."""
    return " ".join(CODES[mask] for mask in state.mask)


def words(state: MascaradeState, *parts: str) -> list[str]:
    """Return what the deciding seat may choose next, by name, after these parts."""
    trial = state.copy()
    seat = int(trial.to_move())
    for word in parts:
        offered = {MASCARADE.part_word(trial, seat, part): part for part in trial.options(seat)}
        trial.choose(seat, offered[word])
    return [MASCARADE.part_word(trial, seat, part) for part in trial.options(seat)]


def refusal(state: MascaradeState, seat: int, text: str) -> str:
    """Why a move is refused."""
    with pytest.raises(MoveError) as found:
        MASCARADE.parse_move(state, seat - 1, text)
    return str(found.value.reason)


def believes(state: MascaradeState, seat: int) -> Belief:
    """Return what a seat, counted from 1, believes."""
    return Belief.after(list(state.dealt), state.history, seat - 1)


def certain(state: MascaradeState, seat: int) -> dict[str, str]:
    """The slots that a seat, counted from 1, is certain of."""
    belief = believes(state, seat)
    words_of = slot_words(int(state.seats), int(state.places))
    found = {word: belief.possible(slot) for slot, word in enumerate(words_of)}
    return {word: CODES[next(iter(masks))] for word, masks in found.items() if len(masks) == 1}
