"""Notices, and the outbox of a site without a mail server."""

from functools import reduce
from operator import or_

from django.conf import settings
from django.db import models
from django.db.models import Q

from games import clock
from games.models import Match
from games.strict import ForgivingModel
from leagues.models import LogEntry
from masques_site.accounts.models import Report, Vacation

ABOUT = ("match", "log_entry", "vacation", "report")
"""The columns of what a notice can be about: each notice is about one of them."""


class Mail(models.TextChoices):
    """The state of a notice's e-mail."""

    WAITING = "waiting", "waiting"
    SENT = "sent", "sent"
    MOOT = "moot", "no longer needed"
    UNWANTED = "unwanted", "no address, or no wish for mail"
    FAILED = "failed", "given up after several attempts"


def _about_one_thing() -> Q:
    alone = (Q(**{f"{name}__isnull": False}, **{other: None for other in ABOUT if other != name}) for name in ABOUT)
    return reduce(or_, alone)


class Notice(models.Model):
    """One notification of one user. The unique constraints make its creation idempotent.

    It is about `match`, about `log_entry`, a line in the log of a league, about `vacation`, or about `report`. `seat`
    and `decision` identify the owed decision; they are 0 for kinds that have none. For a proposal to end a match,
    `decision` is its number. For a decision, `is_response` says whether it is an answer to another player's move.
    `kind` is the code of one of `masques_site.notices.kinds`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False
    )  # the constraints have one
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    # Most notices are about a match: the indexes leave these out.
    log_entry = models.ForeignKey(LogEntry, models.CASCADE, null=True, related_name="+", db_index=False)
    vacation = models.ForeignKey(Vacation, models.CASCADE, null=True, related_name="+", db_index=False)
    report = models.ForeignKey(Report, models.CASCADE, null=True, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=16)
    is_response = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)

    mail = models.CharField(max_length=8, choices=Mail, default=Mail.WAITING)
    mail_at = models.DateTimeField(default=clock.now)  # the time of the next attempt; moved on to lease the mail
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "seat", "decision", "kind"], name="notices_once"),
            *(models.UniqueConstraint(fields=["user", name], name=f"notices_{name}_once") for name in ABOUT[1:]),
            models.CheckConstraint(condition=_about_one_thing(), name="notices_about_one_thing"),
        ]
        indexes = [
            models.Index(fields=["mail_at"], condition=Q(mail="waiting"), name="notices_mail_waiting"),
            models.Index(fields=["created_at"], name="notices_created"),
            *(
                models.Index(fields=[name], condition=Q(**{f"{name}__isnull": False}), name=f"notices_{name}")
                for name in ABOUT[1:]
            ),
        ]

    def __str__(self) -> str:
        about = next(filter(None, (getattr(self, f"{name}_id") for name in ABOUT)), None)
        return f"{self.kind} for {self.user_id} in {about}"


class LookedThrough(models.Model):
    """The moment up to which the sweep has looked for missing notices of a kind, so that it need not look at everything
    again every few seconds. A row that is missing makes it look at everything once."""

    kind = models.CharField(primary_key=True, max_length=16)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} looked through until {self.until}"


class OutboxMail(ForgivingModel):
    """A mail of the embedded site, stored and shown instead of sent."""

    to = models.CharField(max_length=500)
    subject = models.CharField(max_length=500)
    text = models.TextField()
    html = models.TextField(blank=True, default="")
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.subject
