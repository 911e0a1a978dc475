"""Periodic tasks of the notices app. They are idempotent and may run concurrently."""

from celery import shared_task

from masques_site.notices import cleaning, services


@shared_task(name="masques_site.notices.tasks.sweep")
def sweep() -> None:
    """Create all missing notices and send all mails that are due."""
    services.notify_due()


@shared_task(name="masques_site.notices.tasks.look_through_all")
def look_through_all() -> None:
    """Let the next sweep check for missing notices of everything that is owed, however old."""
    services.look_through_all()


@shared_task(name="masques_site.notices.tasks.prune_outbox")
def prune_outbox() -> None:
    """Delete mails of the embedded site that have been on show for a month."""
    cleaning.prune_outbox()


@shared_task(name="masques_site.notices.tasks.prune")
def prune() -> None:
    """Delete old notices."""
    services.prune()
