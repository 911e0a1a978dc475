"""The codes of rooms and hands: one sends people to a table, the other moves a hand."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from companion.core.letters import new_code
from companion.models import Hand, Room
from games import clock
from games.core.text import _
from games.models import Status, new_link_token
from games.refusals import Conflict, Missing
from games.services.match import match_setup
from games.services.waiting.locked_table import check_host, lock_visible

ROOM_CODE_LASTS = timedelta(hours=24)
HAND_CODE_LASTS = timedelta(minutes=5)


def unused_code() -> str:
    """Return a new code that leads nowhere yet. Codes whose time is up are taken away first."""
    for model in (Room, Hand):
        model.objects.filter(code__isnull=False, code_until__lte=clock.now()).update(code=None, code_until=None)
    while True:
        code = new_code()
        if not Room.objects.filter(code=code).exists() and not Hand.objects.filter(code=code).exists():
            return code


def give_code(room: Room) -> None:
    """Give `room`, which the caller stores, a new code."""
    room.code, room.code_until = unused_code(), clock.now() + ROOM_CODE_LASTS


def renew_code(*, host: Any, match_id: str) -> None:
    """Give the room of a table a new code and a new private link. All that came by the old ones must come again: phones
    without a seat, and screens. Raises `Missing`, `Forbidden` and `Conflict`."""
    with transaction.atomic(durable=True):
        match = lock_visible(host, match_id)
        room = Room.objects.filter(pk=match.pk).first()
        if room is None:
            raise Missing
        check_host(match, host)
        if match.status not in (Status.OPEN, Status.RUNNING):
            raise Conflict(_("This match is over, so its code stays the same."))
        give_code(room)
        room.save(update_fields=["code", "code_until"])
        match.link_token = new_link_token()
        match_setup.save_change(match, ("link_token",))
