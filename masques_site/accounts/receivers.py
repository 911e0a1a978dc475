"""Receivers of signals about accounts: sign-in, and all that may end a session or a right of a user."""

from collections.abc import Collection
from functools import partial
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from games import live
from masques_site.accounts.middleware import NEWLY_SIGNED_IN
from masques_site.accounts.models import User

# A change of these fields may end sessions or rights.
CREDENTIALS = {"password", "is_active", "banned_at"}


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


@receiver(post_save, sender=User, dispatch_uid="accounts.recheck_saved")
def recheck_saved(*, instance: User, created: bool, update_fields: Collection[str] | None, **_kwargs: Any) -> None:
    """Make the user's sockets check their session again after any change of password or rights."""
    if not created and (update_fields is None or CREDENTIALS & set(update_fields)):
        _recheck(instance.pk)


@receiver(post_delete, sender=User, dispatch_uid="accounts.recheck_deleted")
def recheck_deleted(*, instance: User, **_kwargs: Any) -> None:
    """Recheck the pages of a deleted account."""
    _recheck(instance.pk)


@receiver(post_delete, sender=UserSession, dispatch_uid="accounts.recheck_ended")
def recheck_ended(*, instance: UserSession, **_kwargs: Any) -> None:
    """Recheck the pages of a session that was ended: from another browser, everywhere at once, or with the account."""
    _recheck(instance.user_id)


@receiver([password_changed, password_set, password_reset], dispatch_uid="accounts.recheck_password")
@receiver([authenticator_added, authenticator_removed, authenticator_reset], dispatch_uid="accounts.recheck_factor")
def recheck_credentials(*, user: User, **_kwargs: Any) -> None:
    """Recheck the pages of an account once the request that changed a password or a second factor has renewed its own
    session."""
    _recheck(user.pk)


def _recheck(user_id: int) -> None:
    transaction.on_commit(partial(live.recheck, user_id))
