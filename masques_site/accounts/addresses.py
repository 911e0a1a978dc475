"""Secret addresses: they open without a log-in, for anyone who has them.

An address holds the account's key and a seal of it under the site's secret. The seal includes `User.address_key`, so
that a new key ends all addresses that were given out before, and the password where the address shows private data.
Addresses are those of active accounts; a private one ends with a ban as well.
"""

from collections.abc import Sequence
from secrets import token_hex

from django.utils.crypto import constant_time_compare, salted_hmac

from masques_site.accounts.models import User

SEAL_LENGTH = 32
MOST_DIGITS = 18  # of a primary key


def calendar_token(person: User) -> str:
    """Return the token for the deadlines of `person`. It ends with their password, a ban, and `renew`."""
    return _token("calendar", person, _private(person))


def owner_of_calendar(token: str) -> User | None:
    """Return the user whose deadlines `token` opens; None if it opens none, or no longer."""
    return _owner_of_private(token, "calendar")


def feed_token(person: User) -> str:
    """Return the token for the notices of `person`. It ends with their password, a ban, and `renew`."""
    return _token("feed", person, _private(person))


def owner_of_feed(token: str) -> User | None:
    """Return the user whose notices `token` opens; None if it opens none, or no longer."""
    return _owner_of_private(token, "feed")


def unsubscribe_token(person: User) -> str:
    """Return the token that only turns off the mails to `person`. It ends with `renew`."""
    return _token("unsubscribe", person, [person.address_key])


def owner_of_unsubscribe(token: str) -> User | None:
    """Return the user whose mails `token` turns off; None if it turns off none, or no longer."""
    person = _claimed(token)
    return person if person is not None and _is_right(token, "unsubscribe", person, [person.address_key]) else None


def renew(person: User) -> None:
    """End all addresses of `person` that were given out before."""
    person.address_key = token_hex(8)
    person.save(update_fields=["address_key"])


def _owner_of_private(token: str, purpose: str) -> User | None:
    person = _claimed(token)
    if person is None or person.is_banned:
        return None
    return person if _is_right(token, purpose, person, _private(person)) else None


def _private(person: User) -> list[str]:
    return [person.address_key, person.password]


def _token(purpose: str, person: User, secrets: Sequence[str]) -> str:
    value = "\0".join([str(person.pk), *secrets])
    seal = salted_hmac(f"masques_site.accounts.addresses.{purpose}", value, algorithm="sha256").hexdigest()
    return f"{person.pk}-{seal[:SEAL_LENGTH]}"


def _claimed(token: str) -> User | None:
    """Return the active account that `token` says it belongs to; None if there is none."""
    key = token.partition("-")[0]
    if not (key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS):
        return None
    return User.objects.filter(pk=int(key), is_active=True).first()


def _is_right(token: str, purpose: str, person: User, secrets: Sequence[str]) -> bool:
    return constant_time_compare(token, _token(purpose, person, secrets))
