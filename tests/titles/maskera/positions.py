"""Positions by hand, and following a line of the record from there."""

from typing import Any

from games.core.engine.events import Entry, EventKind
from games.core.engine.state import CHANCE
from games.core.errors import BadRecord
from games.core.title.thinker import SeatLog
from games.titles.maskera.game import Maskera
from games.titles.maskera.page import positions
from games.titles.maskera.page.positions import counts as counts
from games.titles.maskera.rules.components import LETTERS, NONE
from games.titles.maskera.rules.effects import letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.annotator import cards_of, dealt
from games.titles.maskera.text.record import MaskeraReader, MaskeraWriter

MASKERA = Maskera()


def position(*, turns: int = 0, **facts: Any) -> MaskeraState:
    """The start of a turn by hand, as the page's examples have it, after so many turns."""
    state = positions.position(**facts)
    state.turns = turns
    return state


def follow(state: MaskeraState, line: str, *logs: SeatLog) -> MaskeraState:
    """Play a line of tokens on `state`; every note has to be what the rules say, and none may be missing.

    The line may end where chance owes something. `logs` are extended with what their seats may read of it.
    """
    reader = LineReader(state)
    reader.follow(line)
    for log in logs:
        log.extend(reader.entries)
    return state


class LineReader(MaskeraReader):
    """Reads on from any position. No note may be left out."""

    needed_note = MaskeraReader.own_note

    def __init__(self, state: MaskeraState) -> None:
        annotator = MASKERA.annotator(2, {})
        annotator.go_on_from(state)
        super().__init__(annotator, MaskeraWriter(2))

    def follow(self, line: str) -> None:
        try:
            self.read(line)
        except BadRecord as error:
            if str(error.rule) != "The record ends before the move is complete.":
                raise


def log_from(state: MaskeraState, seat: int) -> SeatLog:
    """The log of `seat` from `state` on, as if all cards had just been dealt so."""
    log = SeatLog(seat, 2)
    log.extend([Entry(0, EventKind.CHANCE, None, dealt(state, state.active))])
    return log


def hand(state: MaskeraState, seat: int) -> str:
    """A hand as letters."""
    return letters(cards_of(state.hand, seat))


def area(state: MaskeraState, seat: int) -> str:
    """An area as letters."""
    return letters(cards_of(state.area, seat))


def discards(state: MaskeraState) -> str:
    """The discard pile as letters, bottom first."""
    return "".join(LETTERS[mask] for mask in state.discards)


def words(state: MaskeraState) -> list[str]:
    """Return what the deciding seat may do, by name; empty when it is chance's turn or nobody's."""
    seat = state.to_move()
    return [MASKERA.part_word(state, seat, part) for part in state.options(seat)] if seat >= 0 else []


def owed_to_chance(state: MaskeraState) -> str:
    """The purpose of the chance step that is owed, or nothing."""
    return state.chance_step().purpose if state.to_move() == CHANCE else ""


def cards_in_the_box(state: MaskeraState) -> int:
    """All cards, wherever they are."""
    placed = sum(state.pile) + sum(state.hand) + sum(state.area) + sum(state.aside) + len(state.discards)
    return placed + (state.trial != NONE) + (state.hit and state.revealed != NONE)
