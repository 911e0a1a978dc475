"""Whole matches of Masques in their file form: written from entries, read through the rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from games.core.engine.events import Effect, Entry, EventKind, SiteNote
from games.core.errors import Unreadable
from games.core.records.record import RecordWriter, file_form, read_players, require_seat_tags, require_tag, split_tags
from games.core.records.record_reader import RecordReader
from games.core.text import _
from games.core.title.game import Game, Record
from games.titles.masques.rules import effects
from games.titles.masques.rules.agents import AGENTS_TABLE
from games.titles.masques.rules.codes import FAMILY_CODES, GUILD_CODES, guest_code

GAME_ID: Final = "masques-1"

# Entries of these types share a line while they follow each other; all other moves do so too.
_LINES: Final[tuple[tuple[type[Effect], ...], ...]] = (
    (effects.SetUp,),
    (effects.RoundBegan, effects.DucatsLaid, effects.FavoursLaid, effects.GuestsDealt, effects.GuestsSetAside),
    (effects.GuestPicked,),
    (effects.PacketPassed,),
    (effects.PalaceResolved, effects.MatchWon),
    (effects.PalaceCleared,),
    (effects.MatchStopped,),
    (SiteNote,),
)


# Writing.


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """Return the file form of `entries`. Packets passed on appear only in what one seat may read, as they follow from
    the full record."""
    is_full = len({entry.seat for entry in entries if isinstance(entry.effect, effects.PacketPassed)}) > 1
    writer = MasquesWriter(seats)
    for entry in entries:
        if not (is_full and isinstance(entry.effect, effects.PacketPassed)):
            writer.write(entry)
    names = {f"Seat{seat}": tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(seats)}
    own = {"Game": GAME_ID, "Agents": AGENTS_TABLE, "Players": str(seats), **names}
    return file_form(own, tags, writer.finish())


class MasquesWriter(RecordWriter):
    """Writes what belongs together on one line; each pick of a draft has a line."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.last = -1

    def write(self, entry: Entry) -> None:
        line = _line_of(entry.effect)
        is_pick_full = (
            isinstance(entry.effect, effects.GuestPicked) and bool(self.lines) and len(self.lines[-1]) == self.seats
        )
        if line != self.last or is_pick_full:
            self.lines.append([])
        self.last = line
        if isinstance(entry.effect, SiteNote):
            self.site(entry.effect)
        else:
            self.word(entry.token)


def _line_of(effect: Effect) -> int:
    """Return the position in `_LINES` of the line for an effect; after them all that of a turn."""
    return next((number for number, kinds in enumerate(_LINES) if isinstance(effect, kinds)), len(_LINES))


# Reading.


def read_record(game: Game, text: str) -> Record:
    """Return the match of a full record, read token by token; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_tag(tags, "Agents", AGENTS_TABLE)
    seats = read_players(tags, game.seats)
    require_seat_tags(tags, seats)
    annotator = game.annotator(seats, game.complete_settings({}, seats))
    return Record(tags, seats, {}, MasquesReader(annotator, MasquesWriter(seats)).read(body))


class MasquesReader(RecordReader):
    """Knows which note lists which draws, and that packets passed on are not written."""

    own_note = re.compile(r"(setup|round|ducat|favor|deal|aside|pack|forced|res|win|clean|stop)\b")

    def outcomes(self, purpose: str) -> Iterable[str]:
        effect: Effect | None = None
        with suppress(Unreadable):
            effect = effects.ENTRIES.parse(EventKind.CHANCE, None, self.token[1:-1])
        match effect:
            case effects.SetUp(first, families) if purpose == "first":
                return [str(first), *(FAMILY_CODES[family] for each in families for family in each)]
            case effects.FavoursLaid(favours) if purpose == "favour":
                return [GUILD_CODES[guild] for _place, guild in favours]
            case effects.GuestsDealt(hands) if purpose == "deal":
                return [effects.HIDDEN if guest is None else guest_code(guest) for hand in hands for guest in hand]
        raise self.refuse(_("A draw should be here."))
