"""Sitting down in a room, agreeing on a rated match, and starting it."""

from typing import Any

from django.db import transaction

from companion.models import Hand, Room
from companion.refusals import NoSuchCode
from companion.selectors.rooms import agreement, way_to
from companion.services.rooms import hands
from games import clock
from games.core.text import _
from games.models import Match
from games.policy import policy
from games.refusals import Conflict, Forbidden, Missing
from games.services.match import match_setup
from games.services.waiting import tables
from games.services.waiting.locked_table import lock_open


def sit_down(*, user: Any, session: str, code: str) -> Match:
    """Seat `user` at the table to which `code` leads, with their hand on the device with this `session`; return its
    match. Sitting down twice changes nothing.

    Raises `NoSuchCode` (also for one that has just been renewed), and as `tables.join_table` does: `Forbidden` (blocks,
    bans), and `Conflict` for a table that is full or has started.
    """
    found = way_to(code)
    if found is None:
        raise NoSuchCode
    match_id, link = found
    try:
        match = tables.join_table(user=user, match_id=match_id, link_token=link)
    except Missing:
        raise NoSuchCode from None
    hands.hold(user=user, match_id=match_id, session=session)
    return match


def agree(*, user: Any, match_id: str, agrees: bool) -> None:
    """Store whether `user`, who sits at the table, agrees to a rated match. Raises `Missing`, `Forbidden` for players
    who can't play rated matches, and `Conflict`."""
    with transaction.atomic(durable=True):
        match = lock_open(user, match_id)
        room = Room.objects.filter(pk=match.pk).first()
        if room is None:
            raise Missing
        if not room.offers_rated:
            raise Conflict(_("This match is casual."))
        if not match.seats.filter(user=user.pk).exists():
            raise Conflict(_("You’re not at this table."))
        refusal = policy().refuse_rated(user)
        if agrees and refusal is not None:
            raise Forbidden(refusal)
        hand, _is_new = Hand.objects.get_or_create(room=room, user=user)
        if (hand.agreed_at is not None) == agrees:
            return
        hand.agreed_at = clock.now() if agrees else None
        hand.save(update_fields=["agreed_at"])
        match_setup.save_change(match, ())  # so that the match starts with the agreements that its host has seen


def start(*, host: Any, match_id: str, rev: int) -> None:
    """Start the match of a room as `tables.start_table` does: rated if all have agreed on that, and nobody gets mail
    about it. Raises the same, and `Missing` for a match without a room."""
    room = Room.objects.select_related("match").filter(pk=match_id).first()
    if room is None:
        raise Missing
    found = agreement(room, list(room.match.seats.all()))
    is_rated = found is not None and found.is_complete
    # An agreement raises the revision: with another one than this, the table has changed since.
    tables.start_table(host=host, match_id=match_id, rev=rev, is_rated=is_rated, is_muted=True)
