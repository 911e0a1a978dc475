"""Published dumps of the ratings."""

from django.db import models

from games import clock
from games.strict import StrictModel


class RatingDump(StrictModel):
    """A dump that everybody may download: all rated matches that ended before the end of `month`, its first day.

    The row is made when the file is there. The file never changes: what is corrected later stands in the next one.
    """

    month = models.DateField(unique=True)
    name = models.CharField(max_length=60, unique=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    matches = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["-month"]

    def __str__(self) -> str:
        return self.name
