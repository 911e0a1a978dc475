"""What `manage.py check` says about mail."""

from typing import Any

from django.conf import settings
from django.core import checks

OUTBOX = "masques_site.notices.outbox.OutboxBackend"


@checks.register()
def mail_leaves_the_site(**_kwargs: Any) -> list[checks.CheckMessage]:
    """A public site must not keep its mail to itself."""
    if settings.EMBEDDED or settings.EMAIL_BACKEND != OUTBOX:
        return []
    return [
        checks.Warning(
            "Mails are stored in the database and sent to nobody.",
            hint="Set EMAIL_URL, for example smtp+tls://user:password@mail.example.org:587.",
            id="notices.W001",
        )
    ]
