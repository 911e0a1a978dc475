"""What travels to open pages: hints, and nothing else.

All group messages of the site stand here:

==========  =======================  ============================================================
type        fields                   meaning
==========  =======================  ============================================================
match.hint  match: str, rev: int     the public state of this match has reached this revision
==========  =======================  ============================================================

A page that gets a hint fetches its own view. Nothing else may ever be put in a group message: a group is read by
everybody at the table and by spectators.
"""

import asyncio
from functools import partial

from channels.layers import get_channel_layer

from games import outbound

HINT = "match.hint"
PATIENCE = 2.0  # seconds; a hint that the broker does not take by then is lost, and pages find out by themselves


def group_of(match_id: str) -> str:
    """The group of all open pages of a match."""
    return f"match.{match_id}"


def announce(match_id: str, rev: int) -> None:
    """Tell the open pages of a match that it has reached `rev`. Never waits, never raises."""
    outbound.post("hint", partial(_send, match_id, rev))


def _send(match_id: str, rev: int) -> None:
    asyncio.run(_group_send(match_id, rev))


async def _group_send(match_id: str, rev: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        message = {"type": HINT, "match": match_id, "rev": rev}
        await asyncio.wait_for(layer.group_send(group_of(match_id), message), PATIENCE)
