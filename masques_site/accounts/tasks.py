"""Periodic tasks of the accounts app."""

from celery import shared_task

from masques_site.accounts import attempts, pauses, pruning, services


@shared_task(name="masques_site.accounts.tasks.sweep")
def sweep() -> None:
    """Delete idle guests and unconfirmed sign-ups."""
    services.sweep_accounts()


@shared_task(name="masques_site.accounts.tasks.apply_pauses")
def apply_pauses() -> None:
    """Apply changed nights and vacations to running matches that do not have them yet."""
    pauses.apply_pending()


@shared_task(name="masques_site.accounts.tasks.prune_visits")
def prune_visits() -> None:
    """Delete expired sessions and values of the cache."""
    pruning.prune()


@shared_task(name="masques_site.accounts.tasks.prune_attempts")
def prune_attempts() -> None:
    """Delete the names of forms that were sent more than a day ago."""
    attempts.prune()
