"""The parts that the file forms (records) of all titles share: tags, escaping, tokens, and the writer.

    [Game "masques-1"]
    [Seat0 "Ada"]

    {setup first=1} 0:+C4 1:+F3 ...

A record consists of tags, an empty line, and tokens. A token is a seat's move, ``0:C4@7``, or a note in braces. Some
notes are the form's own: a chance outcome, a consequence of the rules, a site event. All others are comments.
A line that begins with a semicolon is a comment as well; in such lines at its end a record says when each move was
made. `games.core.records.record_reader` reads records.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from games.core.engine.events import Entry, EventKind, SiteNote
from games.core.errors import BadRecord
from games.core.text import Text, _

_TAG: Final = re.compile(r'\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_COMMENT: Final = re.compile(r"^[ \t]*;.*$", re.MULTILINE)
_TOKEN: Final = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")


# Tags.


def tag_lines(tags: Mapping[str, str]) -> list[str]:
    """Return one line for each tag. Line breaks in values are replaced by blanks."""
    return [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]


def _escaped(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def split_tags(text: str) -> tuple[dict[str, str], str]:
    """Return the tags of a record, and the text after them; raises `BadRecord` if a tag appears twice."""
    tags: dict[str, str] = {}
    end = 0
    while found := _TAG.match(text, end):
        if found[1] in tags:
            raise BadRecord(0, found[0].strip(), _("This tag appears twice."))
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        end = found.end()
    return tags, text[end:]


def refuse_tags(rule: Text) -> BadRecord:
    """Return the error for tags that break `rule`."""
    return BadRecord(0, "tags", rule)


def require_tag(tags: Mapping[str, str], name: str, value: str) -> None:
    """Raise `BadRecord` unless the tag `name` has the value `value`."""
    if tags.get(name) != value:
        raise refuse_tags(_("The tag %(name)s must say “%(value)s”.", name=name, value=value))


def require_seat_tags(tags: Mapping[str, str], seats: int) -> None:
    """Raise `BadRecord` unless there is a tag ``Seat0``, ``Seat1``, ... for each seat."""
    for seat in range(seats):
        if f"Seat{seat}" not in tags:
            raise refuse_tags(_("The tag %(name)s is missing.", name=f"Seat{seat}"))


def read_players(tags: Mapping[str, str], allowed: Sequence[int]) -> int:
    """Return the number of seats that the tag Players gives, one of those `allowed`, which have no gap; raises
    `BadRecord`."""
    players = tags.get("Players", "")
    if players not in map(str, allowed):
        rule = _("The tag Players must be a number from %(least)s to %(most)s.", least=min(allowed), most=max(allowed))
        raise refuse_tags(rule)
    return int(players)


# Comments.


def comments_of_times(entries: Iterable[Entry], times: Mapping[int, datetime]) -> str:
    """Return comment lines that say when each move in `entries` was made, by the ply it led to, where `times` has a
    moment for it: in UTC, to the minute."""
    moves = [entry.ply for entry in entries if entry.kind == EventKind.MOVE and entry.ply in times]
    return "".join(f"; ply {ply + 1}: {times[ply].astimezone(UTC):%Y-%m-%d %H:%M} UTC\n" for ply in moves)


# Tokens.


def tokens_of(body: str) -> list[str]:
    """Return the tokens after the tags, without comments; runs of blanks within braces are collapsed."""
    return [" ".join(token.split()) for token in _TOKEN.findall(_COMMENT.sub("", body))]


# Writing.


class RecordWriter(ABC):
    """Puts the entries of a log into the lines of a title's file form. `lines` has the words written so far."""

    first_seat = 0
    """The number of the first seat in records."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lines: list[list[str]] = []

    @abstractmethod
    def write(self, entry: Entry) -> None:
        """Write the next entry of the log."""

    def finish(self) -> list[list[str]]:
        """Return all lines, each a list of words. Words that wait for an entry that never came are written as far as
        they go."""
        return self.lines

    def word(self, word: str) -> None:
        """Add a word to the last line."""
        if not self.lines:
            self.lines.append([])
        self.lines[-1].append(word)

    def site(self, note: SiteNote) -> None:
        """Write what the site did; its seat counts from `first_seat`."""
        seat = None if note.seat is None else note.seat + self.first_seat
        self.word("{" + SiteNote(seat, note.word).format() + "}")


def file_form(own: Mapping[str, str], tags: Mapping[str, str], lines: Iterable[Sequence[str]]) -> str:
    """Return the text of a record: the title's `own` tags, the other `tags`, an empty line, and the words of each
    line."""
    rest = {name: value for name, value in tags.items() if name not in own}
    return "\n".join([*tag_lines({**own, **rest}), "", *(" ".join(line) for line in lines)]) + "\n"
