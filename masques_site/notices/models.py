"""Notices, where and when they are passed on, and the outbox of a site without a mail server."""

from functools import reduce
from operator import or_
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from companion.models import PlayLine
from games import clock
from games.models import Match
from games.strict import ForgivingModel
from leagues.models import League, LogEntry
from masques_site.accounts.models import Report, Vacation
from masques_site.notices.topics import When

USER = settings.AUTH_USER_MODEL
LONGEST_ADDRESS = 500
LONGEST_ANSWER = 200


class Endpoint(ForgivingModel):
    """A place where one user, or one league, gets notices: a mailbox, a browser, a server.

    `channel` is the code of one of `masques_site.notices.channels`, which knows what `url` and `facts` are. A mailbox
    has neither, as its address is the account's. An endpoint that is off gets nothing; `failing_since` is the time of
    the first failure after the last success. `seen_line` is the last line of the league's log that has been passed on.
    """

    class Off(models.TextChoices):
        """Why an endpoint is off."""

        CHOSEN = "chosen", _("turned off")
        FAILED = "failed", _("turned off after five days of failures")
        GONE = "gone", _("turned off because the other side no longer exists")
        BOUNCED = "bounced", _("turned off because the address refuses mail")

    user = models.ForeignKey(USER, models.CASCADE, null=True, related_name="endpoints", db_index=False)
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="+", db_index=False)
    channel = models.CharField(max_length=8)
    label = models.CharField(max_length=60, blank=True, default="")
    url = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=clock.now)
    failing_since = models.DateTimeField(null=True)
    off_at = models.DateTimeField(null=True)
    off_because = models.CharField(max_length=8, choices=Off, blank=True, default="")
    seen_line = models.BigIntegerField(default=0)

    RIGHT: ClassVar = {"facts": lambda facts: isinstance(facts, dict)}

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "channel", "url"], name="notices_place_once"),
            models.UniqueConstraint(fields=["league", "channel", "url"], name="notices_place_of_league_once"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, league=None) | Q(user=None, league__isnull=False),
                name="notices_place_of_one",
            ),
        ]
        indexes = [
            models.Index(fields=["channel", "url"], name="notices_endpoint_address"),
            models.Index(fields=["off_at"], condition=Q(off_at__isnull=False), name="notices_endpoint_off"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of {self.user_id or self.league_id}"

    @property
    def is_on(self) -> bool:
        """Return whether it gets notices."""
        return self.off_at is None


ABOUT = ("match", "log_entry", "vacation", "report", "endpoint", "play_line")
"""The columns of what a notice can be about: each notice is about one of them."""
OF_SEVERAL_KINDS = ("match", "play_line")
"""Those about which there may be notices of several kinds."""


class State(models.TextChoices):
    """The state of a notice."""

    WAITING = "waiting", "waiting"
    PASSED = "sent", "passed on to the channels that its reader has chosen"
    MOOT = "moot", "no longer needed"
    UNWANTED = "unwanted", "about a match that its reader has muted"


def _about_one_thing() -> Q:
    alone = (Q(**{f"{name}__isnull": False}, **{other: None for other in ABOUT if other != name}) for name in ABOUT)
    return reduce(or_, alone)


class Notice(models.Model):
    """One notification of one user. The unique constraints make its creation idempotent.

    It is about `match`, about `log_entry`, a line in the log of a league, about `vacation`, `report` or `endpoint`, or
    about `play_line`, a line in the log of a play.
    `seat` and `decision` identify the owed decision; they are 0 for kinds that have none. For a proposal to end a
    match, `decision` is its number. For a decision, `is_response` says whether it is an answer to another player's
    move. `kind` is the code of one of `masques_site.notices.kinds`, and `topic` that of what it says next: the notice
    of a turn waits again, for half and then for a tenth of the time.
    """

    user = models.ForeignKey(USER, models.CASCADE, related_name="notices", db_index=False)  # the constraints have one
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    # Most notices are about a match: the indexes leave these out.
    log_entry = models.ForeignKey(LogEntry, models.CASCADE, null=True, related_name="+", db_index=False)
    vacation = models.ForeignKey(Vacation, models.CASCADE, null=True, related_name="+", db_index=False)
    report = models.ForeignKey(Report, models.CASCADE, null=True, related_name="+", db_index=False)
    endpoint = models.ForeignKey(Endpoint, models.CASCADE, null=True, related_name="+", db_index=False)
    play_line = models.ForeignKey(PlayLine, models.CASCADE, null=True, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=16)
    topic = models.CharField(max_length=12, default="")
    is_response = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due_at = models.DateTimeField(default=clock.now)  # when a sweep looks at it again
    passed_at = models.DateTimeField(null=True)  # when it was last passed on

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "seat", "decision", "kind"], name="notices_once"),
            models.UniqueConstraint(fields=["user", "play_line", "kind"], name="notices_play_line_once"),
            *(
                models.UniqueConstraint(fields=["user", name], name=f"notices_{name}_once")
                for name in ABOUT
                if name not in OF_SEVERAL_KINDS
            ),
            models.CheckConstraint(condition=_about_one_thing(), name="notices_about_one_thing"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="notices_waiting"),
            models.Index(fields=["created_at"], name="notices_created"),
            *(
                models.Index(fields=[name], condition=Q(**{f"{name}__isnull": False}), name=f"notices_by_{name}")
                for name in ABOUT[1:]
            ),
        ]

    def __str__(self) -> str:
        about = next(filter(None, (getattr(self, f"{name}_id") for name in ABOUT)), None)
        return f"{self.kind} for {self.user_id} in {about}"


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", _("waiting")
    SENDING = "sending", _("on its way")
    SENT = "sent", _("delivered")
    MOOT = "moot", _("no longer needed")
    FAILED = "failed", _("given up")
    UNKNOWN = "unknown", _("not known whether it arrived")


class Delivery(models.Model):
    """The passing on of one notice, or of one line of a league's log, to one endpoint: at most one for each topic.

    One about neither is a test. Deliveries of one kind that leave together are one message, and so are all that are
    `is_gathered`: they have waited for a digest, or for the end of quiet hours. The key `message` stays the same at
    every attempt. `said` is what the other side answered last.
    """

    endpoint = models.ForeignKey(Endpoint, models.CASCADE, related_name="deliveries", db_index=False)
    notice = models.ForeignKey(Notice, models.CASCADE, null=True, related_name="deliveries", db_index=False)
    log_entry = models.ForeignKey(LogEntry, models.CASCADE, null=True, related_name="+", db_index=False)
    topic = models.CharField(max_length=12, default="")
    is_gathered = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)

    state = models.CharField(max_length=8, choices=DeliveryState, default=DeliveryState.WAITING)
    due_at = models.DateTimeField(null=True, default=clock.now)  # of the next attempt; moved on to lease it; None: over
    attempts = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=40, blank=True, default="")
    sent_at = models.DateTimeField(null=True)
    said = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "endpoint", "topic"], name="notices_delivered_once"),
            models.UniqueConstraint(fields=["log_entry", "endpoint"], name="notices_line_delivered_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="notices_due"),
            models.Index(fields=["endpoint", "sent_at"], name="notices_of_endpoint"),
            models.Index(fields=["created_at"], name="notices_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} to {self.endpoint_id}: {self.state}"


class TopicChoice(models.Model):
    """When a user wants the notices of a topic over a channel. A row that is missing stands for the topic's default."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="topic_choices", db_index=False)
    topic = models.CharField(max_length=12)
    channel = models.CharField(max_length=8)
    when = models.CharField(max_length=8, choices=When)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic", "channel"], name="notices_choice_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.topic} by {self.channel} {self.when}"


class Digest(models.TextChoices):
    """How often digests come."""

    DAILY = "daily", _("once a day")
    HOURLY = "hourly", _("every hour")


class Timing(ForgivingModel):
    """When a user gets notices: hours of the day, in the user's zone. Without a row: at any time, digests at 18.

    From `quiet_from` to `quiet_until` notices wait, except those that would cost a seat; until `snoozed_until` all do.
    `read_at` is when the user last opened the list of notices.
    """

    user = models.OneToOneField(USER, models.CASCADE, primary_key=True, related_name="notice_timing")
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    digest = models.CharField(_("digests come"), max_length=8, choices=Digest, default=Digest.DAILY)
    digest_hour = models.PositiveSmallIntegerField(_("daily digests come at"), default=18)
    snoozed_until = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, editable=False)

    RIGHT: ClassVar = dict.fromkeys(("quiet_from", "quiet_until", "digest_hour"), lambda hour: hour < 24)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__lt=24, quiet_until__lt=24),
                name="notices_quiet_hours",
            ),
            models.CheckConstraint(condition=Q(digest_hour__lt=24), name="notices_digest_hour"),
        ]

    def __str__(self) -> str:
        return f"timing of {self.user_id}"


class ChannelSwitch(models.Model):
    """A channel that the operators have turned off for the whole site. Its deliveries wait."""

    channel = models.CharField(primary_key=True, max_length=8)
    off_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"{self.channel} is off"


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
