"""From events to entries: the tokens people read, with all forced consequences, and their redaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from games.core.annotator import LogAnnotator
from games.core.events import Effect, Entry, Event, EventKind
from games.core.game import Game
from games.titles.masques.rules import codes
from games.titles.masques.rules.components import FAMILIES, GUESTS, GUILDS, HAND
from games.titles.masques.rules.state import MasquesState
from games.titles.masques.text.notation import FAMILY_NAMES, GUILD_NAMES, HIDDEN, TOKEN_NAMES, guest_list, guest_name

PUBLIC: Final = frozenset(["setup", "round", "ducat", "favor", "forced", "res", "clean", "win", "stop", "site"])


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


class MasquesAnnotator(LogAnnotator):
    """Gathers single draws into ``setup``, ``favor`` and ``deal``, single gains into ``res``."""

    def __init__(self, game: Game, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.items: list[str] = []  # what waits until its list is complete
        self.dealt: list[list[int]] = [[] for _ in range(seats)]

    @property
    def position(self) -> MasquesState:
        """The state after the event being read."""
        return cast(MasquesState, self.state)

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        written: list[Entry] = []
        if event.kind == EventKind.MOVE:
            written.append(text_entry(self.ply, EventKind.MOVE, event.seat, event.text))
        for at in range(0, len(effects), 4):
            code, a, b, c = effects[at : at + 4]
            if not self.hold(code, a, b, c):
                written += self.consequence(code, a, b, c)
        return written

    def hold(self, code: int, a: int, b: int, c: int) -> bool:
        """Keep one item of a list that is not complete yet; False if the note is none."""
        match code:
            case codes.FIRST_SEAT:
                self.items.append(f"first={a}")
            case codes.FAMILY_DEALT:
                pass  # the list is read from the position: with two seats each has two
            case codes.DUCAT_LAID:
                self.items.append(f"p{a}")
            case codes.FAVOUR_LAID:
                self.items.append(f"p{a}={GUILD_NAMES[b]}")
            case codes.GUEST_DEALT:
                self.dealt[a].append(b)
            case codes.COLLECTED:
                self.items.append(f"p{a} {b}+{TOKEN_NAMES[c]}")
            case _:
                return False
        return True

    def consequence(self, code: int, a: int, b: int, c: int) -> list[Entry]:
        """The entries of a note that completes something."""
        match code:
            case codes.FOURTH_PICK:
                return [text_entry(self.ply, EventKind.MOVE, a, f"+{guest_name(b)}")]
            case codes.PASSED:
                return [text_entry(self.ply, EventKind.MOVE, a, "pass")]
            case codes.PASSED_ON:
                return self.packets(a)
            case codes.SET_UP:
                return [self.gathered(EventKind.CHANCE, "setup", families(self.position))]
            case codes.DUCATS_LAID:
                return [self.gathered(EventKind.ENGINE, "ducat")]
            case codes.FAVOURS_LAID:
                return [self.gathered(EventKind.CHANCE, "favor")]
            case codes.DEALT:
                return self.deal()
            case codes.RESOLVED:
                return [self.gathered(EventKind.ENGINE, "res")]
        return [text_entry(self.ply, EventKind.ENGINE, None, sentence(code, a, b, c))]

    def gathered(self, kind: EventKind, word: str, *more: str) -> Entry:
        """One entry of all that waits."""
        text = " ".join([word, *self.items, *more])
        self.items = []
        return text_entry(self.ply, kind, None, text)

    def deal(self) -> list[Entry]:
        """What everybody got, and with two seats, in odd rounds, what is set aside."""
        position = self.position
        hands = " ".join(f"{seat}={guest_list(cards)}" for seat, cards in enumerate(self.dealt))
        self.dealt = [[] for _ in self.dealt]
        written = [text_entry(self.ply, EventKind.CHANCE, None, f"deal {hands}")]
        aside = [guest for guest in range(GUESTS) for _ in range(position.deck[guest])]
        if aside:
            written.append(text_entry(self.ply, EventKind.CHANCE, None, f"aside {guest_list(aside)}"))
        return written

    def packets(self, time: int) -> list[Entry]:
        """The packets that were passed on after `time` picks, each for the eyes of its new holder."""
        position = self.position
        written = []
        for seat in range(position.seats):
            start = (seat - time) % position.seats * HAND
            cards = list(position.packet)[start + time : start + HAND]
            written.append(text_entry(self.ply, EventKind.CHANCE, seat, f"pack {seat} {guest_list(cards)}"))
        return written


def families(state: MasquesState) -> str:
    """``fam=0:V,1:C,2:D out=M``."""
    owned = (
        f"{seat}:" + "".join(FAMILY_NAMES[family] for family in range(FAMILIES) if state.owner[family] == seat)
        for seat in range(state.seats)
    )
    text = "fam=" + ",".join(owned)
    for family in range(FAMILIES):
        if not state.in_play[family * 3]:
            text += f" out={FAMILY_NAMES[family]}"
    return text


def sentence(code: int, a: int, b: int, c: int) -> str:
    """The inside of a note that stands alone."""
    match code:
        case codes.ROUND:
            return f"round {a}"
        case codes.FORCED:
            return f"forced {a}:{guest_name(b)}@{c}"
        case codes.WON:
            return f"win {a} all5" if b == GUILDS else f"win {a} {GUILD_NAMES[b]}4"
        case codes.CLEANED:
            return f"clean first={a}"
    assert code == codes.STOPPED
    return f"stop {a}"


def redact(entry: Entry, seat: int | None) -> Entry | None:
    """`entry` for the eyes of `seat`: hidden guests become ``??``, other seats' packets do not appear."""
    if entry.kind == EventKind.MOVE:
        if entry.text.startswith("+") and entry.seat != seat:
            return _redacted(entry, "+" + HIDDEN)
        return entry
    word, _, rest = entry.text.partition(" ")
    if word in PUBLIC:
        return entry
    if word == "pack":
        return entry if seat is not None and entry.seat == seat else None
    if word == "deal":
        return _redacted(entry, "deal " + " ".join(_veiled_deal(hand, seat) for hand in rest.split()))
    if word == "aside":
        return _redacted(entry, "aside " + _covered(rest))
    return None


def _redacted(entry: Entry, text: str) -> Entry:
    return text_entry(entry.ply, entry.kind, entry.seat, text)


def _veiled_deal(hand: str, seat: int | None) -> str:
    owner, _, cards = hand.partition("=")
    return hand if owner == str(seat) else f"{owner}={_covered(cards)}"


def _covered(cards: str) -> str:
    return ",".join([HIDDEN] * len(cards.split(",")))
