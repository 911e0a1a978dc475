"""Periodic tasks of the accounts app."""

from celery import shared_task

from masques_site.accounts import services


@shared_task(name="masques_site.accounts.tasks.sweep")
def sweep() -> None:
    """Delete idle guests and unconfirmed sign-ups."""
    services.sweep_accounts()
