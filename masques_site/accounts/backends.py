"""The log-in by a name or an address and a password, with the same work whether or not there is an account."""

import secrets
from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.plumbing.prepared import Prepared
from masques_site.accounts.models import User
from masques_site.accounts.selectors import person_by_login

_PERSON = Prepared(lambda user: User.objects.filter(pk=user), 1_000_003)


class SiteBackend(AuthenticationBackend):
    """A backend that checks one password hash and makes the same statements for every attempt, so that response times
    do not tell accounts from addresses without one. allauth's backend and Django's hash two or three times, by the kind
    of log-in and by its outcome.

    It is the only backend that is asked: the others of settings.AUTHENTICATION_BACKENDS are named in the sessions of
    users who signed in before it existed.
    """

    def get_user(self, user_id: Any) -> User | None:
        """Return the active user with this key, or None; every request of a logged-in user calls it."""
        person: User | None = _PERSON.first(user_id)
        return person if person is not None and self.user_can_authenticate(person) else None

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        """Return the user with this `username` or `email` and this `password`. Raises PermissionDenied, after which
        Django asks no further backend, if there is none. An inactive user with the right password is kept for allauth,
        which says so."""
        password = credentials.get("password") or ""
        name = credentials.get("username") or ""
        nobody = User(password=_nobodys_password(settings.PASSWORD_HASHERS[0]))
        person = person_by_login(name, credentials.get("email") or name)
        matches = (person or nobody).check_password(password)
        if person is None or not matches:
            raise PermissionDenied
        if not self.user_can_authenticate(person):
            self._stash_user(person)
            raise PermissionDenied
        return person


@cache
def _nobodys_password(_hasher: str) -> str:
    """Return the hash of a random password; computed once per process and hasher."""
    return make_password(secrets.token_urlsafe())
