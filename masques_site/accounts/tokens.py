"""The tokens of password reset links."""

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from masques_site.accounts.models import User


class ResetTokenGenerator(PasswordResetTokenGenerator):
    """allauth's tokens, which a change of address also invalidates; made by one read-only statement, so that a token
    for no user (`nobody`) costs as much as one for a user."""

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        assert isinstance(user, User)
        addresses = set(EmailAddress.objects.filter(user_id=user.pk).values_list("email", flat=True))
        if user.email:
            addresses.add(user.email.lower())
        return super()._make_hash_value(user, timestamp) + "|".join(sorted(addresses))


def nobody() -> User:
    """Return a user who is not stored, in whose name a token is made or checked when there is no account."""
    return User(pk=0, password=UNUSABLE_PASSWORD_PREFIX)
