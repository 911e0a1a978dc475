"""System checks of the notices app."""

from typing import Any

from django.conf import settings
from django.core import checks

OUTBOX = "masques_site.notices.outbox.OutboxBackend"


@checks.register()
def check_email_backend(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return a warning if a public site stores its mail in the outbox instead of sending it."""
    if settings.EMBEDDED or settings.EMAIL_BACKEND != OUTBOX:
        return []
    return [
        checks.Warning(
            "Mails are stored in the database and sent to nobody.",
            hint="Set EMAIL_URL, for example smtp+tls://user:password@mail.example.org:587.",
            id="notices.W001",
        )
    ]
