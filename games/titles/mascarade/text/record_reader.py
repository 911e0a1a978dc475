"""Reads whole matches from their file form (record.py).

Moves are played one by one; everything else in a record follows from them. It is compared with what the writer writes,
site notes aside, which may stand anywhere.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.errors import BadRecord, MoveError
from games.core.events import Event, EventKind, SiteNote
from games.core.game import Game, Record
from games.core.log import chance_event
from games.core.record import require_tag, split_tags, tokens_of
from games.core.state import OVER
from games.core.text import Text, _
from games.titles.mascarade.rules.components import (
    ACTION,
    DRAWING_MASKS,
    FEWEST_SEATS,
    LONGEST_LIMIT,
    MEMORISE,
    MOST_SEATS,
)
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.text import notation
from games.titles.mascarade.text.annotator import RECORD_OPTIONS, MascaradeAnnotator
from games.titles.mascarade.text.record import DRAWN, GAME_ID, RecordWriter
from games.titles.mascarade.text.scripts import script_refusal

_OPTIONS: Final = re.compile(
    r"log_masks=(on|off) challenge_mode=(sealed|clockwise) reveal_lock=(announce|exchange_only) "
    r"turn_limit=([1-9]\d{0,3})"
)
_TURN: Final = re.compile(r"\d+\.")
_SPEAKER: Final = re.compile(r"(\d+):")
_MOVE: Final = re.compile(r"(\d+):(\S+)")
_SEEN: Final = re.compile(r"(V(?:@[LMR])?)=..")


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    seats = _read_players(tags)
    deal = _read_deal(tags, seats)
    settings = _read_settings(tags, seats, deal)
    annotator = game.annotator(seats, settings)
    assert isinstance(annotator, MascaradeAnnotator)
    reader = RecordReader(annotator, seats)
    reader.deal(tags, deal)
    return Record(tags, seats, settings, reader.read(tokens_of(body)))


def _refuse_tags(rule: Text) -> BadRecord:
    return BadRecord(0, "tags", rule)


def _read_players(tags: Mapping[str, str]) -> int:
    players = tags.get("Players", "")
    if players not in {str(seats) for seats in range(FEWEST_SEATS, MOST_SEATS + 1)}:
        raise _refuse_tags(_("The tag %(name)s must be a number from 2 to 13.", name="Players"))
    return int(players)


def _read_deal(tags: Mapping[str, str], seats: int) -> list[str]:
    """The masks by slot."""
    items = [item.partition("=") for item in tags.get("Deal", "").split()]
    codes = [code for _slot, _sign, code in items]
    if (
        not codes
        or not set(codes) <= set(CODES)
        or tuple(slot for slot, *_rest in items) != slot_words(seats, len(items))
    ):
        raise _refuse_tags(_("The tag Deal must name every slot in order, and its mask."))
    return codes


def _read_settings(tags: Mapping[str, str], seats: int, deal: Sequence[str]) -> dict[str, str]:
    """What the host chose."""
    script, drawn = tags.get("Script", ""), tags.get(DRAWN)
    if script not in ("standard", "advanced", "custom"):
        raise _refuse_tags(_("The tag Script must be standard, advanced or custom."))
    if drawn not in (None, "script"):
        raise _refuse_tags(_("The tag %(name)s does not fit the script.", name=DRAWN))
    found = _OPTIONS.fullmatch(tags.get("Options", ""))
    if found is None or int(found[4]) > LONGEST_LIMIT:
        raise _refuse_tags(_("The tag Options must list %(names)s.", names=", ".join(RECORD_OPTIONS)))
    masks = ""
    if script == "custom":
        if refusal := script_refusal(seats, deal):
            raise _refuse_tags(refusal)
        masks = " ".join(code for code in CODES if code in deal)
    options = dict(zip(RECORD_OPTIONS, found.groups(), strict=True))
    return {"script": "random", "masks": "", **options} if drawn else {"script": script, "masks": masks, **options}


class RecordReader:
    """Plays the moves of a record, and compares all tokens with those that the writer writes."""

    def __init__(self, annotator: MascaradeAnnotator, seats: int) -> None:
        self.annotator = annotator
        self.game = annotator.game
        self.state = annotator.position
        self.writer = RecordWriter(seats)
        self.events: list[Event] = []
        self.tokens: list[str] = []  # read so far, without site notes
        self.plies: list[int] = []  # the number of events before each of them
        self.window: dict[int, str] = {}  # sealed answers, by seat, until all are in
        self.token = ""

    def deal(self, tags: Mapping[str, str], deal: Sequence[str]) -> None:
        """Play the draws that the tags tell."""
        if DRAWN in tags:
            self.draw(tags["Script"])
            while self.state.phase == DRAWING_MASKS:
                left_out, taken = notation.choices(self.state)
                self.draw(taken if taken in deal else left_out)
        for name in (*deal, tags.get("First", "")):
            self.draw(name)

    def draw(self, name: str) -> None:
        """Play the draw of this name; raises `BadRecord`."""
        try:
            outcome = self.game.parse_chance(self.state, name)
        except MoveError as error:
            raise _refuse_tags(error.reason) from error
        if outcome not in self.state.chance_step().outcomes:
            raise _refuse_tags(_("“%(token)s” cannot be drawn here.", token=name))
        self.play(chance_event(self.game, self.state, outcome))

    def read(self, tokens: Sequence[str]) -> tuple[Event, ...]:
        """The events of all tokens; raises `BadRecord`. A record may end at any decision, but not within a window."""
        for token in tokens:
            self.token = token
            note = SiteNote.parse(token[1:-1]) if token.startswith("{") else None
            if note is not None:
                self.read_note(note)
                continue
            self.tokens.append(token)
            self.plies.append(len(self.events))
            spoken = _SPEAKER.fullmatch(self.tokens[-2]) if len(self.tokens) > 1 else None
            if spoken:
                self.move(int(spoken[1]) - 1, _SEEN.sub(r"\1", token))
            elif not token.startswith("{") and not _TURN.fullmatch(token) and not _SPEAKER.fullmatch(token):
                self.read_move(token)
        self.token = ""
        self.compare()
        if self.window:
            raise self.refuse(_("The record stops before all have answered."))
        return tuple(self.events)

    def read_note(self, note: SiteNote) -> None:
        """A site event; its seat counts from 1."""
        seat = None if note.seat is None else note.seat - 1
        if seat is not None and seat not in range(self.writer.seats):
            raise self.refuse(_("There is no such seat."))
        self.play(Event(EventKind.SITE, seat, note.word))

    def read_move(self, token: str) -> None:
        """A token of a seat. One that nobody chooses, ``P``, is only compared."""
        found = _MOVE.fullmatch(token)
        if found is None:
            raise self.mismatch()
        if found[2] != "P":
            self.move(int(found[1]) - 1, found[2])

    def move(self, seat: int, text: str) -> None:
        """Play a move; sealed answers when all are in, by seat, as they are stored."""
        if seat not in self.state.deciders() or seat in self.window:
            raise self.mismatch()
        try:
            self.game.parse_move(self.state, seat, text)
        except MoveError as error:
            self.compare_played()
            raise self.refuse(error.reason) from error
        if not self.state.sealed():
            self.play(Event(EventKind.MOVE, seat, text))
            return
        self.window[seat] = text
        if len(self.window) == len(self.state.deciders()):
            answers, self.window = sorted(self.window.items()), {}
            for each, answer in answers:
                self.play(Event(EventKind.MOVE, each, answer))

    def play(self, event: Event) -> None:
        """Apply an event, and write what it brings."""
        for entry in self.annotator.read(event):
            self.writer.write(entry)
        self.events.append(event)

    # Comparing.

    def refuse(self, rule: Text) -> BadRecord:
        """The error for the token being read."""
        return BadRecord(len(self.events), self.token, rule)

    def mismatch(self) -> BadRecord:
        """The error for a token that is no move of a seat that owes one."""
        self.compare_played()
        if self.state.to_move() == OVER:
            return self.refuse(_("The match is over: nothing may follow."))
        return self.refuse(_("Seat %(seat)s owes a decision here.", seat=self.owing() + 1))

    def owing(self) -> int:
        """The seat whose token comes next: in a window clockwise from the active seat."""
        first, seats = int(self.state.active) + 1, self.writer.seats
        order = [(first + step) % seats for step in range(seats)]
        return next(seat for seat in order if seat in self.state.deciders() and seat not in self.window)

    def expected(self) -> list[str]:
        """The tokens that the writer writes, without site notes; answers of an open window as they were read."""
        for seat, text in self.window.items():
            self.writer.answers[seat] = f"{seat + 1}:{text}"
        return [word for line in self.writer.finish() for word in line if not word.startswith("{site ")]

    def compare_played(self) -> None:
        """Raise `BadRecord` at the first token, this one included, that is not what the rules say so far."""
        expected = self.expected()
        if self.state.phase == ACTION:
            expected += [f"{self.state.turns}.", f"{self.state.active + 1}:"]
        elif self.state.phase == MEMORISE and not self.window:
            expected.append("0.")
        last = len(self.tokens) - 1
        for at in range(last):
            self.compare_at(at, expected)
        if last < len(expected):
            self.compare_at(last, expected)

    def compare_at(self, at: int, expected: Sequence[str]) -> None:
        """Raise `BadRecord` unless this token is the one that is expected there."""
        if at >= len(expected):
            raise BadRecord(self.plies[at], self.tokens[at], _("Nothing of this kind happens here."))
        if self.tokens[at] != expected[at]:
            rule = _("By the rules %(token)s stands here.", token=expected[at])
            raise BadRecord(self.plies[at], self.tokens[at], rule)

    def compare(self) -> None:
        """Raise `BadRecord` unless the tokens are what the rules say."""
        expected = self.expected()
        for at in range(len(self.tokens)):
            self.compare_at(at, expected)
        if len(self.tokens) < len(expected):
            due = expected[len(self.tokens)]
            raise self.refuse(_("The record ends where %(token)s must follow.", token=due))
