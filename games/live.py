"""Group messages to open pages: hints only.

All group messages of the site are listed here:

============  =======================  ============================================================
type          fields                   meaning
============  =======================  ============================================================
match.hint    match: str, rev: int     the public state of this match has reached this revision
person.check  none                     a user's permissions changed: their sockets check them again
person.news   match: str, or none      what waits for a user, or another of their lists, has changed; by this match
============  =======================  ============================================================

A page that receives a hint fetches its own view. Nothing else may be put into a group message, because players and
spectators receive the same messages.
"""

import asyncio
import threading
from collections.abc import Iterable
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

from games.plumbing import after_commit

HINT = "match.hint"
CHECK = "person.check"
NEWS = "person.news"
SEND_TIMEOUT = 2.0  # seconds; a hint that the broker has not accepted by then is lost, and pages poll


def group_of(match_id: str) -> str:
    """Return the group of all open pages of a match."""
    return f"match.{match_id}"


def group_of_person(user_id: int) -> str:
    """Return the group of all open pages of a user."""
    return f"person.{user_id}"


def announce(match_id: str, rev: int) -> None:
    """Tell the open pages of a match that it has reached `rev`. Never blocks, never raises."""
    send(group_of(match_id), {"type": HINT, "match": match_id, "rev": rev})


def send(group: str, message: dict[str, Any]) -> None:
    """Send a hint to a group, of this app or of one that builds on it. Never blocks, never raises."""
    after_commit.post("hint", partial(_send, group, message))


def recheck(user_id: int) -> None:
    """Make the open sockets of a user check their permissions again (logged out, banned). Never blocks."""
    after_commit.post("recheck", partial(_send, group_of_person(user_id), {"type": CHECK}))


def announce_news(user_ids: Iterable[int | None], match_id: str = "") -> None:
    """Tell the open pages of these users, within two seconds after the commit, that one of their lists has changed;
    None is skipped. If another revision of a match is the reason, that match's own page learns of it by its hint alone.
    Never blocks, never raises."""
    people = {user for user in user_ids if user is not None}
    if people:
        transaction.on_commit(lambda: _gather_news(people, match_id), robust=True)  # a function: see `LockedMatch.save`


def _gather_news(people: Iterable[int], match_id: str) -> None:
    """Gather the news of two seconds into one message for each player: with every move, it would cost a third of the
    move."""
    for user in people:
        after_commit.gather("news", f"{user} {match_id}", _send_news)


def _send_news(gathered: list[str]) -> None:
    """Send what was gathered, ``user match`` each; the rest is lost once the broker does not take one."""
    matches: dict[str, set[str]] = {}
    for each in gathered:
        user, _blank, match_id = each.partition(" ")
        matches.setdefault(user, set()).add(match_id)
    for user, moved in matches.items():
        only = moved.pop() if len(moved) == 1 else ""
        _send(group_of_person(int(user)), {"type": NEWS, "match": only} if only else {"type": NEWS})


class _ThreadLocalRunner(threading.local):
    """An event loop per sending thread, reused between calls so that the connection to the broker stays open."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()


_local = _ThreadLocalRunner()


def _send(group: str, message: dict[str, Any]) -> None:
    _local.runner.run(_group_send(group, message))


async def _group_send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await asyncio.wait_for(layer.group_send(group, message), SEND_TIMEOUT)
