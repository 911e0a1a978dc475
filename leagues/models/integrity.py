"""Suspicions about results, for moderators alone."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.strict import holds
from leagues.core.integrity import Kind
from leagues.models.sealed import SealedModel


class IntegrityFlag(SealedModel):
    """A detector's finding about some accounts: one row, however often it is repeated. It changes nothing by itself.

    Accounts are plain numbers, as in the ratings. A reviewed row is reopened when enough is found that the reviewer did
    not see.
    """

    IDENTITY: ClassVar = ("kind", "about")
    SEALED: ClassVar = (
        *IDENTITY,
        "accounts",
        "matches",
        "numbers",
        "score",
        "first_seen",
        "last_seen",
        "reviewed_at",
        "reviewed_by_id",
        "note",
    )

    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in Kind])
    about = models.CharField(max_length=60)  # the accounts that distinguish it from others of its kind
    accounts = models.JSONField()  # the possible gainer comes first
    matches = models.JSONField()
    numbers = models.JSONField()
    score = models.FloatField()
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    reviewed_at = models.DateTimeField(null=True)
    reviewed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.CharField(max_length=500, blank=True, default="")

    RIGHT: ClassVar = {
        "accounts": lambda accounts: (
            isinstance(accounts, list) and bool(accounts) and all(type(account) is int for account in accounts)
        ),
        "matches": lambda matches: isinstance(matches, list) and all(isinstance(match, str) for match in matches),
        "numbers": holds(lambda numbers: all(isinstance(number, float | int) for number in numbers.values())),
    }

    class Meta:
        ordering = ["-score", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "about"], name="leagues_flag_once")]
        indexes = [models.Index(fields=["-score"], condition=Q(reviewed_at__isnull=True), name="leagues_flag_open")]

    def __str__(self) -> str:
        return f"{self.kind} about {self.about}"
