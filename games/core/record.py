"""What the file forms (records) of all titles share: tags, escaping, tokens, and the strict reader.

    [Game "masques-1"]
    [Seat0 "Ada"]

    {setup first=1} 0:+C4 1:+F3 ...

A record consists of tags, an empty line, and tokens. A token is a seat's move, ``0:C4@7``, or a note in braces: a
chance outcome, a consequence of the rules, or a site event. A line that begins with a semicolon is a comment, which no
reader reads; in comments at its end a record says when each move was made.
"""

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

from games.core.annotator import LogAnnotator
from games.core.errors import BadRecord, MoveError
from games.core.events import Entry, Event, EventKind, SiteNote
from games.core.log import chance_event
from games.core.state import CHANCE, OVER
from games.core.text import Text, _

_TAG: Final = re.compile(r'\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_COMMENT: Final = re.compile(r"^[ \t]*;.*$", re.MULTILINE)
_TOKEN: Final = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_MOVE: Final = re.compile(r"(\d+):(\S+)")


# Tags.


def tag_lines(tags: Mapping[str, str]) -> list[str]:
    """One line for each tag. Line breaks in values are replaced by blanks."""
    return [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]


def _escaped(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def split_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of a record, and the text after them; raises `BadRecord` if a tag appears twice."""
    tags: dict[str, str] = {}
    end = 0
    while found := _TAG.match(text, end):
        if found[1] in tags:
            raise BadRecord(0, found[0].strip(), _("This tag appears twice."))
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        end = found.end()
    return tags, text[end:]


def require_tag(tags: Mapping[str, str], name: str, value: str) -> None:
    """Raise `BadRecord` unless the tag `name` has the value `value`."""
    if tags.get(name) != value:
        raise BadRecord(0, "tags", _("The tag %(name)s must say “%(value)s”.", name=name, value=value))


def require_seat_tags(tags: Mapping[str, str], seats: int) -> None:
    """Raise `BadRecord` unless there is a tag ``Seat0``, ``Seat1``, ... for each seat."""
    for seat in range(seats):
        if f"Seat{seat}" not in tags:
            raise BadRecord(0, "tags", _("The tag %(name)s is missing.", name=f"Seat{seat}"))


# Comments.


def comments_of_times(entries: Iterable[Entry], times: Mapping[int, datetime]) -> str:
    """Lines that say when each move among `entries` was made, by the ply that it led to, as far as `times` has a moment
    for its event: in UTC, to the minute."""
    moves = [entry.ply for entry in entries if entry.kind == EventKind.MOVE and entry.ply in times]
    return "".join(f"; ply {ply + 1}: {times[ply].astimezone(UTC):%Y-%m-%d %H:%M} UTC\n" for ply in moves)


# Tokens.


def tokens_of(body: str) -> list[str]:
    """The tokens after the tags, without comments; runs of blanks within braces are collapsed."""
    return [" ".join(token.split()) for token in _TOKEN.findall(_COMMENT.sub("", body))]


class RecordReader(ABC):
    """Replays the tokens of an unredacted record through the rules.

    Moves and chance outcomes are applied; every other token must equal the one that the annotator writes. Site notes
    may appear anywhere. Every error is a `BadRecord` with the ply, the token, and the broken rule or expected token.
    """

    def __init__(self, annotator: LogAnnotator) -> None:
        self.annotator = annotator
        self.game = annotator.game
        self.seats = annotator.state.view(None)["seats"]
        self.events: list[Event] = []
        self.token = ""
        self.due: deque[str] = deque()
        """Tokens that must come next: consequences of the events applied so far."""
        self._window_size = 0  # seats that owed an answer when the open window was opened; 0 outside of windows
        self._unanswered = 0  # the seats among them that still owe an answer

    @abstractmethod
    def outcomes(self, purpose: str, inside: str) -> Iterable[str]:
        """The names of the chance outcomes that a note lists, in the order in which they are drawn.

        `purpose` is that of the chance step that is owed, `inside` the token without its braces. Raises
        `self.refuse(...)` if such a note is not allowed here.
        """

    def writes(self, entry: Entry) -> bool:
        """Whether an unredacted record contains this entry."""
        return True

    def read(self, body: str) -> tuple[Event, ...]:
        """The events of all tokens of `body`. A record may end at a decision, but not within consequences, a group of
        draws, or a window; raises `BadRecord`."""
        for token in tokens_of(body):
            self.token = token
            self._read_token()
        self.token = ""
        state = self.annotator.state
        if self.due:
            raise self.refuse(_("The record ends where %(token)s must follow.", token=self.due[0]))
        if state.to_move() == CHANCE:
            raise self.refuse(_("The record stops before the move is complete."))
        if self._unanswered < self._window_size:
            raise self.refuse(_("The record stops before all have answered."))
        return tuple(self.events)

    def refuse(self, rule: Text) -> BadRecord:
        """The error for the token being read."""
        return BadRecord(len(self.events), self.token, rule)

    def _read_token(self) -> None:
        inside = self.token[1:-1] if self.token.startswith("{") and self.token.endswith("}") else ""
        note = SiteNote.parse(inside)
        if note is not None and (note.seat is None or note.seat < self.seats):
            self._play(Event(EventKind.SITE, note.seat, note.word), first=True)  # allowed anywhere
        elif not self.due:
            self._play_token(inside)
        self._match_due_token()

    def _match_due_token(self) -> None:
        """Raise `BadRecord` unless the token is the next one that is due."""
        if not self.due:
            raise self.refuse(_("Nothing of this kind happens here."))
        due = self.due.popleft()
        if due != self.token:
            raise self.refuse(_("By the rules %(token)s stands here.", token=due))

    def _play_token(self, inside: str) -> None:
        """Apply the move or the group of draws that the token stands for."""
        owed = self.annotator.state.to_move()
        if owed == OVER:
            raise self.refuse(_("The match is over: nothing may follow."))
        if owed == CHANCE:
            self._draw(inside)
        else:
            self._move(int(owed))

    def _move(self, owed: int) -> None:
        state = self.annotator.state
        found = _MOVE.fullmatch(self.token)
        if found is None:
            raise self.refuse(_("Seat %(seat)s owes a decision here.", seat=owed))
        seat = int(found[1])
        if seat != owed:
            raise self.refuse(_("It is seat %(seat)s's decision.", seat=owed))
        try:
            self.game.parse_move(state, seat, found[2])
        except MoveError as error:
            raise self.refuse(error.reason) from error
        self._play(Event(EventKind.MOVE, seat, found[2]))

    def _draw(self, inside: str) -> None:
        state = self.annotator.state
        for name in self.outcomes(state.chance_step().purpose, inside):
            if self.due or state.to_move() != CHANCE:
                raise self.refuse(_("These are more draws than the rules take here."))
            try:
                outcome = self.game.parse_chance(state, name)
            except MoveError as error:
                raise self.refuse(error.reason) from error
            if outcome not in state.chance_step().outcomes:
                raise self.refuse(_("“%(token)s” cannot be drawn here.", token=name))
            self._play(chance_event(self.game, state, outcome))
        if not self.due:
            raise self.refuse(_("Too few outcomes are listed."))

    def _play(self, event: Event, *, first: bool = False) -> None:
        """Apply one event. Its tokens become due, before all others if `first`."""
        tokens = [entry.token for entry in self.annotator.read(event) if self.writes(entry)]
        self.events.append(event)
        if event.kind != EventKind.SITE:
            self._count_answers()
        if first:
            self.due.extendleft(reversed(tokens))
        else:
            self.due.extend(tokens)

    def _count_answers(self) -> None:
        """Update the number of seats in the open window, and of those that still owe an answer."""
        state = self.annotator.state
        waiting = len(state.deciders()) if state.sealed() else 0
        if waiting >= self._unanswered or waiting == 0:  # another window was opened, or there is none
            self._window_size = waiting
        self._unanswered = waiting
