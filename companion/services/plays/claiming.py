"""Codes of plays: for confirming on another phone, and for people who claim their name once they have an account."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from companion.core.letters import new_code, read_code
from companion.models import Answer, Play, PlayLine, PlayState, Verb
from companion.policy import policy
from companion.refusals import NoSuchPlay
from companion.services.plays.locked_play import LockedPlay
from games import clock
from games.core.errors import BrokenLog
from games.core.text import _
from games.policy import policy as games_policy
from games.refusals import Conflict, Forbidden

CODE_LIFETIME = timedelta(hours=24)


def renew_code(*, user: Any, play_id: str) -> str:
    """Give the play of `user`, who sat there or recorded it, a new code and return it; the one before ends. Raises
    `NoSuchPlay` and `Conflict`."""
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_id)
        play = locked.play
        if locked.seat_of(user) is None and play.recorder_id != user.pk:
            raise NoSuchPlay
        if play.state == PlayState.VOID:
            raise Conflict(_("An organiser decided that this result doesn’t count."))
        play.code = new_code()
        while Play.objects.filter(code=play.code).exists():
            play.code = new_code()
        play.code_until = clock.now() + CODE_LIFETIME
        play.save(update_fields=["code", "code_until"])
        return play.code


def play_by_code(typed: str) -> Play:
    """Return the play with this code; raises `NoSuchPlay` for a wrong one and for one that has expired."""
    code = read_code(typed)
    try:
        found = None if code is None else Play.objects.filter(code=code, code_until__gt=clock.now()).first()
    except BrokenLog as error:
        raise NoSuchPlay from error
    if found is None:
        raise NoSuchPlay
    return found


def claim(*, user: Any, code: str, index: int, version: int) -> Play:
    """Give `user` the seat `index` of the play with this code, which is that of a name without an account, and with it
    confirm the result that they saw as `version`. Each account can do that once. Raises `NoSuchPlay`, `Stale`,
    `Forbidden` (guests, blocks), `Conflict` (the seat has an account, the result doesn't count)."""
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_by_code(code).pk)
        locked.check_version(version)
        play = locked.play
        if play.state == PlayState.VOID:
            raise Conflict(_("An organiser decided that this result doesn’t count."))
        if locked.seat_of(user) is not None:
            raise Conflict(_("You have a seat at this table already."))
        if PlayLine.objects.filter(play=play, actor=user.pk, verb=Verb.CLAIMED).exists():
            raise Conflict(_("You’ve used this code already. Ask the player who recorded the result to add you."))
        others = [seat.user for seat in locked.seats if seat.user is not None]
        refusal = games_policy().refuse_rated(user) or policy().refuse_to_record(user, others)
        if refusal is not None:
            raise Forbidden(refusal)
        seat = next((seat for seat in locked.seats if seat.index == index), None)
        if seat is None or seat.user_id is not None or not seat.name:
            raise Conflict(_("This name has an account already."))
        seat.user, seat.claimed_at = user, clock.now()
        seat.save(update_fields=["user", "claimed_at"])
        locked.answer(seat, Answer.CONFIRMED)
        locked.note(user, Verb.CLAIMED, name=seat.name)
        if play.state != PlayState.CONFIRMED:
            locked.settle()
    return play


def release(*, actor: Any, play_id: str, index: int) -> None:
    """Take the account off a name that it claimed wrongly; only the recorder may. A result that is confirmed by one
    account alone then waits again. Raises `NoSuchPlay`, `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_id)
        if locked.play.recorder_id != actor.pk:
            if locked.seat_of(actor) is None:
                raise NoSuchPlay
            raise Forbidden(_("Only the player who recorded the result can do that."))
        seat = next((seat for seat in locked.seats if seat.index == index), None)
        if seat is None or seat.user_id is None or seat.claimed_at is None or seat.user_id == actor.pk:
            raise Conflict(_("No account has claimed this name."))
        seat.user, seat.claimed_at = None, None
        seat.save(update_fields=["user", "claimed_at"])
        locked.answer(seat, Answer.NONE)
        locked.note(actor, Verb.RELEASED, name=seat.name)
        if locked.play.state != PlayState.VOID:
            locked.settle()
