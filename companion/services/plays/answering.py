"""The answers of the people who sat at the table, and the decision about a dispute."""

from typing import Any

from django.db import transaction

from companion.core.results import LONGEST_NOTE
from companion.models import Answer, Objection, Play, PlaySeat, PlayState, Verb
from companion.policy import policy
from companion.refusals import NoSuchPlay
from companion.services.plays.locked_play import LockedPlay
from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden, TooLarge


def confirm(*, user: Any, play_id: str, version: int) -> Play:
    """Confirm the result that `user`, who sat there, saw as `version`; an objection of theirs is taken back. Confirming
    twice changes nothing. Raises `NoSuchPlay`, `Stale`, `Conflict` (struck out)."""
    with transaction.atomic(durable=True):
        locked, seat = _own_seat(user, play_id, version)
        if seat.answer == Answer.CONFIRMED:
            return locked.play
        locked.check_open()
        Objection.objects.filter(play=locked.play, user=user, closed_at=None).update(closed_at=clock.now())
        locked.answer(seat, Answer.CONFIRMED)
        locked.note(user, Verb.CONFIRMED)
        locked.settle()
    return locked.play


def dispute(*, user: Any, play_id: str, version: int, text: str) -> Play:
    """Say what is wrong with the result that `user`, who sat there, saw as `version`: it counts nowhere until they take
    that back, it is corrected, or an organiser decides. Saying the same twice changes nothing. Raises `BadInput`,
    `TooLarge`, `NoSuchPlay`, `Stale`, `Conflict` (confirmed by all, struck out)."""
    text = text.strip()
    if not text:
        raise BadInput(_("What’s wrong: say it in a few words."))
    if len(text) > LONGEST_NOTE:
        raise TooLarge(_("What’s wrong: write up to %(most)s characters.", most=LONGEST_NOTE))
    with transaction.atomic(durable=True):
        locked, seat = _own_seat(user, play_id, version)
        locked.check_open()
        earlier = Objection.objects.filter(play=locked.play, user=user, closed_at=None)
        if earlier.filter(text=text, version=version).exists():
            return locked.play
        earlier.update(closed_at=clock.now())
        Objection.objects.create(play=locked.play, user=user, text=text, version=version)
        locked.answer(seat, Answer.DISPUTED)
        locked.note(user, Verb.DISPUTED, text=text)
        locked.settle()
    return locked.play


def decide(*, actor: Any, play_id: str, version: int, counts: bool, reason: str) -> Play:
    """Decide as an organiser that a disputed result counts as it is, or that a disputed or confirmed one doesn't. The
    reason is in the play's log. Raises `BadInput`, `TooLarge`, `NoSuchPlay`, `Stale`, `Forbidden`, `Conflict`."""
    reason = reason.strip()
    if not reason:
        raise BadInput(_("Reason: say why; the players will read it."))
    if len(reason) > LONGEST_NOTE:
        raise TooLarge(_("Reason: write up to %(most)s characters.", most=LONGEST_NOTE))
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_id)
        if not policy().may_decide(actor, locked.play):
            if locked.seat_of(actor) is None:
                raise NoSuchPlay
            raise Forbidden(_("You’re involved in this, so another organiser must decide."))
        locked.check_version(version)
        if locked.play.state == PlayState.VOID or (counts and locked.play.state != PlayState.DISPUTED):
            raise Conflict(_("There’s nothing to decide about this result."))
        Objection.objects.filter(play=locked.play, closed_at=None).update(closed_at=clock.now())
        locked.note(actor, Verb.UPHELD if counts else Verb.STRUCK, reason=reason)
        decision = PlayState.CONFIRMED if counts else PlayState.VOID
        locked.become(decision)
        policy().note_decision(locked.play, actor, decision, reason)
    return locked.play


def _own_seat(user: Any, play_id: str, version: int) -> tuple[LockedPlay, PlaySeat]:
    """Lock the play and return it with the seat of `user`; raises `NoSuchPlay` for anyone else, and `Stale`."""
    locked = LockedPlay.get(play_id)
    seat = locked.seat_of(user)
    if seat is None:
        raise NoSuchPlay
    locked.check_version(version)
    return locked, seat
