"""From stored events to the tokens people read, and which of them a viewer may read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from games.core.annotator import LogAnnotator
from games.core.events import Effect, Entry, Event, EventKind
from games.titles.maskera.rules.components import (
    FOUR_ALIKE,
    LAST_TURN,
    MASKS,
    EFFECT_DEAL,
    EFFECT_DISCARD,
    EFFECT_DRAW,
    EFFECT_HIT,
    EFFECT_KEEP,
    EFFECT_MISS,
    EFFECT_PASS,
    EFFECT_PEEK,
    EFFECT_REJECT,
    EFFECT_REMOVE,
    EFFECT_REVEAL,
    EFFECT_SHUFFLE,
    EFFECT_SKIP,
    EFFECT_SNATCH,
    EFFECT_STOP,
    EFFECT_WIN,
    SEATS,
)
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.notation import LETTERS, cards_text, packed_text

if TYPE_CHECKING:
    from games.core.rows import Row

FORCED_MOVES = {EFFECT_DISCARD: "di", EFFECT_KEEP: "ke", EFFECT_REMOVE: "as"}
PACKED = {EFFECT_DRAW: "draw", EFFECT_PEEK: "peek", EFFECT_REJECT: "rej"}
ONE_CARD = {EFFECT_REVEAL: "rev", EFFECT_SNATCH: "rand"}


@dataclass(frozen=True, slots=True)
class TextEffect(Effect):
    """An entry by its text alone."""

    kind: EventKind
    seat: int | None
    text: str

    def format(self) -> str:
        return self.text

    def redact(self, viewer: int | None) -> "Effect | None":
        entry = redact(Entry(0, self.kind, self.seat, self), viewer)
        return None if entry is None else entry.effect


def text_entry(ply: int, kind: EventKind, seat: int | None, text: str) -> Entry:
    """An entry by its text alone."""
    return Entry(ply, kind, seat, TextEffect(kind, seat, text))


class MaskeraAnnotator(LogAnnotator):
    """Cards of the deal and of a draw are held back and come as one entry."""

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        entries = []
        if event.kind == EventKind.MOVE:
            entries.append(text_entry(self.ply, EventKind.MOVE, event.seat, event.text))
        state = cast(MaskeraState, self.state)
        for start in range(0, len(effects), 4):
            code, a, b, c = (int(number) for number in effects[start : start + 4])
            entries.append(note_entry(state, self.ply, code, a, b, c))
        return entries


def note_entry(state: MaskeraState, ply: int, code: int, a: int, b: int, c: int) -> Entry:
    """A note of the journal as an entry; `state` stands right after the event of `ply`."""
    if code == EFFECT_SKIP:
        return text_entry(ply, EventKind.MOVE, a, "skip")
    if code == EFFECT_PASS:
        return text_entry(ply, EventKind.MOVE, a, "ok")
    if code in FORCED_MOVES:
        return text_entry(ply, EventKind.MOVE, a, f"{FORCED_MOVES[code]}={LETTERS[b]}")
    if code in PACKED:
        kind = EventKind.CHANCE if code == EFFECT_DRAW else EventKind.ENGINE
        return text_entry(ply, kind, a, f"{PACKED[code]} {a} {packed_text(b)}")
    if code in ONE_CARD:
        kind = EventKind.CHANCE if code == EFFECT_SNATCH else EventKind.ENGINE
        return text_entry(ply, kind, a, f"{ONE_CARD[code]} {a} {LETTERS[b]}")
    if code == EFFECT_DEAL:
        return text_entry(ply, EventKind.CHANCE, None, _deal_text(state, a))
    if code == EFFECT_WIN:
        return text_entry(ply, EventKind.ENGINE, a, f"win {a} {LETTERS[c]}4" if b == FOUR_ALIKE else f"win {a} all5")
    texts = {EFFECT_HIT: "hit", EFFECT_MISS: "miss", EFFECT_SHUFFLE: f"shuffle {a}", EFFECT_STOP: f"stop {LAST_TURN}"}
    return text_entry(ply, EventKind.ENGINE, None, texts[code])


def _deal_text(state: MaskeraState, first: int) -> str:
    hands = [f"{seat}={_cards(state.hand, seat)}" for seat in range(SEATS)]
    areas = [f"area{seat}={_cards(state.area, seat)}" for seat in range(SEATS)]
    return " ".join(["deal", *hands, *areas, f"first={first}"])


def _cards(row: "Row", seat: int) -> str:
    return cards_text([int(row[seat * MASKS + mask]) for mask in range(MASKS)])


# Redaction: what is not named here stays hidden.

OPEN = re.compile(r"(hit|miss|(shuffle|stop) \d+|rev [01] [PRSBA]|rand [01] [PRSBA]|rej [01] [PRSBA]+|win [01] \w+)")
OPEN_MOVE = re.compile(r"dr|ok|skip|(ct|di|as)=[PRSBA]|(pl|ke)=\?")
SECRET_MOVE = re.compile(r"(pl|ke)=[PRSBA]")


def redact(entry: Entry, seat: int | None) -> Entry | None:
    """`entry` as `seat` (None: a spectator) may read it: whole, redacted, or None."""
    text = entry.text
    if entry.kind == EventKind.SITE:
        return entry
    if entry.kind == EventKind.MOVE:
        if OPEN_MOVE.fullmatch(text) or (SECRET_MOVE.fullmatch(text) and seat == entry.seat):
            return entry
        return _redacted(entry, text[:2] + "=?") if SECRET_MOVE.fullmatch(text) else None
    if OPEN.fullmatch(text):
        return entry
    words = text.split()
    if words[0] == "deal":
        return _redacted(entry, " ".join(_veiled_hand(word, seat) for word in words))
    if words[0] == "draw":
        return entry if seat == entry.seat else _redacted(entry, f"draw {words[1]} {'?' * len(words[2])}")
    if words[0] == "peek":  # Both seats see these cards: one looks, the other holds them.
        return entry if seat is not None else _redacted(entry, f"peek {words[1]} {'?' * len(words[2])}")
    return None


def _redacted(entry: Entry, text: str) -> Entry:
    return text_entry(entry.ply, entry.kind, entry.seat, text)


def _veiled_hand(word: str, seat: int | None) -> str:
    owner, equals, cards = word.partition("=")
    hidden = equals and owner.isdigit() and (seat is None or owner != str(seat))
    return f"{owner}={'?' * len(cards)}" if hidden else word
