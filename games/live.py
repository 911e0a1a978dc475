"""What travels to open pages: hints, and nothing else.

All group messages of the site stand here:

============  =======================  ============================================================
type          fields                   meaning
============  =======================  ============================================================
match.hint    match: str, rev: int     the public state of this match has reached this revision
person.check  none                     somebody's rights changed: their sockets look again, and close
============  =======================  ============================================================

A page that gets a hint fetches its own view. Nothing else may ever be put in a group message: a group is read by
everybody at the table and by spectators.
"""

import asyncio
import threading
from functools import partial
from typing import Any

from channels.layers import get_channel_layer

from games import after_commit

HINT = "match.hint"
CHECK = "person.check"
PATIENCE = 2.0  # seconds; a hint that the broker does not take by then is lost, and pages find out by themselves


def group_of(match_id: str) -> str:
    """The group of all open pages of a match."""
    return f"match.{match_id}"


def group_of_person(user_id: int) -> str:
    """The group of all open pages of a person."""
    return f"person.{user_id}"


def announce(match_id: str, rev: int) -> None:
    """Tell the open pages of a match that it has reached `rev`. Never waits, never raises."""
    message = {"type": HINT, "match": match_id, "rev": rev}
    after_commit.post("hint", partial(_send, group_of(match_id), message))


def recheck(user_id: int) -> None:
    """Have the open sockets of a person look again at what they may hear (logged out, banned). Never waits."""
    after_commit.post("recheck", partial(_send, group_of_person(user_id), {"type": CHECK}))


class _Loop(threading.local):
    """The event loop of the thread that sends: kept, and with it the connection to the broker."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()


_loop = _Loop()


def _send(group: str, message: dict[str, Any]) -> None:
    _loop.runner.run(_group_send(group, message))


async def _group_send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await asyncio.wait_for(layer.group_send(group, message), PATIENCE)
