"""Whole matches in the file form of the rules page, section 7: tags, an empty line, the deal, a line per turn."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from games.core.errors import BadRecord, MoveError
from games.core.events import Entry, Event, EventKind
from games.core.game import Game, Record
from games.core.log import chance_event
from games.core.state import CHANCE
from games.core.text import Text, _
from games.titles.maskera.rules.components import DEALING, FIRST_SEAT, SEATS, SNATCHING
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.annotator import MaskeraAnnotator
from games.titles.maskera.text.notation import LETTERS

SPEC = "maskera-1"
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]')
TOKEN = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
MOVE = re.compile(r"([01]):(\S+)")
SITE = re.compile(r"site(?: ([01]))? (\S.*)")
DEAL = re.compile(r"deal 0=([PRSBA]{5}) 1=([PRSBA]{5}) area0=([PRSBA]{2}) area1=([PRSBA]{2}) first=([01])")
DRAW = re.compile(r"draw [01] ([PRSBA]+)")
RAND = re.compile(r"rand [01] ([PRSBA])")
TURN_STARTS = ("dr", "pl=", "skip")


# Writing.


def write_record(tags: Mapping[str, str], entries: Sequence[Entry]) -> str:
    """The file form of `entries`, which may be redacted."""
    head = [f'[Game "{SPEC}"]']
    head += [f'[{name} "{_escaped(value)}"]' for name, value in tags.items() if name != "Game"]
    lines: list[list[str]] = [[]]
    for entry in entries:
        if _starts_line(entry):
            lines.append([])
        lines[-1].append(f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}")
    body = [" ".join(line) for line in lines if line]
    return "\n".join([*head, "", *body]) + "\n"


def _starts_line(entry: Entry) -> bool:
    if entry.kind == EventKind.MOVE:
        return entry.text.startswith(TURN_STARTS)
    return entry.kind == EventKind.ENGINE and entry.text.startswith("stop ")


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# Reading.


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells, every token played through the rules; raises `BadRecord`."""
    tags, body = _split_tags(text)
    if tags.pop("Game", SPEC) != SPEC:
        raise BadRecord(0, "Game", _("This is a record of another title."))
    reader = Reader(game)
    for match in TOKEN.finditer(body):
        reader.take(_plain(match[0]))
    reader.finish()
    return Record(tags, SEATS, {}, tuple(reader.events))


def _split_tags(text: str) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    rest = text.lstrip()
    while match := TAG.match(rest):
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        rest = rest[match.end() :].lstrip()
    return tags, rest


def _plain(token: str) -> str:
    """A token with repeated blanks made one."""
    if not token.startswith("{") or len(token) < 2:
        return token
    return "{" + " ".join(token[1:-1].split()) + "}"


class Reader:
    """Replays tokens one by one: moves and chance are played, everything else must be what the rules say."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.annotator = MaskeraAnnotator(game, SEATS, {})
        self.events: list[Event] = []
        self.expected: list[str] = []
        self.token = ""

    def take(self, token: str) -> None:
        """Read one token; raises `BadRecord`."""
        self.token = token
        inside = token[1:-1] if token.startswith("{") and token.endswith("}") else ""
        if site := SITE.fullmatch(inside):
            self._play(Event(EventKind.SITE, int(site[1]) if site[1] else None, site[2]))
        elif self.expected:
            if self.expected.pop(0) != token:
                raise self._bad(_("The rules put something else here."))
        elif self.annotator.state.to_move() == CHANCE:
            self._chance(inside)
        else:
            self._move(token)

    def finish(self) -> None:
        """Check that the record does not stop amid a consequence; it may stop at a decision."""
        self.token = ""
        if self.expected or self.annotator.state.to_move() == CHANCE:
            raise self._bad(_("The record stops before the move is complete."))

    def _bad(self, rule: Text) -> BadRecord:
        return BadRecord(len(self.events), self.token, rule)

    def _play(self, event: Event) -> list[str]:
        """Play an event and return the tokens it writes."""
        entries = self.annotator.read(event)
        self.events.append(event)
        return [
            f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}" for entry in entries
        ]

    def _move(self, token: str) -> None:
        match = MOVE.fullmatch(token)
        if not match:
            raise self._bad(_("A move belongs here: the seat, a colon, and what it does."))
        state, seat, text = self.annotator.state, int(match[1]), match[2]
        if seat not in state.deciders():
            raise self._bad(_("This seat owes no decision here."))
        try:
            self.game.parse_move(state, seat, text)
        except MoveError as error:
            raise self._bad(error.reason) from error
        self.expected = self._play(Event(EventKind.MOVE, seat, text))[1:]

    def _chance(self, inside: str) -> None:
        """Feed the cards of one token, step by step; the rules then must write that very token."""
        written: list[str] = []
        for outcome in self._outcomes(inside):
            state = self.annotator.state
            if written or state.to_move() != CHANCE:
                raise self._bad(_("These are more cards than the rule takes."))
            if outcome not in state.chance_step().outcomes:
                raise self._bad(_("This card cannot be there."))
            written = self._play(chance_event(self.game, state, outcome))
        if not written:
            raise self._bad(_("These are fewer cards than the rule takes."))
        if written[0] != self.token:
            raise self._bad(_("Cards stand in the order P R S B A, with the seat that the rules say."))
        self.expected = written[1:]

    def _outcomes(self, inside: str) -> Iterator[int]:
        """The outcomes that a chance token names, in the order in which the rules ask for them."""
        phase = cast(MaskeraState, self.annotator.state).phase
        groups: tuple[int, ...] = (1,)
        if phase in (DEALING, FIRST_SEAT):
            match, rule = DEAL.fullmatch(inside), _("The deal belongs here.")
            groups = (3, 4, 1, 2)
        elif phase == SNATCHING:
            match, rule = RAND.fullmatch(inside), _("The random discard belongs here.")
        else:
            match, rule = DRAW.fullmatch(inside), _("The cards drawn belong here.")
        if not match:
            raise self._bad(rule)
        for group in groups:
            yield from (LETTERS.index(letter) for letter in match[group])
        if phase == DEALING:
            yield int(match[5])
