"""Playthroughs: a whole match as a readable file, with what every seat sees and may do at each ply.

    # What this match shows, in a line or two.
    title lantern
    seats 2
    settings wind=calm
    rules 1

    ply 9 move 0 3b
      log    0:3b  “seat 0 hangs 3 on the bridge of sighs.”
      parts  3 | b of a b c
      all    lantern.card 3
      seat 0 hand [1,4]
      owes 1 let blow

Only changes of views are written: `all` for what everybody sees, `seat 0` for what only that seat sees. A file is
its events; everything else in it is computed again and compared line by line, so a change of the rules shows as a
difference to be read.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.errors import BrokenLog
from games.core.events import Entry, Event, EventKind
from games.core.game import Game
from games.core.simulation import Simulation
from games.core.state import State

EVENT = re.compile(r"ply \d+ (?:(move) (\d+)|(chance)) (.+)")
Facts = dict[str, str]


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the first ply: what the file shows and how the match was set up."""

    about: tuple[str, ...]
    title: str
    seats: int
    settings: dict[str, str]

    def lines(self, game: Game) -> list[str]:
        """As they stand in the file."""
        settings = " ".join(f"{name}={value}" for name, value in self.settings.items())
        return [
            *(f"# {line}" for line in self.about),
            f"title {self.title}",
            f"seats {self.seats}",
            f"settings {settings}".rstrip(),
            f"rules {game.rules_version}",
        ]


def read_heading(text: str) -> Heading:
    """The heading of a file; raises `ValueError` when it has none."""
    about: list[str] = []
    values: dict[str, str] = {}
    for line in text.split("\n\n", 1)[0].splitlines():
        if line.startswith("#"):
            about.append(line[1:].strip())
        else:
            name, _sign, value = line.partition(" ")
            values[name] = value
    if not values.keys() >= {"title", "seats", "settings"}:
        raise ValueError("a playthrough begins with its title, seats and settings")
    settings = dict(setting.split("=", 1) for setting in values["settings"].split())
    return Heading(tuple(about), values["title"], int(values["seats"]), settings)


def read_events(text: str) -> list[Event]:
    """The events of a file, from its ``ply`` lines."""
    events = []
    for line in text.splitlines():
        found = EVENT.fullmatch(line)
        if found is not None:
            seat = int(found[2]) if found[1] else None
            events.append(Event(EventKind(found[1] or found[3]), seat, found[4]))
    return events


def record(
    game: Game, seats: int, settings: dict[str, str], seed: int, policy: str, about: Sequence[str] = (), plies: int = 0
) -> str:
    """The playthrough of a simulated match; with `plies`, only its beginning."""
    simulation = Simulation(game, seats, settings, seed, policy)
    while simulation.step() is not None:
        if len(simulation.events) == plies:
            break
    return write(game, Heading(tuple(about), game.slug, seats, settings), simulation.events)


def retell(game: Game, text: str) -> str:
    """The file anew from its heading and events: equal to `text` unless the title behaves differently now."""
    return write(game, read_heading(text), read_events(text))


def write(game: Game, heading: Heading, events: Sequence[Event]) -> str:
    """The whole file."""
    teller = Teller(game, heading)
    lines = [*heading.lines(game), "", "start", *teller.situation()]
    for event in events:
        try:
            lines += teller.tell(event)
        except BrokenLog as error:
            lines.append(f"  broken {error}")
            break
    return "\n".join(lines) + "\n"


class Teller:
    """Plays events and tells what each of them changes for whom."""

    def __init__(self, game: Game, heading: Heading) -> None:
        self.game = game
        self.annotator = game.annotator(heading.seats, heading.settings)
        self.viewers: list[int | None] = [None, *range(heading.seats)]
        self.known: dict[int | None, Facts] = {viewer: {} for viewer in self.viewers}

    @property
    def state(self) -> State:
        """The position."""
        return self.annotator.state

    def tell(self, event: Event) -> list[str]:
        """The lines of one ply."""
        who = "" if event.seat is None else f" {event.seat}"
        before = self.state.copy()
        head = f"ply {self.annotator.ply} {event.kind.value}{who} {event.text}"
        entries = self.annotator.read(event)
        lines = [head, *(line for entry in entries for line in self.log_lines(entry))]
        if event.kind == EventKind.MOVE and event.seat is not None:
            lines += self.parts_line(before, event.seat, event.text)
        return [*lines, *self.situation()]

    def log_lines(self, entry: Entry) -> Iterator[str]:
        """An entry in full, with its sentence, and how those read it who may not read it in full."""
        yield f"  log    {self.token(entry)}"
        for viewer in self.viewers:
            redacted = entry.redact(viewer)
            if redacted != entry:
                yield f"  {name_of(viewer)} reads {self.token(redacted) if redacted else 'nothing'}"

    def token(self, entry: Entry) -> str:
        """``0:3b  “seat 0 hangs ...”``"""
        told = self.game.presenter.describe_effect(entry.effect)
        token = f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}"
        return token if told is None else f"{token}  “{told}”"

    def parts_line(self, before: State, seat: int, text: str) -> Iterator[str]:
        """The parts of a move that has several, with what was offered after the first."""
        parts = self.game.parse_move(before, seat, text)
        if len(parts) < 2:
            return
        told: list[str] = []
        for part in parts:
            words = [self.game.part_word(before, seat, each) for each in before.options(seat)]
            word = self.game.part_word(before, seat, part)
            told.append(f"{word} of {' '.join(words)}" if told else word)
            before.choose(seat, part)
        yield f"  parts  {' | '.join(told)}"

    def situation(self) -> list[str]:
        """What has changed for whom, who owes what, and how it ended."""
        news = {viewer: self.news(viewer) for viewer in self.viewers}
        lines = [f"  all    {line}" for line in news[None]]
        for seat in self.viewers[1:]:
            lines += [f"  seat {seat} {line}" for line in news[seat] if line not in news[None]]
        for seat in self.state.deciders():
            words = [self.game.part_word(self.state, seat, part) for part in self.state.options(seat)]
            lines.append(f"  owes {seat} {' '.join(words)}")
        outcome = self.state.outcome()
        if outcome is not None:
            scores = f" scores {list(outcome.scores)}" if outcome.scores is not None else ""
            words_of_reason = self.game.presenter.reason(outcome.reason)
            lines.append(f"  over   places {list(outcome.places)}{scores} {outcome.reason}: {words_of_reason}")
        return lines

    def news(self, viewer: int | None) -> list[str]:
        """What the view of `viewer` holds that it did not hold before."""
        old, new = self.known[viewer], dict(facts("", self.state.view(viewer)))
        new.pop("viewer")
        self.known[viewer] = new
        gone = [f"{name} gone" for name in old if name not in new]
        return gone + [f"{name} {value}" for name, value in new.items() if old.get(name) != value]


def name_of(viewer: int | None) -> str:
    """As wide as the other words at the beginning of a line."""
    return "all   " if viewer is None else f"seat {viewer}"


def facts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Nested dicts and lists as ``name[2].key``; a list of plain values stays together."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from facts(f"{name}.{key}" if name else str(key), each)
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        for at, each in enumerate(value):
            yield from facts(f"{name}[{at}]", each)
    else:
        yield name, json.dumps(value, ensure_ascii=False, separators=(",", ":"))
