"""Opening a room, for a first match and for the next one with the same people."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from companion.models import Hand, Room
from companion.services.rooms import codes
from games import clock
from games.core.text import _
from games.models import Access, Match, Seat
from games.policy import policy
from games.refusals import BadInput, Forbidden
from games.services.waiting import tables


def open_room(
    *,
    host: Any,
    session: str,
    title: str,
    seats: int,
    settings: Mapping[str, str],
    pace: str,
    bots: Sequence[str] = (),
    offers_rated: bool = False,
) -> Match:
    """Open a table in one room, with `host` on its first seat and `bots` on the last ones; return its match. It has a
    private link, and its host starts it. The host's hand is on the device with this `session`.

    `offers_rated` if the match becomes a rated one in case all agree. Raises `BadInput` (naming the field),
    `Forbidden`, and `Conflict` (too many open tables).
    """
    if offers_rated:
        _check_rated(host, pace)
    with transaction.atomic(durable=True):
        match = tables.new_table(
            host=host,
            title=title,
            seats=seats,
            settings=settings,
            pace=pace,
            access=Access.LINK,
            auto_start=False,
            bots=tables.on_last_seats(bots, seats),
        )
        room = Room(match=match, offers_rated=offers_rated)
        codes.give_code(room)
        room.save(force_insert=True)
        Hand.objects.create(room=room, user=host, session=session)
        _mute(match)
    return match


def _check_rated(host: Any, pace: str) -> None:
    if pace in clock.PACES and clock.PACES[pace].time_control.bank is None:
        raise BadInput(_("Match type: a rated match needs a clock."))
    refusal = policy().refuse_rated(host)
    if refusal is not None:
        raise Forbidden(refusal)


def play_again(*, user: Any, session: str, match_id: str) -> Match:
    """Open a table for the people of a finished match, with `user` on their own seat, or seat them at the one that
    another of them has opened; return its match. The code of the room leads there from now on.

    Raises `Missing`, `Forbidden` and `Conflict`.
    """
    with transaction.atomic(durable=True):
        match = tables.open_again(user=user, match_id=match_id)
        before = Room.objects.select_for_update().filter(pk=match_id).first()
        room, is_new = Room.objects.get_or_create(
            pk=match.pk, defaults={"offers_rated": before is not None and before.offers_rated}
        )
        if is_new:
            _take_code(room, before)
            _mute(match)
        Hand.objects.get_or_create(room=room, user=user, defaults={"session": session})
    if match.seats.filter(user=user.pk).exists():
        return match
    own = Seat.objects.filter(match=match_id, user=user.pk).values_list("index", flat=True).first()
    return tables.join_table(user=user, match_id=match.pk, link_token=match.link_token, index=own)


def _mute(match: Match) -> None:
    """Spare the host mail about the table at which they sit; the others get none from the start on."""
    match.seats.filter(user=match.host_id).update(muted_at=clock.now())


def _take_code(room: Room, before: Room | None) -> None:
    """Give `room` a code: that of the room `before` it, if it has one."""
    codes.give_code(room)
    if before is not None and before.code is not None:
        room.code, before.code, before.code_until = before.code, None, None
        before.save(update_fields=["code", "code_until"])
    room.save(update_fields=["code", "code_until"])
