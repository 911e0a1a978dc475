"""Log-in stages of django-allauth: steps between the password check and the session."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage


class ConfirmAddressStage(EmailVerificationStage):
    """A stage that requires a confirmed address, except for accounts without any address, which the operator has
    created."""

    def handle(self) -> tuple[Any, bool]:
        """Return a response that stops the log-in, or None, and whether to go on."""
        user = self.login.user
        if user is not None and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        response, proceed = super().handle()
        return response, proceed
