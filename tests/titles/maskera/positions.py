"""Positions by hand, and following a line of the record from there."""

from games.core.engine.events import Entry, EventKind
from games.core.engine.state import CHANCE
from games.core.errors import BadRecord
from games.core.title.thinker import SeatLog
from games.titles.maskera.game import Maskera
from games.titles.maskera.rules.components import COPIES, LETTERS, MASKS, NONE, TURN_CHOICE
from games.titles.maskera.rules.effects import letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.annotator import cards_of, dealt
from games.titles.maskera.text.record import MaskeraReader, MaskeraWriter

MASKERA = Maskera()


def counts(cards: str) -> list[int]:
    """Letters as five counts: ``PPS`` is two Politicians and a Spy."""
    return [cards.count(letter) for letter in LETTERS]


def position(
    *,
    hand0: str = "",
    hand1: str = "",
    area0: str = "",
    area1: str = "",
    discards: str = "",
    pile: str | None = None,
    active: int = 0,
    turns: int = 0,
) -> MaskeraState:
    """A position at the start of a turn; the pile holds the rest of the 40 cards unless it is given."""
    state = MaskeraState()
    rest = [COPIES - (hand0 + hand1 + area0 + area1 + discards).count(letter) for letter in LETTERS]
    stock = rest if pile is None else counts(pile)
    for mask in range(MASKS):
        state.pile[mask] = stock[mask]
        for seat, (hand, area) in enumerate([(hand0, area0), (hand1, area1)]):
            state.hand[seat * MASKS + mask] = counts(hand)[mask]
            state.area[seat * MASKS + mask] = counts(area)[mask]
    state.pile_size = sum(stock)
    state.hand_size[0], state.hand_size[1] = len(hand0), len(hand1)
    state.discards = [LETTERS.index(letter) for letter in discards]
    state.active, state.turns, state.phase = active, turns, TURN_CHOICE
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
    """Reads on from any position, and keeps the entries. No note may be left out."""

    needed_note = MaskeraReader.own_note

    def __init__(self, state: MaskeraState) -> None:
        annotator = MASKERA.annotator(2, {})
        annotator.state = state
        state.recording = True
        writer = KeepingWriter(2)
        super().__init__(annotator, writer)
        self.entries = writer.entries

    def follow(self, line: str) -> None:
        try:
            self.read(line)
        except BadRecord as error:
            if str(error.rule) != "The record stops before the move is complete.":
                raise


class KeepingWriter(MaskeraWriter):
    """Keeps the entries that it has written."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)
        super().write(entry)


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
    """What the seat that decides may do, by name; empty when it is chance's turn or nobody's."""
    seat = state.to_move()
    return [MASKERA.part_word(state, seat, part) for part in state.options(seat)] if seat >= 0 else []


def owed_to_chance(state: MaskeraState) -> str:
    """The purpose of the chance step that is owed, or nothing."""
    return state.chance_step().purpose if state.to_move() == CHANCE else ""


def cards_in_the_box(state: MaskeraState) -> int:
    """All cards, wherever they are."""
    placed = sum(state.pile) + sum(state.hand) + sum(state.area) + sum(state.aside) + len(state.discards)
    return placed + (state.trial != NONE) + (state.hit and state.revealed != NONE)
