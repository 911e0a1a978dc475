"""The tasks of the workers. They carry ids, may run twice or late, and then find nothing to do."""

import structlog
from celery import shared_task

from games.services import downtime
from leagues.services import bench, ladders, starting, steps, upkeep

logger = structlog.get_logger(__name__)


@shared_task(name="leagues.tasks.sweep")
def sweep() -> None:
    """Do what is due in all seasons: steps of timetables, matches that may start, matches to be looked after.

    Each is found by an index of what is open, so that a tick with nothing to do costs four statements however many
    leagues there are. The first is the heartbeat: after an outage deadlines move before anything is due.
    """
    downtime.record_heartbeat()
    for work in (steps.do_due_steps, starting.start_due, upkeep.do_upkeep):
        try:
            work()
        except Exception as error:  # the other kinds of work are done all the same
            logger.exception("sweep failed", work=work.__name__, error=type(error).__name__)


@shared_task(name="leagues.tasks.fill_seats")
def fill_seats() -> None:
    """Offer seats that were given up to the bench, take back offers that nobody answered, and end challenges that
    nobody answered."""
    downtime.record_heartbeat()
    bench.offer_seats()
    ladders.end_unanswered()
