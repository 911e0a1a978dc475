"""The one write path of moves: forms, retries and programs all come through `play`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.core.engine import ending
from games.core.engine.events import Event
from games.core.engine.log import Position
from games.core.errors import MoveError
from games.core.text import _
from games.models import CLIENT_MOVE_ID, Match, Receipt, Seat, Status
from games.plumbing import bulk_sql
from games.policy import policy
from games.refusals import BadInput, BadMove, Conflict, Forbidden, Refusal, Stale
from games.selectors.matches import to_the_minute
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch, require_running

MAX_MOVE = 200
NO_SEAT = _("You don’t have a seat in this match.")


def itself(actor: Any) -> Any:
    """Return the actor of a caller who has just read them."""
    return actor


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as a transaction has left it: its rows, its log, and the position after it. For reading only. `moments`
    says when those of its events were written that this transaction has added."""

    match: Match
    seats: list[Seat]
    events: list[Event]
    position: Position
    moments: dict[int, datetime]

    @classmethod
    def of(cls, locked: LockedMatch) -> "Snapshot":
        """Return the match as it is in a transaction that no longer changes it; raises `BrokenLog`."""
        position = Position(locked.state, locked.match.decision)
        added = range(locked.found_ply, locked.match.ply)
        moments = dict.fromkeys(added, to_the_minute(locked.moment))
        return cls(locked.match, locked.seats, locked.log, position, moments)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A committed move. `rev` is the match's public revision after it; `repeated` if it had been taken before, else
    there is a `snapshot` of the match after it."""

    rev: int
    repeated: bool = False
    snapshot: Snapshot | None = None


def play(
    *,
    actor: Any,
    match_id: str,
    seat: int | None,
    text: str,
    seen: int,
    client_move_id: str,
    confirm: Callable[[Any], Any] = itself,
) -> Accepted:
    """Take the move `text` (notation, without the seat) of `seat` by the user `actor`; None is the seat they hold.

    `seen` is the decision the caller saw: the ply at which it was opened. `client_move_id` is the caller's own
    name for this attempt: a retry with the same id and text gets the first answer and moves nothing. `confirm` is asked
    under the lock for the actor as they are now, where the caller has known them for a while; it may raise a `Refusal`.

    Acknowledged means committed: the event, or the sealed answer, is in the database. Raises a `Refusal`, and then
    nothing of this move was kept: `BadInput`, `Missing`, `Forbidden`, `Conflict`, `Stale`, `BadMove`.
    """
    _check_input(text, client_move_id)
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id, actor, client_move_id)
        answer = _play(locked, confirm(actor), seat, text, seen, client_move_id)
    if isinstance(answer, Refusal):
        raise answer
    return answer


def resign(*, actor: Any, match_id: str, seat: int) -> None:
    """Give up `seat`: with two seats the match is lost, with more a bot takes over. Repeating it does nothing.

    Raises a `Refusal`: `Missing`, `Forbidden`, `Conflict`.
    """
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id, actor)
        row = seat_of(locked, actor, seat)
        if row.user_id == actor.pk and row.vacated_at is not None:
            return
        check_may_act(row, actor)
        require_running(locked.match)
        locked.settle_deadlines()
        if locked.match.status == Status.RUNNING and not row.bot:
            locked.give_up(row, ending.RESIGNED, actor.pk)
        locked.save()


def lock_to_act(match_id: str, actor: Any) -> tuple[LockedMatch, Seat]:
    """Lock the running match, settle its deadlines, and return it with the seat on which `actor` plays. Only inside a
    transaction. Raises a `Refusal`: `Missing`, `Forbidden`, `Conflict`."""
    locked = LockedMatch.lock(match_id, actor)
    row = seat_of(locked, actor, None)
    check_may_act(row, actor)
    require_running(locked.match)
    locked.settle_deadlines()
    return locked, row


def _check_input(text: str, client_move_id: str) -> None:
    if not text:
        raise BadInput(_("The move is empty."))
    if len(text) > MAX_MOVE:
        raise BadInput(_("The move is too long (up to %(limit)s characters).", limit=MAX_MOVE))
    if not text.isprintable() or not text.isascii():
        raise BadInput(_("The move has characters that aren’t used in any notation."))
    if not CLIENT_MOVE_ID.fullmatch(client_move_id):
        raise BadInput(_("client_move_id must be 1 to 64 letters, digits, “-” or “_”."))


def _play(
    locked: LockedMatch, actor: Any, seat: int | None, text: str, seen: int, client_move_id: str
) -> Accepted | Refusal:
    """Run the steps of the write path under the lock, in this order. A refusal after the deadline rule is returned, not
    raised: what the deadline rule settled must still be committed."""
    row = seat_of(locked, actor, seat)
    check_may_act(row, actor)
    if row.index in locked.receipts:
        known = Receipt.objects.get(pk=locked.receipts[row.index])
        if known.text == text:
            return Accepted(known.rev, repeated=True)
        raise Conflict(_("Another move has already been sent with this client_move_id."))
    require_running(locked.match)
    settled = locked.settle_deadlines()
    refusal = _decide(locked, row, actor, text, seen)
    if settled or refusal is None:
        locked.save(has_receipt=refusal is None)
    if refusal is not None:
        return refusal
    receipt = Receipt(
        match=locked.match,
        seat=row.index,
        client_move_id=client_move_id,
        text=text,
        rev=locked.match.rev,
        at=locked.moment,
    )
    bulk_sql.insert([receipt])
    return Accepted(locked.match.rev, snapshot=Snapshot.of(locked))


def _decide(locked: LockedMatch, row: Seat, actor: Any, text: str, seen: int) -> Refusal | None:
    """Apply `text` if the decision that the caller saw is still open to `row`; otherwise return the refusal."""
    if locked.match.status != Status.RUNNING or row.bot:
        return Stale(_("Time ran out before this move arrived."))
    if seen != locked.match.decision or row.index not in locked.state.deciders():
        if seen > locked.match.decision:
            return BadInput(_("seen refers to a decision that hasn’t come up yet."))
        return Stale(_("That decision is closed. See the page for what’s open now."))
    if row.bot_for_decision == locked.match.decision:
        return Stale(_("Your time ran out, so a bot is making this decision for you."))
    try:
        parts = locked.game.parse_move(locked.state, row.index, text)
    except MoveError as error:
        return BadMove(error.reason)
    locked.decide(row, locked.game.format_move(locked.state, row.index, parts), actor.pk)
    return None


def seat_of(locked: LockedMatch, actor: Any, seat: int | None) -> Seat:
    """Return the seat row; for None the one that `actor` holds. Raises `Forbidden`."""
    if seat is None:
        own = next((row for row in locked.seats if row.user_id == actor.pk), None)
        if own is None:
            raise Forbidden(NO_SEAT)
        return own
    for row in locked.seats:
        if row.index == seat:
            return row
    raise Forbidden(_("That seat is empty."))


def check_may_act(row: Seat, actor: Any) -> None:
    """Raise `Forbidden` unless `actor` plays on that seat now, and may play."""
    if row.user_id is None or row.user_id != actor.pk:
        raise Forbidden(_("This isn’t your seat."))
    if row.bot:
        raise Forbidden(_("You gave up this seat, and a bot is playing it."))
    refusal = policy().refuse_to_play(actor)
    if refusal is not None:
        raise Forbidden(refusal)
