"""A league, the people who run it or are invited to it, and its log."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games import clock
from leagues.models.revision import revision
from leagues.models.rules import SEALED_TERMS, TERMS, RulesColumns
from leagues.models.sealed import SealedModel

USER = settings.AUTH_USER_MODEL  # `League.settings` hides the name inside the class


class Admission(models.TextChoices):
    """The people who may sign up."""

    OPEN = "open", _("Anyone")
    APPROVAL = "approval", _("Players approved by an organiser")
    INVITATION = "invitation", _("Invited players only")


ABOUT = ("name", "description", "admission", "is_listed", "repeats")
"""The columns in which a league describes itself."""


class League(RulesColumns):
    """A competition that is held season after season. Its rules are those of the next season that is made."""

    IDENTITY: ClassVar = ()
    SEALED: ClassVar = (
        "slug",
        "name",
        "description",
        "admission",
        "is_listed",
        "repeats",
        "closed_at",
        "taken_down_at",
        "is_demo",
        "created_at",
        *SEALED_TERMS,
        "table_results",
    )

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    description = models.TextField(max_length=4000, blank=True, default="")
    admission = models.CharField(max_length=12, choices=Admission, default=Admission.OPEN)
    is_listed = models.BooleanField(default=True)  # in the list of leagues; its address still works
    repeats = models.BooleanField(default=True)  # the next season follows by itself
    closed_at = models.DateTimeField(null=True)
    taken_down_at = models.DateTimeField(null=True)  # by the site's moderators, with its name and description
    is_demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        # A league that is closed keeps its name, as its standings are still read under it.
        constraints = [models.UniqueConstraint(Lower("name"), name="leagues_league_name_once")]
        indexes = [models.Index(fields=["is_listed", "closed_at", "name"], name="leagues_league_listed")]

    def __str__(self) -> str:
        return self.name

    @property
    def revision(self) -> str:
        """Its revision for editing its description and the rules of its next season."""
        return revision(*(getattr(self, name) for name in (*ABOUT, *TERMS)))


class RoleKind(models.TextChoices):
    """The rights of a person in a league; each role may do what those below may."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    MODERATOR = "moderator", _("moderator")


class Role(SealedModel):
    """The role of `user` in running `league`."""

    IDENTITY: ClassVar = ("league_id",)
    SEALED: ClassVar = (*IDENTITY, "user_id", "kind", "since")

    league = models.ForeignKey(League, models.CASCADE, related_name="roles")
    user = models.ForeignKey(USER, models.CASCADE, related_name="league_roles")
    kind = models.CharField(max_length=12, choices=RoleKind)
    since = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="leagues_role_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} of {self.league_id}"

    @property
    def revision(self) -> str:
        """Its revision for removing it."""
        return revision(self.pk, self.kind)


class OfferState(models.TextChoices):
    """The state of an offer. An accepted one is no longer a row, but a role."""

    OPEN = "open", _("waiting for an answer")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class RoleOffer(SealedModel):
    """An offer to `user` to help run `league`: without effect until they accept.

    One row for each league and person. It stays when it is declined or taken back, so that the user is not notified
    again soon.
    """

    IDENTITY: ClassVar = ("league_id",)
    SEALED: ClassVar = (*IDENTITY, "user_id", "kind", "state", "offered_by_id", "at")

    league = models.ForeignKey(League, models.CASCADE, related_name="role_offers")
    user = models.ForeignKey(USER, models.CASCADE, related_name="league_role_offers")
    kind = models.CharField(max_length=12, choices=RoleKind)
    state = models.CharField(max_length=12, choices=OfferState, default=OfferState.OPEN)
    offered_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=clock.now)  # when they were notified

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="leagues_role_offer_once")]
        indexes = [models.Index(fields=["user"], condition=Q(state="open"), name="leagues_role_offer_open")]

    def __str__(self) -> str:
        return f"{self.user_id} is asked to be {self.kind} of {self.league_id}"

    @property
    def revision(self) -> str:
        """Its revision for taking it back."""
        return revision(self.pk, self.kind, self.state)


class Invitation(SealedModel):
    """An invitation of `user` to sign up for a league."""

    IDENTITY: ClassVar = ("league_id",)
    SEALED: ClassVar = (*IDENTITY, "user_id", "at")

    league = models.ForeignKey(League, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(USER, models.CASCADE, related_name="league_invitations")
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="leagues_invitation_once")]

    def __str__(self) -> str:
        return f"{self.user_id} invited to {self.league_id}"


TOLD_TO_ORGANISERS = ("asked", "held", "request_open", "step_failed")
"""The verbs of lines that organisers are notified of, because something waits for them."""


class LogEntry(SealedModel):
    """An act in a league: by whom (nobody: the site itself), to whom, and why. Rows are only ever added.

    `verb` and `details` are put into words when they are read (`leagues.log_text`). Members read what is public or
    concerns themselves.
    """

    IDENTITY: ClassVar = ("league_id",)
    SEALED: ClassVar = (
        *IDENTITY,
        "season_id",
        "verb",
        "actor_id",
        "subject_id",
        "reason",
        "details",
        "is_public",
        "at",
    )

    league = models.ForeignKey(League, models.CASCADE, related_name="log")
    season = models.ForeignKey("leagues.Season", models.CASCADE, null=True, related_name="log")
    verb = models.CharField(max_length=32)
    actor = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    subject = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True, default="")
    details = models.JSONField(default=dict)
    is_public = models.BooleanField(default=True)
    at = models.DateTimeField(default=clock.now)

    RIGHT: ClassVar = {"details": lambda details: isinstance(details, dict)}

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["league", "-at"], name="leagues_log_of_league"),
            models.Index(fields=["at"], condition=Q(subject__isnull=False), name="leagues_log_with_subject"),
            models.Index(fields=["at"], condition=Q(verb__in=TOLD_TO_ORGANISERS), name="leagues_log_for_organisers"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} in {self.league_id}"
