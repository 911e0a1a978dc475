"""Members' requests about a season, with their answers; absences and what follows; substitutes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from leagues.core.conduct import Card as CardKind
from leagues.models.fixture import Fixture, FixtureSeat
from leagues.models.revision import revision
from leagues.models.sealed import SealedModel
from leagues.models.season import Entry, Season

USER = settings.AUTH_USER_MODEL


class RequestKind(models.TextChoices):
    """The kind of a request."""

    EXTENSION = "extension", _("more time for a match")
    WITHDRAWAL = "withdrawal", _("leaving the season")
    SUBSTITUTE = "substitute", _("a substitute for a match in progress")
    BYE = "bye", _("a half-point bye in the next round")
    CORRECTION = "correction", _("a different result")
    APPEAL = "appeal", _("a different decision by the organisers")


class RequestState(models.TextChoices):
    """The answer to a request."""

    OPEN = "open", _("waiting for an organiser")
    GRANTED = "granted", _("granted")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


FORMER_ANSWERS = {
    "The match is not being played.": "The match isn’t in progress.",
    "This match has an extension already.": "This match already has an extension.",
    "This season knows no extensions.": "This season doesn’t allow extensions.",
    "All rounds of this season are drawn.": "All rounds of this season have been drawn.",
    "You have had all your half-point byes of this season.": "You’ve used all your half-point byes for this season.",
    "With two seats nobody else plays on: the match would be lost.": (
        "In a two-player match there’s nobody left to play on, so the match would be lost."
    ),
    "Nobody of the bench is free for this match.": "No substitute is available for this match.",
    "No organiser answered before the final tables.": "No organiser answered before the final standings.",
}
"""Answers by rule as version 0.9.1 stored them, with the sentences that the catalogues have for them now."""


class Request(SealedModel):
    """A member's request about a season.

    `is_automatic`: a rule has answered, not a person. `round`: that of a bye that is granted, from 0.
    """

    IDENTITY: ClassVar = ("entry_id",)
    SEALED: ClassVar = (
        *IDENTITY,
        "season_id",
        "kind",
        "fixture_id",
        "round",
        "text",
        "state",
        "is_automatic",
        "answer",
        "answered_by_id",
        "answered_at",
        "at",
    )

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="requests")
    season = models.ForeignKey(Season, models.CASCADE, related_name="requests")
    kind = models.CharField(max_length=12, choices=RequestKind)
    fixture = models.ForeignKey(Fixture, models.CASCADE, null=True, related_name="requests")
    round = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=1000, blank=True, default="")
    state = models.CharField(max_length=10, choices=RequestState, default=RequestState.OPEN)
    is_automatic = models.BooleanField(default=False)
    answer = models.CharField(max_length=500, blank=True, default="")
    answered_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind", "fixture"], condition=Q(state="open"), name="leagues_request_open_once"
            ),
            models.UniqueConstraint(  # the one above takes two without a match for different ones
                fields=["entry", "kind"],
                condition=Q(state="open", fixture=None),
                name="leagues_request_without_match_once",
            ),
            models.UniqueConstraint(
                fields=["entry", "round"], condition=Q(kind="bye", state="granted"), name="leagues_request_bye_once"
            ),
        ]
        indexes = [models.Index(fields=["season", "state", "at"], name="leagues_request_of_season")]

    def __str__(self) -> str:
        return f"{self.kind} asked by {self.entry_id}"

    @property
    def rule_answer(self) -> str:
        """The answer of a rule, as a message that can be translated."""
        return FORMER_ANSWERS.get(self.answer, self.answer)

    @property
    def revision(self) -> str:
        """Its revision for answering it."""
        return revision(self.pk, self.state)


class Incident(SealedModel):
    """An absence of a member: a seat given up, or a match never played. Once for each seat of a fixture."""

    IDENTITY: ClassVar = ("entry_id", "seat_id")
    SEALED: ClassVar = (*IDENTITY, "at")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="incidents")
    seat = models.OneToOneField(FixtureSeat, models.CASCADE, related_name="incident")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"absence of {self.entry_id}"


class Card(SealedModel):
    """The card for an episode of absence. `began_at` is its first incident, so that an episode earns one card."""

    IDENTITY: ClassVar = ("entry_id", "began_at")
    SEALED: ClassVar = (*IDENTITY, "kind", "lifted_by_id", "lifted_at")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="cards")
    began_at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=[(kind.value, kind.value) for kind in CardKind])
    lifted_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "began_at"], name="leagues_card_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.entry_id}"

    @property
    def revision(self) -> str:
        """Its revision for taking it back."""
        return revision(self.pk, self.kind, self.lifted_at)


class BenchPlayer(SealedModel):
    """A substitute, ready to take over abandoned seats of a season. Stored names and addresses call the substitutes the
    bench."""

    IDENTITY: ClassVar = ("season_id", "user_id")
    SEALED: ClassVar = (*IDENTITY, "at")

    season = models.ForeignKey(Season, models.CASCADE, related_name="bench")
    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="leagues_bench_once")]

    def __str__(self) -> str:
        return f"{self.user_id} as a substitute in {self.season_id}"


class BenchOffer(SealedModel):
    """The offer of an abandoned seat to a substitute until `expires_at`; to one at a time."""

    IDENTITY: ClassVar = ("seat_id", "user_id")
    SEALED: ClassVar = (*IDENTITY, "at", "expires_at", "closed_at", "is_taken")

    seat = models.ForeignKey(FixtureSeat, models.CASCADE, related_name="offers")
    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    is_taken = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "user"], name="leagues_offer_once"),
            models.UniqueConstraint(fields=["seat"], condition=Q(closed_at=None), name="leagues_offer_one_at_a_time"),
        ]
        indexes = [models.Index(fields=["expires_at"], condition=Q(closed_at=None), name="leagues_offer_open")]

    def __str__(self) -> str:
        return f"offer of {self.seat_id} to {self.user_id}"
