"""The tasks of the workers. They carry an id and a ply, may run twice or late, and then find nothing to do."""

import structlog
from celery import shared_task
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q
from django.dispatch import Signal

from games import clock, signals
from games.models import Match, Outage, Seat, Status
from games.services.bot_moves import bots
from games.services.clocks import deadlines, downtime
from games.services.keeping import receipts
from games.services.keeping.quarantine import is_stored, set_aside
from games.services.match import in_advance
from games.services.waiting import tables

logger = structlog.get_logger(__name__)

THINKING = 20  # seconds for all bots that a match waits for; then the safe move is made
STUBBORN = 5  # seconds more until the process of a bot that cannot be stopped is ended
WAKE_AGAIN = 15  # seconds that the sweep's wake-up may wait for a worker; later sweeps have sent newer ones
BATCH = 200  # matches that one sweep looks after; the next comes within seconds


@shared_task(name="games.tasks.advance", soft_time_limit=THINKING, time_limit=THINKING + STUBBORN)
def advance(match_id: str, ply: int) -> None:
    """Let the bots of a match decide what they owe, and announce who is due or that the match has ended.

    `ply` is the match's ply when the task was sent; the task always acts on the present one. A failing bot does not
    keep people from being notified.
    """
    try:
        bots.play_bots(match_id)
    finally:
        announce(match_id)


def announce(match_id: str) -> None:
    """Send the signals of a match: who owes a decision and, until every receiver has succeeded, that it has ended.
    After that, delete its answers in advance.

    Both may be sent more than once: receivers are idempotent.
    """
    _announce_turns([match_id])
    # Asked of the database: an unreadable moment in a column keeps nobody from being notified of the end.
    ended = Match.objects.annotate(counts=Q(annulled_at=None) | Q(annulled_at=F("finished_at"))).filter(
        pk=match_id, status=Status.FINISHED, end_announced_at=None
    )
    counts = ended.values_list("counts", flat=True).first()
    if counts is not None and _send(signals.match_finished, match_id, match_id=match_id):
        in_advance.forget_answers_in_advance(match_id)
        # One that was annulled while the receivers were at work is announced again.
        ended.filter(counts=counts).update(end_announced_at=clock.now())


@shared_task(name="games.tasks.announce_due")
def announce_due(match_ids: list[str]) -> None:
    """Announce who owes a decision in these matches."""
    _announce_turns(match_ids)


def _announce_turns(match_ids: list[str]) -> None:
    seats = Seat.objects.filter(match__in=match_ids, match__status=Status.RUNNING, due_decision__isnull=False, bot="")
    due = sorted(set(seats.filter(user__isnull=False).values_list("match_id", flat=True)))
    if due:
        _send(signals.turns_due, ", ".join(due), match_ids=due)


def _send(signal: Signal, about: str, **facts: object) -> bool:
    """Call all receivers of `signal`; return whether each of them succeeded.

    Log each failed receiver, with `about`, the match, and the class of its error; Django logs the error itself.
    """
    results = signal.send_robust(Match, **facts)
    failed = [(receiver, error) for receiver, error in results if isinstance(error, Exception)]
    for receiver, error in failed:
        name = getattr(receiver, "__qualname__", "")
        logger.error("receiver failed", match=about, receiver=name, error=type(error).__name__)
    return not failed


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Do what a lost message left undone: settle deadlines that have passed, wake bots that are due, announce ends.

    The database is the queue of record, so this alone is enough to keep every match moving. No match can keep another
    from its turn: see `_attend`.
    """
    downtime.record_heartbeat()
    moment = clock.now()
    owing = Exists(Outage.objects.filter(cursor__lt=OuterRef("pk")))  # their clocks are still to be moved
    ringing = Match.objects.filter(~owing, status=Status.RUNNING, alarm__lte=moment)
    ringing.filter(deadline__gt=moment).update(alarm=F("deadline"))  # moved on since it was set
    late = ringing.filter(deadline__lte=moment).order_by("deadline")
    # Deadlines first: they are settled immediately, while bots wait for workers, and more of them than a batch may do
    # so.
    overdue = late.values_list("pk", flat=True)[:BATCH]
    unattended = bots.unattended(moment)[:BATCH]
    for match_id in list(dict.fromkeys([*overdue, *unattended]))[:BATCH]:
        _attend(match_id)
    # The newest first: an end whose receiver fails every time must not keep those of others from being announced.
    ended = Match.objects.filter(finished_at__isnull=False, end_announced_at=None, status=Status.FINISHED)
    for match_id in ended.order_by("-finished_at").values_list("pk", flat=True)[:BATCH]:
        try:
            announce(match_id)
        except Exception as error:  # noqa: BLE001 - the next end is still announced
            logger.error("match end announcement failed", match=match_id, error=type(error).__name__)


def _attend(match_id: str) -> None:
    """Settle the deadlines of one match and wake its bots. Never raises an error.

    A match that cannot be read is set aside by `deadlines.expire` itself. An unexpected error also sets it aside if the
    rows cause it, not a failing database or broker (`is_stored`). It may be a bug that these rows are the first to
    trigger. Setting it aside is right even so: only rows and the clock are involved, so the next sweep would fail in
    the same way, and the match's clock could run out without being settled. Set aside, the match loses nothing and
    costs no player time, the log line names it, and its status can be restored.

    Other errors are logged; the match is tried again by the next sweep.
    """
    try:
        _settle(match_id)
        advance.apply_async((match_id, 0), queue="bots", expires=WAKE_AGAIN)
    except Exception as error:  # noqa: BLE001 - one match in trouble must not hold up the others
        logger.error("sweep failed", match=match_id, error=type(error).__name__)


def _settle(match_id: str) -> None:
    try:
        deadlines.expire(match_id)
    except Exception as error:
        if is_stored(error):
            set_aside(match_id, error)
        raise


@shared_task(name="games.tasks.prune_receipts")
def prune_receipts() -> None:
    """Delete receipts that can serve no retry any more."""
    receipts.prune()


@shared_task(name="games.tasks.renew_statistics")
def renew_statistics() -> None:
    """Let SQLite re-analyse tables that have changed much: its planner depends on it. PostgreSQL does that by
    itself."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit = 1000")  # rows of each index: enough to choose by, and quick
            cursor.execute("PRAGMA optimize = 0x10002")  # all tables, not only those that this connection has read


@shared_task(name="games.tasks.expire_tables")
def expire_tables() -> None:
    """Close tables that were not filled in time."""
    tables.expire_tables()
