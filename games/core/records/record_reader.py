"""The strict reader of all file forms (`games.core.records.record`): it plays a record through the rules."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from games.core.engine.events import Entry, Event, EventKind, SiteNote
from games.core.engine.log import chance_event
from games.core.engine.state import CHANCE, OVER
from games.core.errors import BadRecord, MoveError
from games.core.records.annotator import LogAnnotator
from games.core.records.record import RecordWriter, refuse_tags, tokens_of
from games.core.text import Text, _

_SPOKEN: Final = re.compile(r"(\d+):(\S+)")


class RecordReader:
    """Plays the tokens of an unredacted record, and compares each with the word that `writer` writes there.

    Notes in braces: those of the site may be anywhere. One that begins like a note of the form itself (`own_note`) must
    be right and in its place; it may be left out unless it is the only source of its content: the outcome of a draw, or
    a `needed_note`. Any other note is a comment and is dropped.

    Every error is a `BadRecord` with the ply, the token, and the broken rule or the word that belongs there.
    """

    own_note: re.Pattern[str]
    """The beginnings of notes of the form itself, without the brace."""
    needed_note: re.Pattern[str] | None = None
    """The beginnings of those that may not be left out."""

    def __init__(self, annotator: LogAnnotator, writer: RecordWriter) -> None:
        self.annotator = annotator
        self.game = annotator.game
        self.writer = writer
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.token = ""
        self._unmatched: deque[tuple[str, int]] = deque()
        """Tokens that wait for their words, answers of an open window, each with the number of events before it."""
        self._written: deque[str] = deque()  # words of the writer that no token has been compared with
        self._taken = (0, 0)  # the line and the first word of the writer that have not been looked at
        self._early = 0  # how many words `ahead` of the writer have been matched
        self._left_out = ""  # the first note that was left out after the last token that was matched
        self._window: dict[int, str] = {}  # sealed answers, by seat, until all are in

    # Methods that titles may override.

    def ahead(self) -> Sequence[str]:
        """Return the words that precede the next move and that the writer will write together with it."""
        return ()

    @property
    def is_settled(self) -> bool:
        """Return whether no answer waits for those of other seats."""
        return not self._window

    def spoken(self) -> tuple[int, str]:
        """Return the seat and the move of the token; raises `self.not_due()`."""
        found = _SPOKEN.fullmatch(self.token)
        if found is None:
            raise self.not_due()
        return int(found[1]) - self.writer.first_seat, found[2]

    def outcomes(self, purpose: str) -> Iterable[str]:
        """Return the names of the outcomes that the token lists, in the order in which they are drawn.

        `purpose` is that of the chance step that is owed. Raises `self.refuse(...)` if the token lists none.
        """
        raise self.not_due()

    # Reading.

    def read(self, body: str) -> tuple[Event, ...]:
        """Play all tokens of `body` and return their events. A record may end at a decision, but not within
        consequences, a group of draws, or a window; raises `BadRecord`."""
        for token in tokens_of(body):
            self.token = token
            self._read_token()
        self.token = ""
        if self._window:
            raise self.refuse(_("The record ends before everyone has answered."))
        self._take(self.writer.finish())
        if missing := next(filter(self._is_needed, self._written), None):
            raise self.refuse(_("The record ends where %(token)s should come next.", token=missing))
        if self.annotator.state.to_move() == CHANCE:
            raise self.refuse(_("The record ends before the move is complete."))
        return tuple(self.events)

    def refuse(self, rule: Text) -> BadRecord:
        """Return the error for the token being read."""
        return BadRecord(len(self.events), self.token, rule)

    def not_due(self) -> BadRecord:
        """Return the error for a token that is no move of a seat that owes one."""
        owed = self.annotator.state.to_move()
        if owed == OVER:
            return self.refuse(_("The match is over: nothing can follow."))
        if owed == CHANCE:
            return self.refuse(_("A draw should be here."))
        waiting = [seat for seat in self.annotator.state.deciders() if seat not in self._window]
        return self.refuse(_("Seat %(seat)s must decide here.", seat=waiting[0] + self.writer.first_seat))

    # Playing.

    def play_token(self) -> None:
        """Play the move or the draws of the token."""
        owed = self.annotator.state.to_move()
        if owed == OVER:
            raise self.not_due()
        if owed == CHANCE:
            self.draw(self.outcomes(self.annotator.state.chance_step().purpose))
        else:
            self.move(*self.spoken())

    def move(self, seat: int, text: str) -> None:
        """Play a move; sealed answers once all are in, by seat, as they are stored."""
        state = self.annotator.state
        if seat not in state.deciders() or seat in self._window:
            raise self.not_due()
        try:
            self.game.parse_move(state, seat, text)
        except MoveError as error:
            raise self.refuse(error.reason) from error
        self._window[seat] = text
        if state.sealed() and len(self._window) < len(state.deciders()):
            return
        answers, self._window = sorted(self._window.items()), {}
        for each, answer in answers:
            self.play(Event(EventKind.MOVE, each, answer))

    def draw(self, names: Iterable[str]) -> None:
        """Play the draws of these names: as many as the rules take for one token."""
        state = self.annotator.state
        before = len(self._written)
        for name in names:
            if len(self._written) > before or state.to_move() != CHANCE:
                raise self.refuse(_("There are more draws here than the rules allow."))
            self._play_draw(name, self.refuse)
        if len(self._written) == before:
            raise self.refuse(_("Not all outcomes are listed."))

    def draw_from_tags(self, names: Iterable[str]) -> None:
        """Play the draws of these names, which come from tags; raises `BadRecord`."""
        for name in names:
            self._play_draw(name, refuse_tags)

    def _play_draw(self, name: str, refuse: Callable[[Text], BadRecord]) -> None:
        state = self.annotator.state
        try:
            outcome = self.game.parse_chance(state, name)
        except MoveError as error:
            raise refuse(error.reason) from error
        if outcome not in state.chance_step().outcomes:
            raise refuse(_("“%(token)s” can’t be drawn here.", token=name))
        self.play(chance_event(self.game, state, outcome))

    def play(self, event: Event) -> None:
        """Apply an event, and write its entries."""
        for entry in self.annotator.read(event):
            self.entries.append(entry)
            self.writer.write(entry)
        self.events.append(event)
        self._take(self.writer.lines)

    # Comparing.

    def _take(self, lines: Sequence[Sequence[str]]) -> None:
        """Look at the words that the writer has added to its `lines`; the site's are not compared."""
        line, start = self._taken
        fresh = [word for each in lines[line : line + 1] for word in each[start:]]
        fresh += [word for each in lines[line + 1 :] for word in each]
        if lines:
            self._taken = len(lines) - 1, len(lines[-1])
        words = [word for word in fresh if not word.startswith("{site ")]
        early = min(self._early, len(words))
        self._early -= early
        self._written.extend(words[early:])

    def _due(self) -> list[str]:
        """Return the words with which the next tokens are compared."""
        return [*self._written, *self.ahead()[self._early :]]

    def _is_needed(self, word: str) -> bool:
        """Return whether a record may not leave out this word."""
        if not word.startswith("{"):
            return True
        return self.needed_note is not None and self.needed_note.match(word, 1) is not None

    def _read_token(self) -> None:
        is_note = self.token.startswith("{") and self.token.endswith("}")
        note = SiteNote.parse(self.token[1:-1]) if is_note else None
        if note is not None:
            self._read_site_note(note)
        elif not is_note or self.own_note.match(self.token, 1):
            self._read_own(is_note=is_note)

    def _read_site_note(self, note: SiteNote) -> None:
        seat = None if note.seat is None else note.seat - self.writer.first_seat
        if seat is not None and seat not in range(self.writer.seats):
            raise self.refuse(_("There’s no such seat."))
        self.play(Event(EventKind.SITE, seat, note.word))

    def _read_own(self, *, is_note: bool) -> None:
        """Read a token of the form. It is the next one due, or else a move or a draw; other notes are not played."""
        ply, due = len(self.events), self._due()
        begins = self.token.partition(" ")[0].rstrip("}")
        is_draw = self.annotator.state.to_move() == CHANCE and not any(word.startswith(begins) for word in due)
        if not any(map(self._is_needed, due)) and (is_draw or not is_note):
            self.play_token()
        self._unmatched.append((self.token, ply))
        self._compare()
        if is_note and self._unmatched:
            raise self._belongs(self._left_out) if self._left_out else self.not_due()

    def _compare(self) -> None:
        """Match the tokens with the expected words, as far as both go."""
        for word in self._due():
            if not self._unmatched:
                return
            token = self._unmatched[0][0]
            if token == word:
                self._unmatched.popleft()
                self._left_out = ""
            elif self._is_needed(word):
                raise self._belongs(self._left_out if token.startswith("{") and self._left_out else word)
            else:
                self._left_out = self._left_out or word
            if self._written:
                self._written.popleft()
            else:
                self._early += 1

    def _belongs(self, word: str) -> BadRecord:
        """Return the error for the first unmatched token, in whose place `word` belongs."""
        token, ply = self._unmatched[0]
        return BadRecord(ply, token, _("According to the rules, %(token)s must come here.", token=word))
