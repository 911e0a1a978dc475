"""The tasks of the workers. They carry ids, may run twice or late, and then find nothing to do."""

from collections.abc import Callable
from time import monotonic

import structlog
from celery import shared_task

from games.core.errors import BrokenLog
from games.services.clocks import downtime
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.playing import starting, upkeep
from leagues.services.ratings import dumps, integrity, ledger, rated_results, recompute
from leagues.services.timetable import steps

logger = structlog.get_logger(__name__)

RATING_SECONDS = 20
FINDING_SECONDS = 900


@shared_task(name="leagues.tasks.sweep")
def sweep() -> None:
    """Do what is due in all seasons: steps of timetables, matches that may start, matches to be looked after.

    Each is found by an index of what is open, so that a tick with nothing to do costs four statements however many
    leagues there are. The first is the heartbeat: after an outage deadlines move before anything is due.
    """
    downtime.record_heartbeat()
    _do_all(steps.do_due_steps, starting.start_due, upkeep.do_upkeep)


@shared_task(name="leagues.tasks.fill_seats")
def fill_seats() -> None:
    """Offer abandoned seats to substitutes, take back unanswered offers, and end unanswered challenges."""
    downtime.record_heartbeat()
    _do_all(substitutes.offer_seats, challenges.end_unanswered)


def _do_all(*kinds: Callable[[], int]) -> None:
    """Run every job; a failing job does not stop the others."""
    for work in kinds:
        try:
            work()
        except Exception as error:
            logger.exception("sweep failed", work=work.__name__, error=type(error).__name__)


@shared_task(name="leagues.tasks.rate")
def rate() -> None:
    """Rate the results that are due, for some seconds; the rest is left to another run, so that none takes long."""
    memory, until = ledger.Memory(), monotonic() + RATING_SECONDS
    while ledger.rate_due(memory):
        if monotonic() > until:
            rated_results.wake()
            return


@shared_task(name="leagues.tasks.publish_dumps", soft_time_limit=600, time_limit=660)
def publish_dumps() -> None:
    """Publish the dump of the last month unless that is done; later, while results of it are still to be rated."""
    try:
        dumps.publish_last_month()
    except (recompute.Waiting, recompute.Disturbed, BrokenLog) as error:
        logger.info("dump postponed", reason=type(error).__name__)


@shared_task(name="leagues.tasks.find_flags", soft_time_limit=FINDING_SECONDS, time_limit=FINDING_SECONDS + 30)
def find_flags() -> None:
    """Look for results that were agreed upon, for moderators to judge."""
    integrity.find_flags()
