"""A season, its timetable, those who signed up, its divisions and their standings."""

from fractions import Fraction
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.strict import StrictModel, holds
from leagues.core.promotion import Movement
from leagues.core.prospects import Verdict
from leagues.core.standings import Criterion
from leagues.core.timetable import StepKind
from leagues.models.league import League
from leagues.models.revision import revision
from leagues.models.rules import SEALED_TERMS, RulesColumns
from leagues.models.sealed import SealedModel

USER = settings.AUTH_USER_MODEL


class SeasonState(models.TextChoices):
    """The progress of a season."""

    ANNOUNCED = "announced", _("announced")
    SIGN_UP = "sign_up", _("sign-up is open")
    CLOSED = "closed", _("sign-up is closed")
    DRAWN = "drawn", _("the schedule is published")
    RUNNING = "running", _("in progress")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


BEFORE_START = (SeasonState.ANNOUNCED, SeasonState.SIGN_UP, SeasonState.CLOSED, SeasonState.DRAWN)
OVER = (SeasonState.FINISHED, SeasonState.CANCELLED)

VERDICTS = frozenset(verdict.value for verdict in Verdict)
MOVEMENTS = frozenset(movement.value for movement in Movement)
CRITERIA = frozenset(criterion.value for criterion in Criterion)


LAST_SEASON = 9_999  # the highest number; pages list all numbers up to the newest


def _is_report(quality: dict[str, Any]) -> bool:
    """Return whether this is what `leagues.core.quality` says of the schedules of divisions, by tier and index."""
    return all(
        [int(part) for part in name.split(".")][1:]
        and all(type(times) is int and type(pairs) is int for times, pairs in report["meetings"])
        and all(type(spread) is int for spread in report["seat_spreads"])
        for name, report in quality.items()
    )


class Season(RulesColumns):
    """One holding of a league, under the rules that it was made with.

    `seed` decides every lot of the season, and is published. `rev` rises when something public changes.
    """

    IDENTITY: ClassVar = ("league_id", "number")
    SEALED: ClassVar = (
        *IDENTITY,
        "state",
        "seed",
        "rev",
        "opens_at",
        "started_at",
        "finished_at",
        "quality",
        "created_at",
        "draw_version",
        *SEALED_TERMS,
        "whole_rev",
        "table_results",
    )

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=SeasonState, default=SeasonState.ANNOUNCED)
    seed = models.CharField(max_length=32)
    rev = models.PositiveIntegerField(default=0)
    whole_rev = models.PositiveIntegerField(default=0)  # `rev` of the last change to more than one division
    opens_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    quality = models.JSONField(null=True)  # the report on the schedule, as it was published
    created_at = models.DateTimeField(default=clock.now)
    draw_version = models.PositiveSmallIntegerField(
        default=0
    )  # `leagues.services.drawing.draw.VERSION`; 0: not drawn, or before

    RIGHT: ClassVar = {
        **RulesColumns.RIGHT,
        "number": lambda number: 1 <= number <= LAST_SEASON,
        "quality": holds(_is_report),
    }

    class Meta:
        ordering = ["league", "number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="leagues_season_once")]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"

    @property
    def revision(self) -> str:
        """Its revision for cancelling it, announcing another or closing its league; `rev` counts what is
        public."""
        return revision(self.pk, self.state, self.league.closed_at)


class Step(SealedModel):
    """A line of a season's timetable: done once, by a sweep, at its time or when an organiser's hold ends.

    `at` is what people read. Only the season's next step has a `look_at`, when a sweep looks at it: later than `at`
    while the step waits for something, NULL while it is held.
    """

    IDENTITY: ClassVar = ("season_id", "kind", "number")
    SEALED: ClassVar = (*IDENTITY, "at", "look_at", "done_at", "held_at", "position")

    season = models.ForeignKey(Season, models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.value) for kind in StepKind])
    number = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()
    look_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    held_at = models.DateTimeField(null=True)
    position = models.PositiveSmallIntegerField()  # steps that are due at the same time are done in this order

    class Meta:
        ordering = ["season", "position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "kind", "number"], name="leagues_step_once"),
            models.UniqueConstraint(
                fields=["season"], condition=Q(look_at__isnull=False), name="leagues_step_one_is_next"
            ),
            models.CheckConstraint(
                condition=Q(look_at__isnull=True) | Q(done_at__isnull=True, held_at__isnull=True),
                name="leagues_step_looked_at_while_open",
            ),
        ]
        indexes = [models.Index(fields=["look_at"], condition=Q(look_at__isnull=False), name="leagues_step_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.season_id}"

    @property
    def revision(self) -> str:
        """Its revision for holding, releasing or moving it."""
        return revision(self.pk, self.at, self.held_at, self.done_at)


def label_of_division(tier: int, index: int) -> str:
    """Return the name of division `index` of `tier`, both from 0; the highest tier has one division."""
    return "1" if tier == 0 else f"{tier + 1}.{index + 1}"


GOALS, CHANCES = {"up", "first", "safe"}, {"first", "up", "stay", "down"}
"""What a player of a division can still reach or miss, as `leagues.services.playing.outlook` names it."""


def _is_outlook(outlook: dict[str, Any]) -> bool:
    """Return whether this is what `leagues.services.playing.outlook` says of players."""
    return all(
        type(said["samples"]) is int
        and said["goals"].keys() <= GOALS
        and said["chances"].keys() <= CHANCES
        and all(isinstance(chance, float) for chance in said["chances"].values())
        and all(_is_prospect(prospect) for prospect in said["goals"].values())
        for said in outlook.values()
    )


def _is_prospect(prospect: dict[str, Any]) -> bool:
    return (
        prospect["verdict"] in VERDICTS
        and type(prospect["matches"]) is int
        and (prospect["enough"] is None or type(prospect["enough"]) is int)
        and isinstance(prospect["wins_suffice"], bool)
    )


class Division(SealedModel):
    """A group of a season with separate standings. Formats without divisions have one for all."""

    IDENTITY: ClassVar = ("season_id", "tier", "index")
    SEALED: ClassVar = (*IDENTITY, "outlook", "is_per_match", "rev")

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField()  # 0 is the top
    index = models.PositiveSmallIntegerField()  # within its tier
    outlook = models.JSONField(null=True)  # what its players can still reach (`leagues.services.playing.outlook`)
    is_per_match = models.BooleanField(default=False)  # a player's matches were removed: ranked by points per match
    rev = models.PositiveIntegerField(default=0)  # that of the season when something of this division alone changed

    RIGHT: ClassVar = {"outlook": holds(_is_outlook)}

    class Meta:
        ordering = ["tier", "index"]
        constraints = [models.UniqueConstraint(fields=["season", "tier", "index"], name="leagues_division_once")]

    def __str__(self) -> str:
        return f"division {self.tier}.{self.index} of {self.season_id}"

    @property
    def label(self) -> str:
        """The name by which people distinguish it: “1” at the top, below “2.1”, “2.2”, “3.1”."""
        return label_of_division(self.tier, self.index)


class EntryState(models.TextChoices):
    """The state of a sign-up."""

    ASKED = "asked", _("waiting for an organiser")
    ENTERED = "entered", _("signed up")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrew")
    REMOVED = "removed", _("expelled")


class Entry(SealedModel):
    """A sign-up for a season: the player's line in its standings."""

    IDENTITY: ClassVar = ("season_id",)
    SEALED: ClassVar = (
        *IDENTITY,
        "user_id",
        "state",
        "division_id",
        "seed",
        "position",
        "returns",
        "left_at",
        "left_round",
        "movement",
        "former_tier",
        "banned_seasons",
        "tiers_lower",
        "at",
    )

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="league_entries")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.ENTERED)
    division = models.ForeignKey(Division, models.SET_NULL, null=True, related_name="entries")
    seed = models.PositiveIntegerField(null=True)  # by rating and lot when the season was drawn; 0 is the strongest
    position = models.PositiveIntegerField(null=True)  # on a ladder, from 0; in the season's lock they are 0, 1, 2 ...
    returns = models.BooleanField(null=True)  # the return form: None is not answered yet
    left_at = models.DateTimeField(null=True)
    left_round = models.PositiveSmallIntegerField(null=True)  # how many rounds had been drawn then
    # How it came into its division: a `leagues.core.promotion.Movement`, and the tier of the season before.
    movement = models.CharField(max_length=16, blank=True, default="")
    former_tier = models.PositiveSmallIntegerField(null=True)
    # The consequences of the season's end for the next ones.
    banned_seasons = models.PositiveSmallIntegerField(default=0)
    tiers_lower = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=clock.now)

    RIGHT: ClassVar = {"movement": lambda movement: not movement or movement in MOVEMENTS}

    class Meta:
        ordering = ["season", "pk"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="leagues_entry_once")]

    def __str__(self) -> str:
        return f"entry of {self.user_id} in {self.season_id}"

    @property
    def revision(self) -> str:
        """Its revision for answering or removing it."""
        return revision(self.pk, self.state, self.division_id)


def _are_values(values: dict[str, str | None]) -> bool:
    """Return whether these are criteria with exact numbers, or without one where nothing was compared."""
    return values.keys() <= CRITERIA and all(value is None or Fraction(value) is not None for value in values.values())


class Standing(StrictModel):
    """One line of a division's standings, recomputed after every result (`leagues.services.playing.standings`).

    A cache: `values` are those of all criteria by name, exact, as “7” or “7/2”; `decided_by` names the one that
    separates this line from the next.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="standing")
    division = models.ForeignKey(Division, models.CASCADE, related_name="standings")
    rank = models.PositiveIntegerField()
    points = models.IntegerField()
    played = models.PositiveIntegerField()
    values = models.JSONField(default=dict)
    decided_by = models.CharField(max_length=16, blank=True, default="")

    RIGHT: ClassVar = {
        "values": holds(_are_values),
        "decided_by": lambda criterion: not criterion or criterion in CRITERIA,
    }

    class Meta:
        ordering = ["division", "rank"]

    def __str__(self) -> str:
        return f"rank {self.rank} in {self.division_id}"
