"""Playthroughs: a match as a readable file, with every seat's view and options at each ply.

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

Only changes of views are written: `all` for what everybody sees, `seat 0` for what only that seat sees. The events are
read from the file; everything else is computed from them and compared line by line, so that a change of the rules
shows as a diff.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.state import State
from games.core.errors import BrokenLog
from games.core.kit.simulation import Simulation
from games.core.title.game import Game

EVENT = re.compile(r"ply \d+ (?:(move) (\d+)|(chance)) (.+)")
FlatView = dict[str, str]


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the first ply: what the file demonstrates, and the setup of the match."""

    about: tuple[str, ...]
    title: str
    seats: int
    settings: dict[str, str]

    def lines(self, game: Game) -> list[str]:
        """Return the heading as lines of the file."""
        settings = shlex.join(f"{name}={value}" for name, value in self.settings.items())
        return [
            *(f"# {line}" for line in self.about),
            f"title {self.title}",
            f"seats {self.seats}",
            f"settings {settings}".rstrip(),
            f"rules {game.rules_version}",
        ]


def read_heading(text: str) -> Heading:
    """Return the heading of a file; raises `ValueError` if it has none."""
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
    settings = dict(setting.split("=", 1) for setting in shlex.split(values["settings"]))
    return Heading(tuple(about), values["title"], int(values["seats"]), settings)


def read_events(text: str) -> list[Event]:
    """Return the events of a file, from its ``ply`` lines."""
    events = []
    for line in text.splitlines():
        found = EVENT.fullmatch(line)
        if found is not None:
            seat = int(found[2]) if found[1] else None
            events.append(Event(EventKind(found[1] or found[3]), seat, found[4]))
    return events


def record(
    game: Game,
    seats: int,
    settings: dict[str, str],
    seed: int,
    strategy: str,
    about: Sequence[str] = (),
    plies: int = 0,
) -> str:
    """Return the playthrough of a simulated match; if `plies` is not 0, of its first `plies` plies."""
    simulation = Simulation(game, seats, settings, seed, strategy)
    while simulation.step() is not None:
        if len(simulation.events) == plies:
            break
    return render(game, Heading(tuple(about), game.slug, seats, settings), simulation.events)


def rewrite(game: Game, text: str) -> str:
    """Return the file generated again from its heading and events: equal to `text` unless the title's behaviour
    changed."""
    return render(game, read_heading(text), read_events(text))


def render(game: Game, heading: Heading, events: Sequence[Event]) -> str:
    """Return the content of the file."""
    writer = PlaythroughWriter(game, heading)
    lines = [*heading.lines(game), "", "start", *writer.position_lines()]
    for event in events:
        try:
            lines += writer.event_lines(event)
        except BrokenLog as error:
            lines.append(f"  broken {error}")
            break
    return "\n".join(lines) + "\n"


class PlaythroughWriter:
    """Applies events and writes what each of them changes in every view."""

    def __init__(self, game: Game, heading: Heading) -> None:
        self.game = game
        self.annotator = game.annotator(heading.seats, heading.settings)
        self.viewers: list[int | None] = [None, *range(heading.seats)]
        self.last_views: dict[int | None, FlatView] = {viewer: {} for viewer in self.viewers}

    @property
    def state(self) -> State:
        """The current position."""
        return self.annotator.state

    def event_lines(self, event: Event) -> list[str]:
        """Apply `event` and return the lines of its ply."""
        seat = "" if event.seat is None else f" {event.seat}"
        before = self.state.copy()
        head = f"ply {self.annotator.ply} {event.kind.value}{seat} {event.text}"
        entries = self.annotator.read(event)
        lines = [head, *(line for entry in entries for line in self.log_lines(entry))]
        if event.kind == EventKind.MOVE and event.seat is not None:
            lines += self.parts_line(before, event.seat, event.text)
        return [*lines, *self.position_lines()]

    def log_lines(self, entry: Entry) -> Iterator[str]:
        """Yield an unredacted entry with its sentence, and the redacted entry for each viewer who reads it
        differently."""
        yield f"  log    {self.token(entry)}"
        for viewer in self.viewers:
            redacted = entry.redact(viewer)
            if redacted != entry:
                yield f"  {viewer_label(viewer)} reads {self.token(redacted) if redacted else 'nothing'}"

    def token(self, entry: Entry) -> str:
        """Return the token of an entry with its sentence, if any: ``0:3b  “seat 0 hangs ...”``."""
        sentence = self.game.presenter.describe_effect(entry.effect)
        token = f"{entry.seat}:{entry.text}" if entry.kind == EventKind.MOVE else f"{{{entry.text}}}"
        return token if sentence is None else f"{token}  “{sentence}”"

    def parts_line(self, before: State, seat: int, text: str) -> Iterator[str]:
        """Yield the parts of a move that has several, each after the first with the options it was chosen from."""
        parts = self.game.parse_move(before, seat, text)
        if len(parts) < 2:
            return
        steps: list[str] = []
        for part in parts:
            words = [self.game.part_word(before, seat, option) for option in before.options(seat)]
            word = self.game.part_word(before, seat, part)
            steps.append(f"{word} of {' '.join(words)}" if steps else word)
            before.choose(seat, part)
        yield f"  parts  {' | '.join(steps)}"

    def position_lines(self) -> list[str]:
        """Return the changes in all views, the options of the seats that owe a decision, and the outcome."""
        changes = {viewer: self.view_changes(viewer) for viewer in self.viewers}
        lines = [f"  all    {line}" for line in changes[None]]
        for seat in self.viewers[1:]:
            lines += [f"  seat {seat} {line}" for line in changes[seat] if line not in changes[None]]
        for seat in self.state.deciders():
            words = [self.game.part_word(self.state, seat, part) for part in self.state.options(seat)]
            lines.append(f"  owes {seat} {' '.join(words)}")
        outcome = self.state.outcome()
        if outcome is not None:
            scores = f" scores {list(outcome.scores)}" if outcome.scores is not None else ""
            words_of_reason = self.game.presenter.reasons[outcome.reason]
            lines.append(f"  over   places {list(outcome.places)}{scores} {outcome.reason}: {words_of_reason}")
        return lines

    def view_changes(self, viewer: int | None) -> list[str]:
        """Return the values in the view of `viewer` that have changed since the last call."""
        old, new = self.last_views[viewer], flatten(self.state.view(viewer))
        new.pop("viewer")
        self.last_views[viewer] = new
        gone = [f"{name} gone" for name in old if name not in new]
        return gone + [f"{name} {value}" for name, value in new.items() if old.get(name) != value]


def viewer_label(viewer: int | None) -> str:
    """Return the viewer's name at the beginning of a line, padded to the width of the others."""
    return "all   " if viewer is None else f"seat {viewer}"


def flatten(view: Mapping[str, Any]) -> FlatView:
    """Return nested dicts and lists as a JSON value for each path like ``name[2].key``. Lists of scalars stay whole."""
    found: FlatView = {}
    _flatten("", view, found)
    return found


def _flatten(name: str, value: Any, found: FlatView) -> None:
    if isinstance(value, dict) and value:
        for key, child in value.items():
            _flatten(f"{name}.{key}" if name else str(key), child, found)
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for index, child in enumerate(value):
            _flatten(f"{name}[{index}]", child, found)
    else:
        found[name] = _json(value) if isinstance(value, dict | list) else _scalar(value)


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@lru_cache(maxsize=10_000, typed=True)
def _scalar(value: Any) -> str:
    """Return the JSON of a value without parts. Most of those of a view are the same at every ply."""
    return _json(value)
