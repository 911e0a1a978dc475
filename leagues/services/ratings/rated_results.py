"""From finished matches to the results that are rated."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from games.core.engine import ending
from games.core.engine.events import EventKind
from games.models import Event, FormerHolder, Match, Seat, Status
from games.plumbing import after_commit
from games.selectors.stored import match_outcome
from leagues.core.anchors import anchor
from leagues.core.pools import Pool
from leagues.core.rating import Leaving, RatedMatch, RatedSeat
from leagues.models import RatedResult, RatingState
from leagues.models.rating import seat_as_json

LEAVING = {
    ending.RESIGNED: Leaving.RESIGNED,
    ending.FORFEITED: Leaving.RESIGNED,
    ending.OUT_OF_TIME: Leaving.TIMED_OUT,
    ending.MISSED_RESPONSES: Leaving.TIMED_OUT,
}


def record(match_id: str) -> bool:
    """Store the result of a rated match, or its annulment; return whether anything changed.

    Idempotent. The result is due from now on, and with it all later ones; a worker rates them.
    """
    match = Match.objects.filter(pk=match_id, is_rated=True, status=Status.FINISHED).first()
    if match is None:
        return False
    found = row_of(result_of(match))
    with transaction.atomic(durable=True):
        lock()
        return store(found)


def store(found: RatedResult) -> bool:
    """Store a result that is new, or counts no longer; return whether anything changed. Under `lock`."""
    stored = RatedResult.objects.filter(pk=found.pk).first()
    if stored is not None:
        # Accounts may have been deleted since, so the stored row stays. Only an annulment can change it.
        if found.counts or not stored.counts:
            return False
        stored.counts, stored.is_due = False, True
        found = stored
    found.save()
    transaction.on_commit(wake, robust=True)
    return True


def lock() -> RatingState:
    """Lock and return the row for recording and rating results until the end of the transaction."""
    RatingState.objects.get_or_create(pk=1)
    return RatingState.objects.select_for_update().get(pk=1)


def wake() -> None:
    """Ask the worker of the ratings to rate what is due. Never blocks; if the request is lost, the sweep does it."""
    after_commit.post("rate", _send, key="rate")


def _send() -> None:
    from celery import current_app  # tasks are in a higher layer: the task is referenced by its name

    current_app.send_task("leagues.tasks.rate", queue="ratings", expires=60)


def result_of(match: Match) -> RatedMatch:
    """Return what a finished match means for ratings. Raises `BrokenRow`.

    Seats belong to their first holders: a substitute's result is not rated. Bots that sat there from the start have the
    ratings of their levels; in a title whose bots were never measured they are not rated, so nobody is compared with
    them. The same holds for accounts that are no longer known. If people agreed to end the match, its bots are left
    out: they had no say. A seat without a holder at the start is left out. An arranged match that ended by agreement
    doesn't count: its people have agreed on a result of the real table.
    """
    outcome = match_outcome(match)
    assert outcome is not None, "the match is finished"
    assert match.finished_at is not None
    game = match.game
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    has_bots = any(_is_bot(seat) for seat in seats)
    agreed = outcome.reason == ending.AGREED
    usual = [count for seats_, count in sorted(game.usual_moves.items()) if seats_ <= match.seat_count]
    return RatedMatch(
        match=match.pk,
        title=match.title,
        pool=Pool.of_match(has_bots, game.rated_apart, match.settings).slug,
        finished_at=match.finished_at,
        seats=tuple(seat for seat in _seats(match, seats, outcome.places) if seat.player is not None or not agreed),
        length=Event.objects.filter(match=match, kind=EventKind.MOVE).count(),
        usual=usual[-1] if usual else 0,
        counts=not match.is_annulled and not (agreed and match.source is not None),
        agreed=agreed,
    )


def _seats(match: Match, seats: Sequence[Seat], places: Sequence[int]) -> list[RatedSeat]:
    former = FormerHolder.objects.filter(match=match).order_by("-ply")
    first_holders = {row.seat: row.user_id for row in former}  # the first of each seat comes last
    given_up = _given_up(match)
    found = []
    for seat, place in zip(seats, places, strict=True):
        left = given_up.get(seat.index)
        if left is None and _is_bot(seat):
            strength = anchor(match.game.ladder, match.seat_count, seat.bot)
            found += [] if strength is None else [RatedSeat(None, place, anchor=strength)]
            continue
        player = first_holders.get(seat.index, seat.user_id)
        if player is None:
            player = _first_actor(match, seat.index, match.ply if left is None else left.ply)
        if player is not None:
            rated = RatedSeat(player, place)
            found.append(rated if left is None else replace(rated, left=LEAVING[left.text], left_at=left.at))
    return found


def _is_bot(seat: Seat) -> bool:
    """Return whether a bot has held the seat from the start."""
    return bool(seat.bot) and seat.vacated_at is None


def _given_up(match: Match) -> dict[int | None, Event]:
    """Return, for each seat that was given up, the event of the first time."""
    rows = Event.objects.filter(match=match, kind=EventKind.SITE, text__in=ending.GIVEN_UP)
    return {row.seat: row for row in rows.order_by("-ply")}


def _first_actor(match: Match, seat: int, ply: int) -> int | None:
    """Return the account that acted first for a seat, up to `ply`: the log still has the number of a deleted one. None
    if nobody acted."""
    rows = Event.objects.filter(match=match, seat=seat, ply__lte=ply, actor__isnull=False).order_by("ply")
    return rows.values_list("actor", flat=True).first()


def row_of(result: RatedMatch) -> RatedResult:
    """Return the row for a result, due to be rated; not stored."""
    return RatedResult(
        match=result.match,
        title=result.title,
        pool=result.pool,
        finished_at=result.finished_at,
        seats=[seat_as_json(seat) for seat in result.seats],
        length=result.length,
        usual=result.usual,
        counts=result.counts,
        is_agreed=result.agreed,
    )
