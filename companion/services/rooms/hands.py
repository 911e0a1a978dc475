"""Hands: the devices that they are on, and how they move from one to another."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import transaction

from companion.models import Hand, Room
from companion.policy import policy
from companion.refusals import NoSuchCode
from companion.selectors.rooms import MOVED_HANDS, NOT_OVER, hand_by_code
from companion.services.rooms import codes
from games import clock, live
from games.core.text import _
from games.models import Match, Seat
from games.refusals import Conflict, Forbidden, Missing
from games.selectors.matches import PRIVATE_LINKS


def hold(*, user: Any, match_id: str, session: str) -> None:
    """Note that the hand of `user` is on the device with this `session`, if it is on none yet."""
    hand, _is_new = Hand.objects.get_or_create(room_id=match_id, user=user, defaults={"session": session})
    Hand.objects.filter(pk=hand.pk, session="").update(session=session)


def offer_code(*, user: Any, match_id: str) -> None:
    """Give the hand of `user` a code by which another device takes it over: once, and within five minutes. It replaces
    the one before.

    Raises `Missing` for a match without a room or without a seat of theirs, `Forbidden` for users who log in on the
    other device instead, and `Conflict` when the match is over.
    """
    with transaction.atomic(durable=True):
        hand = _own_hand(user, match_id)
        if not policy().moves_by_code(user):
            raise Forbidden(_("You have an account: log in on the other device instead."))
        if hand.room.match.status not in NOT_OVER:
            raise Conflict(_("This match is over."))
        hand.code, hand.code_until = codes.unused_code(), clock.now() + codes.HAND_CODE_LASTS
        hand.save(update_fields=["code", "code_until"])


def take_by_code(*, code: str, enter: Callable[[Any], str]) -> Match:
    """Move the hand that has this `code` to another device, and return its match. `enter` logs that device in as the
    user whom it gets, and returns the key of its session. The device before is logged out.

    Raises `NoSuchCode` for one that is wrong, used or too old, or whose user has got an account meanwhile.
    """
    with transaction.atomic(durable=True):
        found = hand_by_code(code)
        hand = None if found is None else Hand.objects.select_for_update().filter(pk=found.pk, code=code).first()
        if found is None or hand is None or not policy().moves_by_code(found.user):
            raise NoSuchCode
        if not Seat.objects.filter(match=hand.room_id, user=hand.user_id).exists():  # they have left the table
            raise NoSuchCode
        match = hand.room.match
        _log_out(hand, match)
        hand.code, hand.code_until, hand.session = None, None, enter(found.user)
        hand.save(update_fields=["code", "code_until", "session"])
    return match


def take_here(*, user: Any, match_id: str, session: str) -> None:
    """Move the hand of `user` to the device with this `session`, on which they are logged in; the one before is logged
    out. Raises `Missing` for a match without a room or without a seat of theirs."""
    with transaction.atomic(durable=True):
        hand = _own_hand(user, match_id)
        if hand.session == session:
            return
        _log_out(hand, hand.room.match)
        hand.code, hand.code_until, hand.session = None, None, session
        hand.save(update_fields=["code", "code_until", "session"])


def _own_hand(user: Any, match_id: str) -> Hand:
    """Lock and return the hand of `user`, which a seat of theirs gives them. Raises `Missing`."""
    if not Seat.objects.filter(match=match_id, user=user.pk).exists():
        raise Missing
    if not Room.objects.filter(pk=match_id).exists():
        raise Missing
    Hand.objects.get_or_create(room_id=match_id, user=user)
    hand: Hand = Hand.objects.select_for_update().get(room=match_id, user=user.pk)
    return hand


def _log_out(hand: Hand, match: Match) -> None:
    """Log the device of `hand` out, if it is still logged in as its user. It keeps the right to watch the match, and
    says that the hand has moved."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(hand.session or None)
    if hand.session and store.get(SESSION_KEY) == str(hand.user_id):
        store.clear()
        store[PRIVATE_LINKS] = {match.pk: match.link_token}
        store[MOVED_HANDS] = [match.pk]
        store.save()
    transaction.on_commit(partial(live.recheck, hand.user_id), robust=True)
