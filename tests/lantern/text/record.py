"""Whole matches of Lantern as files.

[Game "lantern-1"]
[Seat0 "Ada"]
[Seat1 "Zeno"]

{setup wind=calm first=1} {deal 0=114 1=223}
1:3a 0:blow {wind 5} {out 1 3a}
0:4b 1:let
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from games.core.engine.events import Entry, SiteNote
from games.core.errors import BadRecord
from games.core.records.record import RecordWriter, file_form, require_seat_tags, require_tag, split_tags, tokens_of
from games.core.records.record_reader import RecordReader
from games.core.text import _
from games.core.title.game import Game, Record
from tests.lantern.rules.effects import Hung

GAME_ID = "lantern-1"
SETUP = re.compile(r"\{setup wind=(calm|storm)( memory=fades)? first=\d\}")


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """Tags, an empty line, then one line a turn."""
    own = {"Game": GAME_ID, **{f"Seat{seat}": tags[f"Seat{seat}"] for seat in range(seats)}}
    writer = LanternWriter(seats)
    for entry in entries:
        writer.write(entry)
    return file_form(own, tags, writer.finish())


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    seats = sum(bool(re.fullmatch(r"Seat\d", name)) for name in tags)
    if seats not in game.seats:
        raise BadRecord(0, "tags", _("Lantern is for two to four seats."))
    require_seat_tags(tags, seats)
    settings = settings_of(body)
    events = LanternReader(game.annotator(seats, settings), LanternWriter(seats)).read(body)
    return Record(tags, seats, settings, events)


def settings_of(body: str) -> dict[str, str]:
    """Return the host's choices, from the first token."""
    first = next(iter(tokens_of(body)), "")
    setup = SETUP.fullmatch(first)
    if setup is None:
        raise BadRecord(0, first, _("A record of Lantern begins with {setup}."))
    return {"wind": setup[1], "memory": "fades" if setup[2] else "kept"}


class LanternWriter(RecordWriter):
    """Writes a line for each turn."""

    def write(self, entry: Entry) -> None:
        if isinstance(entry.effect, Hung):
            self.lines.append([])
        if isinstance(entry.effect, SiteNote):
            self.site(entry.effect)
        else:
            self.word(entry.token)


class LanternReader(RecordReader):
    """Knows which note lists which draws."""

    own_note = re.compile(r"(setup|deal|wind|out|end)\b")

    def outcomes(self, purpose: str) -> Iterable[str]:
        word, _space, rest = self.token[1:-1].partition(" ")
        if word != {"first": "setup", "deal": "deal", "wind": "wind"}[purpose]:
            raise self.refuse(_("A draw should be here."))
        if purpose == "deal":
            hands = [item.partition("=")[2] for item in rest.split()]
            size = max(map(len, hands), default=0)
            return [hand[slot : slot + 1] for slot in range(size) for hand in hands]
        return [rest[-1:]]
