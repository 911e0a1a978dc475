"""Whole matches as files (rules page, section 7): the deal, then a line per turn.

[Game "maskera-1"]
[Seat0 "Ada"]
[Seat1 "Zeno"]

{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}
0:pl=P 1:ct=S {rev 0 P} {miss} 1:di=R {draw 0 AA}
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.core.errors import Unreadable
from games.core.events import Entry, EventKind
from games.core.game import Game, Record
from games.core.record import RecordReader, require_seat_tags, require_tag, split_tags, tag_lines
from games.core.text import _
from games.titles.maskera.rules.components import SEATS
from games.titles.maskera.rules.effects import (
    HIDDEN,
    CardsDrawn,
    ChoseToDraw,
    Dealt,
    Played,
    RandomlyDiscarded,
    Skipped,
    Stopped,
    letters,
)
from games.titles.maskera.text.parsing import parse_effect

GAME_ID: Final = "maskera-1"
FIRST_OF_A_LINE: Final = (ChoseToDraw, Played, Skipped, Stopped)

REFUSALS: Final = {
    "deal": _("The deal belongs here."),
    "draw": _("The cards drawn belong here."),
    "rand": _("The random discard belongs here."),
}
"""By the purpose of the chance step that is owed."""


def write_record(tags: Mapping[str, str], entries: Sequence[Entry]) -> str:
    """The file form of `entries`, which may be redacted. A seat without a tag is called by its number."""
    lines: list[list[str]] = [[]]
    for entry in entries:
        if isinstance(entry.effect, FIRST_OF_A_LINE):
            lines.append([])
        lines[-1].append(entry.token)
    body = [" ".join(line) for line in lines if line]
    own = {"Game": GAME_ID, **{f"Seat{seat}": f"seat {seat}" for seat in range(SEATS)}}
    return "\n".join([*tag_lines({**own, **tags, "Game": GAME_ID}), "", *body]) + "\n"


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_seat_tags(tags, SEATS)
    events = MaskeraReader(game.annotator(SEATS, {})).read(body)
    return Record(tags, SEATS, {}, events)


class MaskeraReader(RecordReader):
    """Knows which note lists which draws."""

    def outcomes(self, purpose: str, inside: str) -> Iterable[str]:
        names = names_in(purpose, inside)
        if not names or HIDDEN in names:
            raise self.refuse(REFUSALS[purpose])
        return names


def names_in(purpose: str, inside: str) -> str:
    """The outcomes, a character each, that a note of a draw for `purpose` lists, in the order of the draws; empty if
    it is none."""
    try:
        note = parse_effect(EventKind.CHANCE, None, inside)
    except Unreadable:
        return ""
    match purpose, note:
        case "deal", Dealt(hands, areas, first):
            return "".join(letters(cards) for cards in (*areas, *hands)) + str(first)
        case "draw", CardsDrawn(_, cards):
            return letters(cards)
        case "rand", RandomlyDiscarded(_, mask):
            return letters((mask,))
    return ""
