"""What the workers do. Tasks carry an id and a ply, may run twice or late, and find nothing to do then."""

import structlog
from celery import shared_task
from django.db import DatabaseError

from games import clock, signals
from games.models import Match, Seat, Status
from games.services import bots, deadlines, downtime, tables

logger = structlog.get_logger(__name__)

THINKING = 20  # seconds for all bots that a match waits for; then the safe move is made
STUBBORN = 5  # seconds more until the process of a bot that does not let itself be stopped is ended
WAKE_AGAIN = 15  # seconds that the sweep's wake-up may wait for a worker; later sweeps have sent newer ones
BATCH = 200  # matches that one sweep looks after; the next comes within seconds


@shared_task(name="games.tasks.advance", soft_time_limit=THINKING, time_limit=THINKING + STUBBORN)
def advance(match_id: str, ply: int) -> None:
    """Let the bots of a match decide what they owe, and tell people who are due or whose match has ended.

    `ply` is where the match stood when the task was sent; the task always acts on where it stands now.
    """
    bots.play_bots(match_id)
    tell(match_id)


def tell(match_id: str) -> None:
    """Announce who is due in a match and, once, that it has ended. Receivers keep a key of their own."""
    due = Seat.objects.filter(match=match_id, match__status=Status.RUNNING, due_decision__isnull=False, bot="")
    for index, user_id, decision in due.values_list("index", "user_id", "due_decision"):
        if user_id is not None:
            signals.turn_due.send_robust(Match, match_id=match_id, seat=index, user_id=user_id, decision=decision)
    ended = Match.objects.filter(pk=match_id, status=Status.FINISHED, end_announced_at=None)
    if ended.exists():
        signals.match_finished.send_robust(Match, match_id=match_id)
        ended.update(end_announced_at=clock.now())


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Find what a lost message left behind: deadlines that have passed, bots that are due, ends not announced.

    The database is the queue of record, so this alone is enough to keep every match moving.
    """
    downtime.beat()
    moment = clock.now()
    overdue = Match.objects.filter(status=Status.RUNNING, deadline__lte=moment).values_list("pk", flat=True)
    for match_id in overdue.union(bots.unattended(moment))[:BATCH]:
        try:
            deadlines.expire(match_id)
        except DatabaseError as error:  # one match in trouble must not hold up the others
            logger.error("sweep failed", match=match_id, error=type(error).__name__)
            continue
        advance.apply_async((match_id, 0), queue="bots", expires=WAKE_AGAIN)
    ended = Match.objects.filter(status=Status.FINISHED, end_announced_at=None)
    for match_id in ended.values_list("pk", flat=True)[:BATCH]:
        tell(match_id)


@shared_task(name="games.tasks.expire_tables")
def expire_tables() -> None:
    """Close tables that nobody filled in time."""
    tables.expire_tables()
