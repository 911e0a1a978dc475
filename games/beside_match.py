"""Tables around a match that no seal covers. Import them from `games.models`."""

import re
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.strict import StrictModel


class MatchNote(models.Model):
    """A player's private note about a match; nobody else ever reads it. `version` counts its changes."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="+", db_index=False)  # the constraint's
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_notes")
    text = models.TextField(blank=True, default="")
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="games_note_once")]

    def __str__(self) -> str:
        return f"note of {self.user_id} about {self.match_id}"


class EndProposal(StrictModel):
    """The last proposal to end a match without a result; changed under the lock of the match.

    It lapses when `seat`, whose holder proposed it, has more moves in the log than `moves`. `agreed` are the keys of
    the users who have agreed. `number` counts the proposals of the match.
    """

    match = models.OneToOneField("games.Match", models.CASCADE, primary_key=True, related_name="end_proposal")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="end_proposals")
    seat = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    number = models.PositiveIntegerField(default=1)
    agreed = models.JSONField(default=list)
    is_declined = models.BooleanField(default=False)
    at = models.DateTimeField(default=clock.now)

    RIGHT: ClassVar = {
        "agreed": lambda agreed: isinstance(agreed, list) and all(type(user) is int for user in agreed),
    }

    class Meta:
        indexes = [models.Index(fields=["at"], name="games_proposal_at")]

    def __str__(self) -> str:
        return f"{self.user_id} proposes to end {self.match_id}"


class CoachNote(models.Model):
    """A hint of the coach that an account has read: `key` as the title names it; empty if they want no hints at all."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="coach_notes", db_index=False
    )  # the constraint's
    title = models.SlugField(max_length=40, blank=True, default="")
    key = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "title", "key"], name="games_coach_note_once")]

    def __str__(self) -> str:
        return f"{self.user_id} has read {self.title} {self.key}" if self.key else f"{self.user_id} wants no hints"


class Heartbeat(models.Model):
    """The last moment at which the site is known to have run: one row, written by every sweep."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    at = models.DateTimeField()
    is_moving = models.BooleanField(default=False)  # there is an `Outage`

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="games_heartbeat_single")]

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Outage(models.Model):
    """Time in which the site did not run, from `began` to `ended`, while clocks are still moved by it; where its clock
    was set back, `ended` is earlier. The clocks of matches up to `cursor`, in the order of their keys, are moved."""

    began = models.DateTimeField()
    ended = models.DateTimeField()
    cursor = models.CharField(max_length=12, blank=True, default="")

    def __str__(self) -> str:
        return f"no site from {self.began} to {self.ended}"


class Spectator(models.Model):
    """A person without a seat who has the page of a match open. The row does not say who."""

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="spectators", db_index=False
    )  # the constraint's
    key = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "key"], name="games_spectator_once")]

    def __str__(self) -> str:
        return f"a spectator of {self.match_id}"


class Look(models.Model):
    """When the holder of a seat last had its page open, and how far the log was then. `at` is in seconds since 1970,
    and the user a plain number: any value can be read with the row of its seat. It counts as long as the `holder` holds
    the seat. `services.beside.looks` writes it, `services.beside.presence` reads it."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, primary_key=True, related_name="look")
    holder = models.BigIntegerField()
    at = models.BigIntegerField()
    ply = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"look at seat {self.seat_id}"


CLIENT_MOVE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Receipt(models.Model):
    """Records that a move with this client id was accepted, so that a retry gets the same answer and no second move. It
    is deleted when the decision that it was for is closed and long past (`services.keeping.receipts`): a retry is stale
    then."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="+", db_index=False)  # the constraint's
    seat = models.PositiveSmallIntegerField()
    client_move_id = models.CharField(max_length=64)
    text = models.CharField(max_length=200)
    rev = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "client_move_id"], name="games_receipt_once")]
        indexes = [models.Index(fields=["at"], name="games_receipt_at")]

    def __str__(self) -> str:
        return f"receipt {self.client_move_id}"


class Invitation(models.Model):
    """A person who is invited to a table."""

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="invitations", db_index=False
    )  # the constraint's
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_invitations")
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="games_invitation_once")]
        indexes = [models.Index(fields=["created_at"], name="games_invitation_at")]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to {self.match_id}"


class BotFailure(models.Model):
    """A bot's failure at a decision, with the reason; a safe move was made instead. A bot that was merely late moved
    itself."""

    class Cause(models.TextChoices):
        RAISED = "raised", _("raised an error")
        SLOW = "slow", _("took too long")
        OUT_OF_MEMORY = "memory", _("took too much memory")
        ILLEGAL_MOVE = "nonsense", _("gave an answer that the rules don’t allow")
        DIED = "died", _("crashed its process several times")
        LATE = "late", _("thought longer than its pause, and published one pause late")

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="bot_failures", db_index=False
    )  # the constraint's
    decision = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=12)
    cause = models.CharField(max_length=8, choices=Cause)
    # The name of the error's class at most: its words could hold cards.
    detail = models.CharField(max_length=80, blank=True, default="")
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "decision", "seat"], name="games_bot_failure_once")]

    def __str__(self) -> str:
        return f"{self.level} bot {self.cause} at {self.decision} of {self.match_id}"


class BreakGlass(models.Model):
    """A look of the operator at the hidden cards of a running match: who, when, and why."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="break_glass_entries")
    by = models.CharField(max_length=150)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name_plural = "break glass"

    def __str__(self) -> str:
        return f"{self.by} opened {self.match_id}"
