"""The tasks of the workers. They may run twice or late, and then find nothing to do."""

from celery import shared_task

from companion.services.plays import announcing


@shared_task(name="companion.tasks.sweep")
def sweep() -> None:
    """Announce the plays that count from now on, or no longer."""
    announcing.announce_due()
