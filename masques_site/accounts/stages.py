"""What stands between a right password and being signed in."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage


class ConfirmAddressStage(EmailVerificationStage):
    """Asks for a confirmed address, except where the operator made an account that has none at all."""

    def handle(self) -> tuple[Any, bool]:
        """A response that stops the log-in, or None to go on."""
        user = self.login.user
        if user is not None and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        response, proceed = super().handle()
        return response, proceed
