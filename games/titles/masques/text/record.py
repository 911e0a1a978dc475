"""Whole matches of Masques in their file form: written from entries, read through the rules."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from games.core.errors import BadRecord, Unreadable
from games.core.events import Effect, Entry, EventKind, SiteNote
from games.core.game import Game, Record
from games.core.record import RecordReader, require_seat_tags, require_tag, split_tags, tag_lines
from games.core.text import _
from games.titles.masques.rules.agents import AGENTS_TABLE
from games.titles.masques.rules.codes import FAMILY_CODES, GUILD_CODES, guest_code
from games.titles.masques.rules.effects import (
    HIDDEN,
    DucatsLaid,
    FavoursLaid,
    GuestPicked,
    GuestsDealt,
    GuestsSetAside,
    MatchStopped,
    MatchWon,
    PacketPassed,
    PalaceCleared,
    PalaceResolved,
    RoundBegan,
    SetUp,
)
from games.titles.masques.text.parsing import parse_effect

GAME_ID: Final = "masques-1"

# Entries of these types share a line while they follow each other; all other moves do so too.
_LINES: Final[tuple[tuple[type[Effect], ...], ...]] = (
    (SetUp,),
    (RoundBegan, DucatsLaid, FavoursLaid, GuestsDealt, GuestsSetAside),
    (GuestPicked,),
    (PacketPassed,),
    (PalaceResolved, MatchWon),
    (PalaceCleared,),
    (MatchStopped,),
    (SiteNote,),
)


# Writing.


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """The file form. Packets passed on appear only in what one seat may read: they follow from the full record."""
    own = {"Game": GAME_ID, "Agents": AGENTS_TABLE, "Players": str(seats)}
    names = {f"Seat{seat}": tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(seats)}
    others = {name: value for name, value in tags.items() if name not in own and name not in names}
    return "\n".join([*tag_lines({**own, **names, **others}), "", *_lines(seats, entries)]) + "\n"


def _lines(seats: int, entries: Sequence[Entry]) -> list[str]:
    full = len({entry.seat for entry in entries if isinstance(entry.effect, PacketPassed)}) > 1
    lines: list[list[str]] = []
    last = -1
    for entry in entries:
        if full and isinstance(entry.effect, PacketPassed):
            continue
        line = _line_of(entry.effect)
        whole_draft_line = isinstance(entry.effect, GuestPicked) and bool(lines) and len(lines[-1]) == seats
        if line != last or whole_draft_line:
            lines.append([])
        last = line
        lines[-1].append(entry.token)
    return [" ".join(line) for line in lines]


def _line_of(effect: Effect) -> int:
    """The place in `_LINES` of the line on which an effect stands; after them all that of a turn."""
    return next((number for number, kinds in enumerate(_LINES) if isinstance(effect, kinds)), len(_LINES))


# Reading.


def read_record(game: Game, text: str) -> Record:
    """Read a full record token by token; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_tag(tags, "Agents", AGENTS_TABLE)
    if tags.get("Players") not in {str(seats) for seats in game.seats}:
        raise BadRecord(0, "tags", _("The tag Players must be 2, 3 or 4."))
    seats = int(tags["Players"])
    require_seat_tags(tags, seats)
    events = MasquesReader(game.annotator(seats, game.complete_settings({}, seats))).read(body)
    return Record(tags, seats, {}, events)


class MasquesReader(RecordReader):
    """Knows which note lists which draws, and that packets passed on are not written."""

    def writes(self, entry: Entry) -> bool:
        return not isinstance(entry.effect, PacketPassed)

    def outcomes(self, purpose: str, inside: str) -> Iterable[str]:
        effect: Effect | None = None
        with suppress(Unreadable):
            effect = parse_effect(EventKind.CHANCE, None, inside)
        match effect:
            case SetUp(first, families) if purpose == "first":
                return [str(first), *(FAMILY_CODES[family] for each in families for family in each)]
            case FavoursLaid(favours) if purpose == "favour":
                return [GUILD_CODES[guild] for _place, guild in favours]
            case GuestsDealt(hands) if purpose == "deal":
                return [HIDDEN if guest is None else guest_code(guest) for hand in hands for guest in hand]
        raise self.refuse(_("A draw must stand here."))
