"""Periodic tasks of the notices app. They are idempotent and may run concurrently."""

from celery import shared_task

from games import clock
from masques_site.notices import cleaning
from masques_site.notices.channels import CHANNELS
from masques_site.notices.services import delivering, finding, leasing, passing_on


@shared_task(name="masques_site.notices.tasks.sweep")
def sweep() -> None:
    """Create the missing notices of pressing kinds, and pass on all that are due."""
    finding.find_missing(pressing=True)
    passing_on.pass_on_due()
    passing_on.pass_on_lines()


@shared_task(name="masques_site.notices.tasks.sweep_others")
def sweep_others() -> None:
    """Create the missing notices of the other kinds."""
    finding.find_missing(pressing=False)


@shared_task(name="masques_site.notices.tasks.deliver_due")
def deliver_due() -> None:
    """Wake the workers of channels over which something is due."""
    for channel, failing in leasing.due_now(clock.now()):
        deliver.apply_async((channel, failing), queue="notices", expires=30)


@shared_task(name="masques_site.notices.tasks.deliver")
def deliver(channel: str, failing: bool) -> None:
    """Send what is due over a channel."""
    if channel in CHANNELS:
        delivering.deliver(channel, failing=failing)


@shared_task(name="masques_site.notices.tasks.look_through_all")
def look_through_all() -> None:
    """Let the next sweep check for missing notices of everything that is owed, however old."""
    finding.look_through_all()


@shared_task(name="masques_site.notices.tasks.prune_outbox")
def prune_outbox() -> None:
    """Delete mails of the embedded site that have been on show for a month."""
    cleaning.prune_outbox()


@shared_task(name="masques_site.notices.tasks.prune")
def prune() -> None:
    """Delete old notices, and old deliveries."""
    cleaning.prune()
    cleaning.prune_deliveries()
