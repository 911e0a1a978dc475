"""The times that people took to answer in matches that are over, and the hours."""

from typing import ClassVar

from django.db import models

from games.core.clocks.day_parts import HOURS
from games.strict import StrictModel, holds
from leagues.core.reply_times import BUCKETS
from leagues.models.sealed import SealedModel


class ReplyTimes(SealedModel):
    """The replies of one account in one finished public match. `counts` is a `leagues.core.reply_times.Histogram`.

    The account is a plain number; the rows are deleted with it nevertheless: no other figures depend on them.
    """

    IDENTITY: ClassVar = ("match", "player")
    SEALED: ClassVar = (*IDENTITY, "title", "pace", "finished_at", "counts")

    match = models.CharField(max_length=12)
    player = models.BigIntegerField()
    title = models.SlugField(max_length=40, db_index=False)
    pace = models.CharField(max_length=12)
    finished_at = models.DateTimeField()
    counts = models.JSONField()

    RIGHT: ClassVar = {
        "counts": holds(
            lambda counts: (
                isinstance(counts, list) and len(counts) <= BUCKETS and all(type(n) is int and n >= 0 for n in counts)
            )
        )
    }

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="leagues_replies_once")]
        indexes = [models.Index(fields=["player", "pace", "finished_at"], name="leagues_replies_newest")]
        verbose_name_plural = "reply times"

    def __str__(self) -> str:
        return f"replies of {self.player} in {self.match}"


class ReplyHours(StrictModel):
    """The number of answers of one account in each hour of the day, in UTC: 24 numbers, from public matches that are
    over. It goes with the account."""

    player = models.BigIntegerField(primary_key=True)
    counts = models.JSONField()

    RIGHT: ClassVar = {
        "counts": holds(
            lambda counts: (
                isinstance(counts, list) and len(counts) == HOURS and all(type(n) is int and n >= 0 for n in counts)
            )
        )
    }

    class Meta:
        verbose_name_plural = "reply hours"

    def __str__(self) -> str:
        return f"hours of {self.player}"
