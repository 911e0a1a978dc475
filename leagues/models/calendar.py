"""The published events of users' calendars, so that a change can be published as one."""

from django.conf import settings
from django.db import models

from games.strict import StrictModel


class CalendarEvent(StrictModel):
    """An event as the calendar of `user` had it when a program last read it: when it begins, how often that has changed
    (`sequence`), and when it last did. The next reading deletes the rows of past events."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_events", db_index=False)
    uid = models.CharField(max_length=80)
    begins_at = models.DateTimeField()
    sequence = models.PositiveIntegerField(default=0)
    modified_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "uid"], name="leagues_calendar_event_once")]

    def __str__(self) -> str:
        return f"{self.uid} of {self.user_id}"
