"""Matches that were stored before log entries had types still replay, and say the same to everybody.

`tests/fixtures/stored_matches/README.md` describes the files. A file is its heading and its events; everything else
in it is computed again and compared line by line.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils import translation

from games.core.engine.ending import final_outcome
from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import replay
from games.core.title.game import Game
from games.models import Match
from games.registry import TITLES
from games.views import log_text

FOLDER = Path(__file__).parent.parent / "fixtures" / "stored_matches"
FILES = sorted(FOLDER.glob("*.txt"))
MATCHES = 40
EVENT = re.compile(r"\d+ (move|chance|site) (\d|-) (.+)")
HASH = 8
"""Hexadecimal digits of a view's hash; a whole hash of all views is at the end of a file."""

Viewer = int | str
"""A seat, or one of the following two."""
ALL, PUBLIC = "all", "public"


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the first event."""

    about: str
    title: str
    seats: int
    options: dict[str, str]

    @property
    def game(self) -> Game:
        """The title's rules."""
        return TITLES[self.title]

    def lines(self) -> list[str]:
        """Return the lines as in the file."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return [f"# {self.about}", f"title {self.title}", f"seats {self.seats}", f"options {options}".rstrip(), ""]


# All that is asked of the engine and of the site.


class Engine:
    """One match as it is replayed, read and told now."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.game = heading.game
        self.match = Match(title=heading.title, seat_count=heading.seats)
        self.reader = self.game.annotator(heading.seats, heading.options)

    def read(self, event: Event) -> list[Entry]:
        """Play the next event; its entries, unredacted."""
        return self.reader.read(event)

    def view(self, viewer: Viewer) -> dict[str, object]:
        """The position as `viewer` sees it."""
        return self.reader.state.view(seat_of(viewer))

    def redacted(self, entry: Entry, viewer: Viewer) -> Entry | None:
        """`entry` as `viewer` may read it."""
        return entry.redact(seat_of(viewer)) if viewer != ALL else entry

    def sentence(self, entry: Entry) -> str | None:
        """Return the sentence of a redacted entry."""
        return next((line.text for line in log_text.describe(self.game, [entry], name)), None)

    def record(self, entries: Sequence[Entry]) -> str:
        """The file form of redacted entries."""
        tags = {f"Seat{seat}": name(seat) for seat in range(self.heading.seats)}
        return self.game.write_record(tags | {"Site": "https://example.org/m/1"}, self.heading.seats, entries)

    def recorded(self, text: str) -> list[Event]:
        """The events of an unredacted record."""
        return list(self.game.read_record(text).events)

    def end(self, events: Sequence[Event]) -> list[str]:
        """The open decision and the outcome, from a replay of its own."""
        position = replay(self.game, self.heading.seats, self.heading.options, events)
        assert position.state.view(None) == self.view(PUBLIC)
        site = [event for event in events if event.kind == EventKind.SITE]
        outcome = final_outcome(position.state, self.heading.seats, site)
        if outcome is None:
            return [f"decision {position.decision}", "goes on"]
        places = ",".join(str(place) for place in outcome.places)
        reason = log_text.reason(self.game, outcome.reason, name)
        return [f"decision {position.decision}", f"over {places} {outcome.reason} | {reason}"]


def seat_of(viewer: Viewer) -> int | None:
    """As the engine names a viewer."""
    return viewer if isinstance(viewer, int) else None


def name(seat: int) -> str:
    """Return who sits there."""
    return f"Seat {seat + 1}"


# The form of a file.


def heading_of(text: str) -> Heading:
    """The heading of a file."""
    about, title, seats, options = text.split("\n\n", 1)[0].splitlines()
    given = dict(option.split("=", 1) for option in options.split()[1:])
    return Heading(about.removeprefix("# "), title.split()[1], int(seats.split()[1]), given)


def events_of(text: str) -> list[Event]:
    """The events of a file."""
    found = [EVENT.fullmatch(line) for line in text.splitlines()]
    return [
        Event(EventKind(event[1]), None if event[2] == "-" else int(event[2]), event[3]) for event in found if event
    ]


def file_lines(heading: Heading, events: Sequence[Event]) -> Iterator[str]:
    """The lines of the file with this heading and these events, as the engine of today writes them."""
    engine = Engine(heading)
    viewers: list[Viewer] = [PUBLIC, *range(heading.seats)]
    logs: dict[Viewer, list[Entry]] = {viewer: [] for viewer in [ALL, *viewers]}
    sums = {viewer: hashlib.sha256() for viewer in viewers}
    yield from heading.lines()
    for ply, event in enumerate(events):
        yield f"{ply} {event.kind.value} {dashed(event.seat)} {event.text}"
        for entry in engine.read(event):
            yield from entry_lines(engine, entry, logs)
        views = {viewer: seen(engine, viewer) for viewer in viewers}
        for viewer, view in views.items():
            sums[viewer].update(view)
        yield "  views " + " ".join(hashlib.sha256(view).hexdigest()[:HASH] for view in views.values())
    yield "end"
    yield from (f"  {line}" for line in engine.end(events))
    yield from (f"  views {viewer} {total.hexdigest()}" for viewer, total in sums.items())
    for viewer, log in logs.items():
        yield f"record {viewer}"
        yield from (f"  {line}".rstrip() for line in engine.record(log).splitlines())


def entry_lines(engine: Engine, entry: Entry, logs: dict[Viewer, list[Entry]]) -> Iterator[str]:
    """A line for each way in which `entry` is read, with those who read it so; added to the logs of viewers."""
    readers: dict[Entry, list[Viewer]] = {}
    for viewer, log in logs.items():
        redacted = engine.redacted(entry, viewer)
        if redacted is not None:
            log.append(redacted)
            readers.setdefault(redacted, []).append(viewer)
    for read, viewers in readers.items():
        who = "*" if len(viewers) == len(logs) else ",".join(str(viewer) for viewer in viewers)
        sentence = engine.sentence(read)
        suffix = "" if sentence is None else f" | {sentence}"
        yield f"  {who} {read.ply} {read.kind.value} {dashed(read.seat)} {read.text}{suffix}"


def dashed(seat: int | None) -> str:
    """A seat's number, or a dash for none."""
    return "-" if seat is None else str(seat)


def seen(engine: Engine, viewer: Viewer) -> bytes:
    """A view as bytes; the order of its keys is of no account."""
    return json.dumps(engine.view(viewer), ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()


def full_record(text: str) -> str:
    """The unredacted record of a file."""
    section = text.split(f"\nrecord {ALL}\n", 1)[1].split("\nrecord ", 1)[0]
    return "".join(f"{line[2:]}\n" for line in section.splitlines())


def rewritten(heading: Heading, record: str) -> str:
    """Return the unredacted record again, from the events that are read in it."""
    engine = Engine(heading)
    return engine.record([entry for event in engine.recorded(record) for entry in engine.read(event)])


# The tests.


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_match_replays_and_reads_as_it_did(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    now = list(file_lines(heading_of(stored), events_of(stored)))
    for number, (mine, theirs) in enumerate(zip(now, stored.splitlines(), strict=False), start=1):
        assert mine == theirs, f"{path.name}, line {number}"
    assert "\n".join(now) + "\n" == stored


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_record_of_a_stored_match_is_read_as_it_was_written(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    record = full_record(stored)
    assert rewritten(heading_of(stored), record) == record


def test_no_stored_match_is_missing() -> None:
    assert len(FILES) == MATCHES
