"""Receivers of sign-in and sign-out signals."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games import live
from masques_site.accounts.middleware import NEWLY_SIGNED_IN
from masques_site.accounts.models import User


@receiver(user_logged_in, dispatch_uid="accounts.mark_new_sign_in")
def mark_new_sign_in(*, request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Make the middleware set the cookie that marks this browser as the user's."""
    if request is not None and not user.is_guest:
        NEWLY_SIGNED_IN.set(request, user)


@receiver(user_logged_out, dispatch_uid="accounts.close_open_pages")
def close_open_pages(*, user: User | None, **_kwargs: Any) -> None:
    """Close the sockets of the user's open pages."""
    if user is not None:
        live.recheck(user.pk)
