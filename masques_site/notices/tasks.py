"""What the clock asks for. Both may run twice, late, or at once: rows decide."""

from celery import shared_task

from masques_site.notices import services


@shared_task(name="masques_site.notices.tasks.sweep")
def sweep() -> None:
    """Find and tell everything that nobody has been told yet."""
    services.notify_due()


@shared_task(name="masques_site.notices.tasks.prune")
def prune() -> None:
    """Forget old notices."""
    services.prune()
