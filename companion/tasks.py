"""The tasks of the workers. They may run twice or late, and then find nothing to do."""

from celery import shared_task

from companion.services.plays import announcing, files


@shared_task(name="companion.tasks.sweep")
def sweep() -> None:
    """Announce the plays that count from now on, or no longer."""
    announcing.announce_due()


@shared_task(name="companion.tasks.prune")
def prune() -> None:
    """Forget the files that were sent for import more than a day ago."""
    files.discard_old()
