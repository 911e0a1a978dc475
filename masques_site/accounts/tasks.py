"""Housekeeping of accounts."""

from celery import shared_task

from masques_site.accounts import services


@shared_task(name="masques_site.accounts.tasks.sweep")
def sweep() -> None:
    """Delete idle guests and sign-ups that were never confirmed."""
    services.sweep_accounts()
