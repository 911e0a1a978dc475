"""Whole matches in their file form: written from entries, read through the rules."""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.annotator import LogAnnotator
from games.core.errors import BadRecord, MoveError
from games.core.events import Entry, Event, EventKind
from games.core.game import Game, Record
from games.core.log import chance_event
from games.core.state import CHANCE, OVER
from games.core.text import Text, _
from games.titles.masques.rules.components import AGENTS_TABLE

GAME_ID: Final = "masques-1"

_TAG = re.compile(r'\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\{[^{}]*\}|\S+")
_MOVE = re.compile(r"([0-3]):(.+)")
_SITE = re.compile(r"site(?: ([0-3]))? (.+)")

# On which line a note stands; notes of one line follow each other.
_LINES: Final = {
    "setup": "setup",
    **dict.fromkeys(["round", "ducat", "favor", "deal", "aside"], "preparation"),
    "forced": "action",
    **dict.fromkeys(["res", "win"], "resolution"),
    "clean": "clean",
    "stop": "stop",
    "site": "site",
}


# Writing.


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """The file form. Packets passed on appear only in what one seat may read: they follow from the full record."""
    own = {"Game": GAME_ID, "Agents": AGENTS_TABLE, "Players": str(seats)}
    names = {f"Seat{seat}": tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(seats)}
    head = [f'[{name} "{_escaped(value)}"]' for name, value in {**tags, **own}.items() if name not in {**own, **names}]
    own_head = [f'[{name} "{_escaped(value)}"]' for name, value in {**own, **names}.items()]
    return "\n".join([*own_head, *head, "", *_lines(seats, entries)]) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _lines(seats: int, entries: Sequence[Entry]) -> list[str]:
    full = len({entry.seat for entry in entries if entry.text.startswith("pack ")}) > 1
    lines: list[list[str]] = []
    last = ""
    for entry in entries:
        if full and entry.text.startswith("pack "):
            continue
        line = _line_of(entry)
        whole_draft_line = line == "draft" and bool(lines) and len(lines[-1]) == seats
        if line != last or whole_draft_line:
            lines.append([])
        last = line
        lines[-1].append(f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}")
    return [" ".join(line) for line in lines]


def _line_of(entry: Entry) -> str:
    if entry.kind == EventKind.MOVE:
        return "draft" if entry.text.startswith("+") else "action"
    word = entry.text.partition(" ")[0]
    return _LINES.get(word, word)


# Reading.


def read_record(game: Game, text: str) -> Record:
    """Read a full record token by token; raises `BadRecord`."""
    return _Reader(game, text).read()


class _Reader:
    """Feeds what a record decides to a scribe and holds what follows against the entries the scribe writes."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.events: list[Event] = []
        self.token = ""
        self.tags, body = self.read_tags(text)
        self.seats = self.check_tags()
        self.body: list[str] = _TOKEN.findall(body)
        self.annotator: LogAnnotator = game.annotator(self.seats, game.complete_settings({}))
        self.due: deque[str] = deque()  # tokens that must come next

    def refuse(self, rule: Text) -> BadRecord:
        """The error for the token being read."""
        return BadRecord(len(self.events), self.token, rule)

    def read_tags(self, text: str) -> tuple[dict[str, str], str]:
        """The tags, and the text after them."""
        tags: dict[str, str] = {}
        end = 0
        while found := _TAG.match(text, end):
            self.token = found[0].strip()
            if found[1] in tags:
                raise self.refuse(_("This tag appears twice."))
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
            end = found.end()
        return tags, text[end:]

    def check_tags(self) -> int:
        """The number of seats; refuses a record of another title or without its required tags."""
        self.token = "tags"
        for name, value in [("Game", GAME_ID), ("Agents", AGENTS_TABLE)]:
            if self.tags.get(name) != value:
                raise self.refuse(_("The tag %(name)s must say “%(value)s”.", name=name, value=value))
        if self.tags.get("Players") not in {str(seats) for seats in self.game.seats}:
            raise self.refuse(_("The tag Players must be 2, 3 or 4."))
        seats = int(self.tags["Players"])
        for seat in range(seats):
            if f"Seat{seat}" not in self.tags:
                raise self.refuse(_("The tag %(name)s is missing.", name=f"Seat{seat}"))
        return seats

    def read(self) -> Record:
        """Replay the whole body."""
        for token in self.body:
            self.token = token
            self.read_token()
        self.token = ""
        if self.due:
            raise self.refuse(_("The record ends where %(token)s must follow.", token=self.due[0]))
        state = self.annotator.state
        if state.sealed() and len(state.deciders()) < self.seats:
            raise self.refuse(_("The record ends within a draft line."))
        return Record(self.tags, self.seats, {}, tuple(self.events))

    def read_token(self) -> None:
        """Read one token: what follows from the rules is compared, anything else is an event."""
        inside = self.token[1:-1] if self.token.startswith("{") else ""
        if found := _SITE.fullmatch(inside):
            self.take(Event(EventKind.SITE, None if found[1] is None else int(found[1]), found[2]))
        elif not self.due:
            self.take_event(inside)
        self.expect(self.token)

    def expect(self, token: str) -> None:
        """`token` must be what is due."""
        if not self.due:
            raise self.refuse(_("Nothing of this kind happens here."))
        due = self.due.popleft()
        if due != token:
            raise self.refuse(_("By the rules %(token)s stands here.", token=due))

    def take_event(self, inside: str) -> None:
        """Play what the token decides: a move, or a group of draws."""
        state = self.annotator.state
        if state.to_move() == OVER:
            raise self.refuse(_("The match is over: nothing may follow."))
        if state.to_move() == CHANCE:
            self.take_draws(inside)
            return
        found = _MOVE.fullmatch(self.token)
        if found is None:
            raise self.refuse(_("Seat %(seat)s owes a decision here.", seat=state.to_move()))
        seat = int(found[1])
        if seat != state.to_move():
            raise self.refuse(_("It is seat %(seat)s's decision.", seat=state.to_move()))
        try:
            self.game.parse_move(state, seat, found[2])
        except MoveError as error:
            raise self.refuse(error.reason) from error
        self.take(Event(EventKind.MOVE, seat, found[2]))

    def take_draws(self, inside: str) -> None:
        """Play the draws that a note gathers, one by one."""
        state = self.annotator.state
        word, _space, rest = inside.partition(" ")
        purpose = state.chance_step().purpose
        if word != {"first": "setup", "favour": "favor", "deal": "deal"}.get(purpose, ""):
            raise self.refuse(_("A draw must stand here."))
        for name in _outcomes(word, rest):
            try:
                outcome = self.game.parse_chance(state, name)
            except MoveError as error:
                raise self.refuse(error.reason) from error
            if state.to_move() != CHANCE or outcome not in state.chance_step().outcomes:
                raise self.refuse(_("“%(token)s” cannot be drawn here.", token=name))
            self.take(chance_event(self.game, state, outcome))
        if not self.due:
            raise self.refuse(_("Too few outcomes are listed."))

    def take(self, event: Event) -> None:
        """Play one event; what the scribe writes about it is due."""
        for entry in self.annotator.read(event):
            if not entry.text.startswith("pack "):
                self.due.append(f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}")
        self.events.append(event)


def _outcomes(word: str, rest: str) -> list[str]:
    """The single outcomes of a gathered draw, in the order in which they are drawn."""
    if word == "setup":
        first, families = re.search(r"first=(\S*)", rest), re.search(r"fam=(\S*)", rest)
        letters = "" if families is None else re.sub(r"[0-9:,]", "", families[1])
        return ["" if first is None else first[1], *letters]
    values = [item.partition("=")[2] for item in rest.split()]
    return values if word == "favor" else [name for value in values for name in value.split(",")]
