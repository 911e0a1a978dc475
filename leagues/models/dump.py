"""Published dumps of the ratings."""

from typing import ClassVar

from django.db import models

from games import clock
from leagues.models.sealed import SealedModel


class RatingDump(SealedModel):
    """A public dump: all rated matches that ended before the end of `month`, its first day.

    The row is made when the file exists. The file never changes: later corrections are in the next one.
    """

    IDENTITY: ClassVar = ("month",)
    SEALED: ClassVar = (*IDENTITY, "name", "sha256", "size", "matches", "made_at")

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
