"""Files with plays that are being imported."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from games import clock
from games.strict import StrictModel


class PlayFile(StrictModel):
    """The file that a user is importing, as it was sent; another one replaces it.

    `choices` are the accounts that the user has chosen for names, by name, once the import has begun. `handled` of its
    plays were taken in turn so far; `imported` of them are stored now, and `failures` are the others: where each is in
    the file, and why, in the user's language.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    content = models.BinaryField()
    created_at = models.DateTimeField(default=clock.now, db_index=True)
    choices: Any = models.JSONField(null=True)
    handled = models.PositiveIntegerField(default=0)
    imported = models.PositiveIntegerField(default=0)
    failures: Any = models.JSONField(default=list)

    RIGHT: ClassVar = {
        "choices": lambda choices: isinstance(choices, dict),
        "failures": lambda failures: isinstance(failures, list),
    }

    @property
    def name(self) -> str:
        """The name that tells the file from those before and after it."""
        return f"{self.created_at.timestamp():.6f}"

    def __str__(self) -> str:
        return f"file of {self.user_id}"
