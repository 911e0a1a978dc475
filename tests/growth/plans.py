"""How a database would answer a statement: which tables it would read from end to end."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

GROWING = {
    "games_match", "games_seat", "games_event", "games_answer", "games_botturn", "games_receipt", "games_matchkey",
    "games_matchnote", "games_look", "notices_notice", "notices_delivery", "notices_endpoint", "leagues_ratedresult",
    "leagues_ratingchange", "leagues_replytimes",
}  # fmt: skip
"""The tables that grow with every match."""


def full_scans(call: Callable[[], Any]) -> list[str]:
    """For each SELECT of `call` that would read a whole growing table, or a whole index of it, which and how."""
    with CaptureQueriesContext(connection) as captured:
        call()
    found = []
    for statement in dict.fromkeys(query["sql"] for query in captured):
        if statement.startswith(("SELECT", "(SELECT", "UPDATE", "DELETE")):
            found += [f"{table}: {how}: {statement[:1500]}" for table, how in _scans(statement)]
    return found


def steps(call: Callable[[], Any]) -> int:
    """How many instructions SQLite's machine takes for `call`, in tens."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, 10)
    try:
        call()
    finally:
        connection.connection.set_progress_handler(None, 10)
    return taken


def _scans(statement: str) -> list[tuple[str, str]]:
    return _of_postgres(statement) if connection.vendor == "postgresql" else _of_sqlite(statement)


def _of_sqlite(statement: str) -> list[tuple[str, str]]:
    """Scans, unless they go along an order and stop at a limit, or the index holds no more than is wanted."""
    names = dict(re.findall(r'"(\w+)" (?:AS )?"?(\w+)"?', statement))
    tables = {alias: table for table, alias in names.items()}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement.replace('%', '%%')}")
        steps = [row[3] for row in cursor.fetchall()]
    found = []
    for step in steps:
        scanned = re.match(r"SCAN (\w+)(.*)", step)
        if scanned is None:
            continue
        table = tables.get(scanned[1], scanned[1])
        if table in GROWING and not _is_partial(scanned[2]) and not _stops(scanned[2], statement):
            found.append((table, step))
    return found


PARTIAL = (
    "games_match_alarm", "games_match_lobby", "games_match_unannounced", "games_bot_turn_open",
    "games_match_stirred", "notices_waiting", "leagues_result_due",
)  # fmt: skip
"""Indexes of what is under way alone."""


def _is_partial(how: str) -> bool:
    return any(name in how for name in PARTIAL)


def _stops(how: str, statement: str) -> bool:
    """Return whether the scan follows an index in the requested order, with a limit."""
    return re.search("USING (COVERING )?INDEX", how) is not None and "LIMIT" in statement and "ORDER BY" in statement


def _of_postgres(statement: str) -> list[tuple[str, str]]:
    """Return sequential scans where PostgreSQL is configured to avoid them."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement.replace('%', '%%')}")
        plan = cursor.fetchone()[0]
        cursor.execute("SET LOCAL enable_seqscan = on")
    (root,) = json.loads(plan) if isinstance(plan, str) else plan
    return list(_sequential(root["Plan"]))


def _sequential(node: dict[str, Any]) -> Any:
    if node["Node Type"] == "Seq Scan" and node["Relation Name"] in GROWING:
        yield node["Relation Name"], "Seq Scan"
    for inner in node.get("Plans", []):
        yield from _sequential(inner)
