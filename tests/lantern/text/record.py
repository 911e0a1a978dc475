"""A log as people read it, what of it each of them may read, and whole matches as files.

[Game "lantern-1"]
[Seat0 "Ada"]
[Seat1 "Zeno"]

{setup wind=calm first=1} {deal 0=114 1=223}
1:3a 0:blow {wind 5} {out 1 3a}
0:4b 1:let
"""

import re
from collections.abc import Mapping, Sequence

from games.core.errors import BadRecord, BrokenLog
from games.core.events import Entry, Event, EventKind
from games.core.game import Game, LogAnnotator, Record
from games.core.log import chance_place
from games.core.state import CHANCE
from games.core.text import _
from tests.lantern.rules.state import BRIGHTEST, OUT, LanternState
from tests.lantern.rules.view import BRIDGE_NAMES

PUBLIC = {"setup", "wind", "out", "end"}


class LanternAnnotator(LogAnnotator):
    """Gathers the cards of the deal into one entry, and writes down lanterns that go out and the end."""

    state: LanternState

    def entries(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        told = (
            [Entry(self.ply, EventKind.MOVE, event.seat, event.text)]
            if event.kind == EventKind.MOVE
            else self.chance(event)
        )
        for at in range(0, len(effects), 4):
            code, seat, card, bridge = effects[at : at + 4]
            told.append(self.engine(f"out {seat} {card}{BRIDGE_NAMES[bridge]}" if code == OUT else self.end()))
        return told

    def engine(self, text: str) -> Entry:
        return Entry(self.ply, EventKind.ENGINE, None, text)

    def chance(self, event: Event) -> list[Entry]:
        place, _sign, token = event.text.partition("=")
        purpose = place.partition("/")[0]
        if purpose == "first":
            return [self.engine(f"setup wind={'storm' if self.state.storm else 'calm'} first={token}")]
        if purpose == "wind":
            return [self.engine(f"wind {token}")]
        if self.state.to_move() == CHANCE:
            return []  # more cards to come
        hands = ["".join(str(card) * self.state.held(seat, card) for card in range(1, BRIGHTEST + 1))
                 for seat in range(self.state.seats)]  # fmt: skip
        return [self.engine("deal " + " ".join(f"{seat}={hand}" for seat, hand in enumerate(hands)))]

    def end(self) -> str:
        return "end " + " ".join(f"{seat}={points}" for seat, points in enumerate(self.state.scores()))


def redact(entry: Entry, seat: int | None) -> Entry | None:
    """Everything is public but the others' cards."""
    word = entry.text.partition(" ")[0]
    if entry.kind in (EventKind.MOVE, EventKind.SITE) or word in PUBLIC:
        return entry
    if word == "deal":
        hide = [hand if hand.startswith(f"{seat}=") else re.sub("(?<==).*", mask, hand)
                for hand in entry.text.split()[1:]]  # fmt: skip
        return Entry(entry.ply, entry.kind, entry.seat, " ".join(["deal", *hide]))
    return None


def mask(hand: re.Match[str]) -> str:
    """As many question marks as cards."""
    return "?" * len(hand[0])


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """Tags, an empty line, then one line a turn."""
    lines = ['[Game "lantern-1"]']
    for name in [*(f"Seat{seat}" for seat in range(seats)), *(name for name in tags if not name.startswith("Seat"))]:
        value = tags[name].replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{value}"]')
    lines.append("")
    for entry in entries:
        token = f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}"
        if lines[-1] and not (entry.kind == EventKind.MOVE and entry.text[0].isdigit()):
            lines[-1] += " " + token
        else:
            lines.append(token)
    return "\n".join(lines) + "\n"


def read_record(game: Game, text: str) -> Record:
    """Read it back, token by token, through the rules."""
    found = re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', text, re.MULTILINE)
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in found}
    seats = sum(bool(re.fullmatch(r"Seat\d", name)) for name in tags)
    if tags.pop("Game", None) != "lantern-1" or seats not in game.seats:
        raise BadRecord(0, "", _("A record of Lantern begins with its Game and Seat tags."))
    tokens = re.findall(r"\{[^}]*\}|\S+", re.sub(r"^\[.*\]$", "", text, flags=re.MULTILINE))
    reader = Reader(game, seats, tokens)
    reader.read()
    return Record(tags, seats, reader.settings, tuple(reader.events))


class Reader:
    """Turns tokens into events and plays each; what the rules then say must be what the record says."""

    def __init__(self, game: Game, seats: int, tokens: list[str]) -> None:
        self.tokens = tokens
        self.events: list[Event] = []
        setup = re.fullmatch(r"\{setup wind=(calm|storm) first=\d\}", tokens[0]) if tokens else None
        if setup is None:
            raise BadRecord(0, tokens[0] if tokens else "", _("A record of Lantern begins with {setup}."))
        self.settings = {"wind": setup[1]}
        self.annotator = game.annotator(seats, self.settings)

    def read(self) -> None:
        """All tokens, each once."""
        expected: list[str] = []
        for token in self.tokens:
            ply = len(self.events)
            if not expected:
                for event in self.events_of(token):
                    try:
                        entries = self.annotator.read(event)
                    except BrokenLog as error:
                        raise BadRecord(ply, token, _("%(why)s.", why=str(error))) from error
                    self.events.append(event)
                    expected += [f"{e.seat}:{e.text}" if e.kind == EventKind.MOVE else f"{{{e.text}}}" for e in entries]
            if not expected or expected.pop(0) != token:
                raise BadRecord(ply, token, _("That does not follow from the rules."))
        if expected:
            raise BadRecord(len(self.events), "", _("The record stops too early."))

    def events_of(self, token: str) -> list[Event]:
        """The stored events that `token` stands for."""
        move = re.fullmatch(r"(\d):(\w+)", token)
        if move is not None:
            return [Event(EventKind.MOVE, int(move[1]), move[2])]
        word, _sign, rest = token.strip("{}").partition(" ")
        if word == "deal":
            hands = [hand.partition("=")[2] for hand in rest.split()]
            slots = [
                (seat, slot) for slot in range(len(hands[0])) for seat in range(len(hands)) if slot < len(hands[seat])
            ]
            return [self.chance("deal", (seat, slot), hands[seat][slot]) for seat, slot in slots]
        if word == "setup":
            return [self.chance("first", (0,), rest[-1])]
        if word == "wind":
            return [self.chance("wind", (self.annotator.state.turn(),), rest)]
        raise BadRecord(len(self.events), token, _("That does not follow from the rules."))

    @staticmethod
    def chance(purpose: str, index: tuple[int, ...], token: str) -> Event:
        return Event(EventKind.CHANCE, None, f"{chance_place(purpose, index)}={token}")
