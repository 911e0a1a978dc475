"""Notices, and the outbox of a site without a mail server."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models import Match
from games.strict import ForgivingModel
from leagues.models import LogEntry
from masques_site.accounts.models import Report, Vacation


class NoticeKind(models.TextChoices):
    """What a notice is about."""

    YOUR_TURN = "your_turn", _("a match waits for you")
    MATCH_FINISHED = "match_finished", _("a match is over")
    INVITED = "invited", _("you are invited to a table")
    LEAGUE = "league", _("something in a league concerns you")
    VACATION = "vacation", _("your vacation has begun by itself")
    END_PROPOSED = "end_proposed", _("somebody proposes to end a match")
    REPORT = "report", _("a report of yours is answered")


class Mail(models.TextChoices):
    """The state of a notice's e-mail."""

    WAITING = "waiting", "waiting"
    SENT = "sent", "sent"
    MOOT = "moot", "no longer needed"
    UNWANTED = "unwanted", "no address, or no wish for mail"
    FAILED = "failed", "given up after several attempts"


class Notice(models.Model):
    """One notification of one user. The unique constraints make its creation idempotent.

    It is about `match`, about `log_entry`, a line in the log of a league, about `vacation`, or about `report`. `seat`
    and `decision` identify the owed decision; they are 0 for kinds that have none. Of a proposal to end a match,
    `decision` is its number. Of a decision, `is_response` says whether it is an answer to somebody else's move.
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
    kind = models.CharField(max_length=16, choices=NoticeKind)
    is_response = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)

    mail = models.CharField(max_length=8, choices=Mail, default=Mail.WAITING)
    mail_at = models.DateTimeField(default=clock.now)  # the time of the next attempt; moved on to lease the mail
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "seat", "decision", "kind"], name="notices_once"),
            models.UniqueConstraint(fields=["user", "log_entry"], name="notices_log_entry_once"),
            models.UniqueConstraint(fields=["user", "vacation"], name="notices_vacation_once"),
            models.UniqueConstraint(fields=["user", "report"], name="notices_report_once"),
            models.CheckConstraint(
                condition=Q(match__isnull=False, log_entry=None, vacation=None, report=None)
                | Q(match=None, log_entry__isnull=False, vacation=None, report=None)
                | Q(match=None, log_entry=None, vacation__isnull=False, report=None)
                | Q(match=None, log_entry=None, vacation=None, report__isnull=False),
                name="notices_about_one_thing",
            ),
        ]
        indexes = [
            models.Index(fields=["mail_at"], condition=Q(mail="waiting"), name="notices_mail_waiting"),
            models.Index(fields=["created_at"], name="notices_created"),
            models.Index(fields=["log_entry"], condition=Q(log_entry__isnull=False), name="notices_log_entry"),
            models.Index(fields=["vacation"], condition=Q(vacation__isnull=False), name="notices_vacation"),
            models.Index(fields=["report"], condition=Q(report__isnull=False), name="notices_report"),
        ]

    def __str__(self) -> str:
        about = self.match_id or self.log_entry_id or self.vacation_id or self.report_id
        return f"{self.kind} for {self.user_id} in {about}"


class LookedThrough(models.Model):
    """Up to which moment the sweep has looked for missing notices of this kind, so that it need not look at everything
    again every few seconds. A row that is missing makes it look at everything once."""

    kind = models.CharField(primary_key=True, max_length=16, choices=NoticeKind)
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
