"""Whole matches as files (rules page, #notation): the deal, then a line per turn.

[Game "maskera-1"]
[Seat0 "Ada"]
[Seat1 "Zeno"]

{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}
0:pl=P 1:ct=S {rev 0 P} {miss} 1:di=R {draw 0 AA}
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.core.engine.events import Entry, EventKind, SiteNote
from games.core.errors import Unreadable
from games.core.records.record import RecordWriter, file_form, require_seat_tags, require_tag, split_tags
from games.core.records.record_reader import RecordReader
from games.core.text import _
from games.core.title.game import Game, Record
from games.titles.maskera.rules import effects
from games.titles.maskera.rules.components import SEATS

GAME_ID: Final = "maskera-1"
FIRST_OF_A_LINE: Final = (effects.ChoseToDraw, effects.Played, effects.Skipped, effects.Stopped)

REFUSALS: Final = {
    "deal": _("The deal should be here."),
    "draw": _("The cards drawn should be here."),
    "rand": _("The random discard should be here."),
}
"""By the purpose of the chance step that is owed."""


def write_record(tags: Mapping[str, str], entries: Sequence[Entry]) -> str:
    """Return the file form of `entries`, which may be redacted. A seat without a tag is called by its number."""
    writer = MaskeraWriter(SEATS)
    for entry in entries:
        writer.write(entry)
    own = {"Game": GAME_ID, **{name: tags.get(name, f"seat {seat}") for seat, name in enumerate(("Seat0", "Seat1"))}}
    return file_form(own, tags, writer.finish())


def read_record(game: Game, text: str) -> Record:
    """Return the match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_seat_tags(tags, SEATS)
    events = MaskeraReader(game.annotator(SEATS, {}), MaskeraWriter(SEATS)).read(body)
    return Record(tags, SEATS, {}, events)


class MaskeraWriter(RecordWriter):
    """Writes a line for each turn."""

    def write(self, entry: Entry) -> None:
        if isinstance(entry.effect, FIRST_OF_A_LINE) and self.lines:
            self.lines.append([])
        if isinstance(entry.effect, SiteNote):
            self.site(entry.effect)
        else:
            self.word(entry.token)


class MaskeraReader(RecordReader):
    """Knows which note lists which draws."""

    own_note = re.compile(r"(deal|draw|rev|hit|miss|rej|rand|peek|shuffle|win|stop)\b")

    def outcomes(self, purpose: str) -> Iterable[str]:
        names = names_in(purpose, self.token[1:-1])
        if not names or effects.HIDDEN in names:
            raise self.refuse(REFUSALS[purpose])
        return names


def names_in(purpose: str, inside: str) -> str:
    """Return the outcomes, a character each, that a note of a draw for `purpose` lists, in the order of the draws;
    empty if it is none."""
    try:
        note = effects.ENTRIES.parse(EventKind.CHANCE, None, inside)
    except Unreadable:
        return ""
    match purpose, note:
        case "deal", effects.Dealt(hands, areas, first):
            return "".join(effects.letters(cards) for cards in (*areas, *hands)) + str(first)
        case "draw", effects.CardsDrawn(_, cards):
            return effects.letters(cards)
        case "rand", effects.RandomlyDiscarded(_, mask):
            return effects.letters((mask,))
    return ""
