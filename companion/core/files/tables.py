"""Plays as CSV, one row a player of a play: the form of this site, which it reads and writes, and that of
BoardGameGeek, which it reads.

BoardGameGeek names the facts of a play and its players in its interface for programs; a table of plays is read by these
names, in any order of its columns.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from companion.core.files.drafts import (
    LONGEST_KEY,
    MOST_PLAYS,
    NO_PLACES,
    TOO_MANY,
    Draft,
    DraftSeat,
    Reading,
    WrongFileError,
    places_of,
    score_of,
    title_named,
)
from games.core.text import Text, _
from games.core.title.game import Game

OWN = ("play", "date", "title", "seat", "name", "place", "score", "minutes", "location", "note", "settings")
"""The columns of this site's files."""
BGG: Mapping[str, tuple[str, ...]] = {
    "play": ("playid", "play_id", "id"),
    "date": ("date", "playdate"),
    "title": ("game", "gamename", "objectname", "item"),
    "seat": ("startposition", "position"),
    "name": ("player", "playername", "name"),
    "account": ("username",),
    "score": ("score",),
    "win": ("win", "winner"),
    "minutes": ("length", "duration"),
    "location": ("location",),
    "note": ("comments", "comment"),
    "quantity": ("quantity",),
    "incomplete": ("incomplete",),
}
"""The columns of BoardGameGeek's facts, each with the names it goes by."""
NEEDED = {"play", "date", "title", "win"}
RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
"""The beginnings of cells that a spreadsheet would compute, and the mark that is put before them."""
YES = {"1", "true", "yes", "y"}


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "").strip()


class _BadRowError(ValueError):
    """A row that cannot be read: its line, and why."""

    def __init__(self, row: _Row, reason: Text) -> None:
        super().__init__(row.line)
        self.line, self.reason = row.line, reason


def read(text: str, games: Sequence[Game]) -> Reading:
    """Return what is in a table of either form. Raises `WrongFileError` if it is neither."""
    text = text.removeprefix("\ufeff").replace("\0", "")
    try:
        rows = list(_rows(text))
    except csv.Error as error:
        raise WrongFileError(_("This file isn’t a readable CSV table.")) from error
    plays: dict[str, list[_Row]] = {}
    for row in rows:
        plays.setdefault(row["play"] or f"line {row.line}", []).append(row)
    if len(plays) > MOST_PLAYS:
        raise WrongFileError(TOO_MANY)
    reading = Reading()
    for key, found in plays.items():
        try:
            draft = _draft(key[:LONGEST_KEY], found, games)
        except _BadRowError as error:
            reading.complain(f"line {error.line}", error.reason)
            continue
        if draft is None:
            reading.others += 1
        else:
            reading.drafts.append(draft)
    return reading


def _rows(text: str) -> Iterator[_Row]:
    """Yield the rows by the names of the columns of this module."""
    delimiter = ";" if text.split("\n", 1)[0].count(";") > text.split("\n", 1)[0].count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header = [cell.strip().casefold().replace(" ", "") for cell in next(reader, [])]
    columns = _columns(header)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            named = {name: cells[at] for name, at in columns.items() if at < len(cells)}
            yield _Row(reader.line_num, {name: _unmarked(cell) for name, cell in named.items()})


def _columns(header: Sequence[str]) -> dict[str, int]:
    if set(OWN) <= set(header):
        return {name: header.index(name) for name in OWN}
    found = {}
    for name, aliases in BGG.items():
        at = next((header.index(alias) for alias in aliases if alias in header), None)
        if at is not None:
            found[name] = at
    if not found.keys() >= NEEDED or not found.keys() & {"name", "account"}:
        raise WrongFileError(_("This table has neither this site’s columns nor those of BoardGameGeek’s plays."))
    return found


def _draft(key: str, rows: Sequence[_Row], games: Sequence[Game]) -> Draft | None:
    first = rows[0]
    game = title_named(first["title"], games)
    if game is None:
        return None
    for row in rows:
        if (row["title"], row["date"]) != (first["title"], first["date"]):
            raise _BadRowError(row, _("Play: its rows disagree about the game or the date."))
    if first["quantity"] not in ("", "1"):
        raise _BadRowError(first, _("Quantity: enter each play by itself."))
    if first["incomplete"].casefold() in YES:
        raise _BadRowError(first, _("Incomplete: an unfinished play has no result."))
    return Draft(
        key,
        game.slug,
        _seats(rows),
        _day(first),
        first["location"],
        _minutes(first),
        first["note"],
        _settings(first),
    )


def _seats(rows: Sequence[_Row]) -> tuple[DraftSeat, ...]:
    rows = _in_seat_order(rows)
    for row in rows:
        if not (row["name"] or row["account"]):
            raise _BadRowError(row, _("Name: enter the name of the player."))
    scores = [_score(row) for row in rows]
    ranks = [_place(row) for row in rows]
    places = places_of(ranks, scores, [row["win"].casefold() in YES for row in rows])
    if places is None:
        raise _BadRowError(rows[0], NO_PLACES)
    return tuple(
        DraftSeat(row["name"] or row["account"], place, score)
        for row, place, score in zip(rows, places, scores, strict=True)
    )


def _in_seat_order(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows by their seats, if all of them have a number, else as they are in the file."""
    seats = [row["seat"] for row in rows]
    if all(seat.isascii() and seat.isdigit() and len(seat) < 4 for seat in seats):
        return [row for _seat, _line, row in sorted((int(row["seat"]), row.line, row) for row in rows)]
    return list(rows)


def _place(row: _Row) -> int | None:
    given = row["place"]
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 3 and int(given) > 0):
        raise _BadRowError(row, _("Place: enter a number from 1."))
    return int(given)


def _score(row: _Row) -> int | None:
    try:
        return score_of(row["score"])
    except ValueError as error:
        raise _BadRowError(row, _("Score: enter a whole number.")) from error


def _minutes(row: _Row) -> int | None:
    given = row["minutes"]
    if given in ("", "0"):
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        raise _BadRowError(row, _("Minutes: enter a whole number."))
    return int(given)


def _day(row: _Row) -> date:
    try:
        return date.fromisoformat(row["date"][:10])
    except ValueError as error:
        raise _BadRowError(row, _("Date: write it as year-month-day.")) from error


def _settings(row: _Row) -> dict[str, str]:
    """Return the settings in a cell such as ``log_masks=off; turn_limit=40``."""
    found = {}
    for part in filter(None, (part.strip() for part in row["settings"].split(";"))):
        name, equals, value = part.partition("=")
        if not equals:
            raise _BadRowError(row, _("Settings: write each as name=value, with semicolons between them."))
        found[name.strip()] = value.strip()
    return found


# Writing.


def write(drafts: Sequence[Draft], games: Mapping[str, Game]) -> str:
    """Return these plays as a table of this site."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(OWN)
    for draft in drafts:
        settings = "; ".join(f"{name}={value}" for name, value in sorted(draft.settings.items()) if value)
        facts = ("" if draft.minutes is None else str(draft.minutes), draft.place, draft.note, settings)
        for number, seat in enumerate(draft.seats, 1):
            score = "" if seat.score is None else str(seat.score)
            row = (draft.key, draft.played_on.isoformat(), str(games[draft.title].name), str(number), seat.name)
            writer.writerow([*map(_marked, row), seat.place, score, *map(_marked, facts)])
    return out.getvalue()


def _marked(cell: str) -> str:
    """Return a cell that no spreadsheet computes; `_unmarked` reverses it."""
    return f"'{cell}" if cell.startswith(RISKY) else cell


def _unmarked(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(RISKY) else cell
