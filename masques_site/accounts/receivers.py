"""What happens when somebody signs in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from masques_site.accounts.models import User


@receiver(user_logged_in, dispatch_uid="accounts.know_the_device")
def know_the_device(*, request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Ask the middleware to remember this browser as one of the owner's."""
    if request is not None and not user.is_guest:
        request.signed_in_with_password = user  # type: ignore[attr-defined]
