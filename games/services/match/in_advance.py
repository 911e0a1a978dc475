"""Stores what players answer in advance to questions they may be asked later."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games import clock
from games.core.engine.state import TURN
from games.core.errors import MoveError
from games.core.text import _
from games.models import Seat, StandingAnswer, Status
from games.refusals import BadInput, Conflict, Refusal
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch
from games.services.match.play import lock_to_act

MOST_KEYS = 60


def keep_answers_in_advance(*, actor: Any, match_id: str, given: Mapping[str, str]) -> None:
    """Keep the answers in advance `given`, by key, for the seat of `actor`; "" for a key means that they want to be
    asked. Other keys stay as they are. Nothing public changes.

    Raises a `Refusal`: `BadInput`, `Missing`, `Forbidden`, `Conflict`.
    """
    if len(given) > MOST_KEYS:
        raise BadInput(_("No title has that many answers."))
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked, row = lock_to_act(match_id, actor)
        refusal = _keep(locked, row, actor.pk, given)
        locked.save()
    if refusal is not None:
        raise refusal


def forget_answers_in_advance(match_id: str) -> None:
    """Delete the answers in advance of a match if it is over."""
    StandingAnswer.objects.filter(match=match_id, match__status=Status.FINISHED).delete()


def _keep(locked: LockedMatch, row: Seat, user_id: int, given: Mapping[str, str]) -> Refusal | None:
    """Store the answers `given`, or return why not. It does not raise the refusal, so that settled deadlines are still
    committed."""
    if locked.match.status != Status.RUNNING or row.bot:
        return Conflict(_("Time ran out before these answers arrived."))
    state, game = locked.state, locked.game
    if state.response() != TURN and game.keys_in_advance(state, row.index):
        return Conflict(_("One of these answers may be needed now. You can change them when everyone has answered."))
    texts: dict[str, str] = {}
    for key, text in given.items():
        try:
            texts[key] = game.parse_in_advance(state, row.index, key, text) if text else ""
        except MoveError as error:
            return BadInput(_("%(key)s: %(reason)s", key=key, reason=error.reason))
    stored = StandingAnswer.objects.filter(match=locked.match, user=user_id)
    stored.filter(key__in=list(texts)).delete()
    rows = [
        StandingAnswer(
            match=locked.match,
            user_id=user_id,
            key=key,
            text=text,
            epoch=state.epoch_in_advance(row.index),
            at=clock.now(),
        )
        for key, text in texts.items()
        if text
    ]
    for answer in rows:
        answer.seal_fields(locked.dealer.key)
    StandingAnswer.objects.bulk_create(rows)
    return None
