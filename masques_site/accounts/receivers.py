"""What happens when somebody signs in or out."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games import live
from masques_site.accounts.middleware import NEWLY_SIGNED_IN
from masques_site.accounts.models import User


@receiver(user_logged_in, dispatch_uid="accounts.know_the_device")
def know_the_device(*, request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Ask the middleware to remember this browser as one of the owner's."""
    if request is not None and not user.is_guest:
        NEWLY_SIGNED_IN.set(request, user)


@receiver(user_logged_out, dispatch_uid="accounts.close_open_pages")
def close_open_pages(*, user: User | None, **_kwargs: Any) -> None:
    """The sockets of pages that are still open hear no more."""
    if user is not None:
        live.recheck(user.pk)
