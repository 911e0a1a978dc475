"""The model of what an account has read of the coach; `games.models` has it with all others."""

from django.conf import settings
from django.db import models


class CoachNote(models.Model):
    """A hint of the coach that an account has read: `key` as the title names it; empty if they want no hints at all."""

    # The constraint is its index.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="coach_notes", db_index=False)
    title = models.SlugField(max_length=40, blank=True, default="")
    key = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "title", "key"], name="games_coach_note_once")]

    def __str__(self) -> str:
        return f"{self.user_id} has read {self.title} {self.key}" if self.key else f"{self.user_id} wants no hints"
