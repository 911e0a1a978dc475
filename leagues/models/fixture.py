"""The planned matches of a season, and their results."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from companion.models import Play
from games import clock
from games.models import Match
from leagues.core.results import ResultKind
from leagues.models.revision import revision
from leagues.models.sealed import SealedModel
from leagues.models.season import Division, Entry, Season


class FixtureState(models.TextChoices):
    """The progress of a fixture."""

    PLANNED = "planned", _("not started")
    RUNNING = "running", _("in progress")
    SETTLED = "settled", _("over")


class Fixture(SealedModel):
    """A match of a season, from its plan to its result.

    `number` is its place in the season's schedule, from 1, so that a repeated draw creates nothing twice. `opens_at` is
    when it may start; a sweep starts it as soon as none of its players has too many matches at a time.
    """

    IDENTITY: ClassVar = ("season_id", "number")
    SEALED: ClassVar = (
        *IDENTITY,
        "division_id",
        "round",
        "state",
        "replays",
        "opens_at",
        "match_id",
        "extended_until",
        "settled_at",
        "needs_upkeep",
        "is_corrected",
        "is_adjudicated",
    )

    season = models.ForeignKey(Season, models.CASCADE, related_name="fixtures")
    division = models.ForeignKey(Division, models.CASCADE, related_name="fixtures")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=FixtureState, default=FixtureState.PLANNED)
    replays = models.PositiveSmallIntegerField(default=0)
    opens_at = models.DateTimeField(null=True)  # NULL: not before the season starts, or never
    match = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="+")
    extended_until = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    # The match does not agree with the fixture: a seat's holder has left, or it runs although it no longer counts.
    needs_upkeep = models.BooleanField(default=False)
    is_corrected = models.BooleanField(default=False)  # an organiser set the result; the match keeps its own
    # Settled while the match ran, by a rule or by a play of the real table: the same.
    is_adjudicated = models.BooleanField(default=False)

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="leagues_fixture_once"),
            models.CheckConstraint(
                condition=~Q(state="settled") | Q(settled_at__isnull=False), name="leagues_fixture_settled_at"
            ),
        ]
        indexes = [
            models.Index(fields=["opens_at"], condition=Q(state="planned"), name="leagues_fixture_to_start"),
            models.Index(fields=["needs_upkeep"], condition=Q(needs_upkeep=True), name="leagues_fixture_upkeep"),
            models.Index(fields=["division", "state"], name="leagues_fixture_of_division"),
        ]

    def __str__(self) -> str:
        return f"fixture {self.number} of {self.season_id}"

    @property
    def revision(self) -> str:
        """Its revision for organisers who decide about its result or its time; reads its seats."""
        seats = sorted(self.seats.all(), key=lambda one: one.seat)
        ends = [f"{seat.seat} {seat.kind} {seat.place} {seat.is_forfeited}" for seat in seats]
        return revision(self.pk, self.state, self.match_id, self.replays, self.extended_until, self.is_corrected, *ends)


class FixtureSeat(SealedModel):
    """One seat of a fixture: whose line it counts for, and with what result."""

    IDENTITY: ClassVar = ("entry_id", "seat")
    SEALED: ClassVar = (
        *IDENTITY,
        "fixture_id",
        "wants_substitute",
        "is_forfeited",
        "substitute_id",
        "kind",
        "place",
        "score",
        "timeouts",
        "points",
    )

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    wants_substitute = models.BooleanField(default=False)
    is_forfeited = models.BooleanField(default=False)  # by a decision of an organiser
    substitute = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(
        max_length=16, choices=[(kind.value, kind.value) for kind in ResultKind], blank=True, default=""
    )
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    timeouts = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(null=True)

    class Meta:
        ordering = ["fixture", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "seat"], name="leagues_fixture_seat_once"),
            models.UniqueConstraint(fields=["fixture", "entry"], name="leagues_fixture_entry_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.fixture_id}"

    @property
    def kind_counts(self) -> bool:
        """Return whether standings count its result; False while there is none."""
        return bool(self.kind) and ResultKind(self.kind).counts


class FormerMatch(SealedModel):
    """A match of a fixture that was annulled because the fixture is replayed."""

    IDENTITY: ClassVar = ("fixture_id", "match_id")
    SEALED: ClassVar = IDENTITY

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="former_matches")
    match = models.OneToOneField(Match, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.match_id}, formerly of {self.fixture_id}"


class TablePlayState(models.TextChoices):
    """The standing of a play of the real table in the season to which it was offered."""

    OFFERED = "offered"
    SETTLED = "settled"
    IGNORED = "ignored"  # confirmed too late, or when it no longer fitted
    ENDED = "ended"  # struck out, or its match is replayed


class TablePlay(SealedModel):
    """A play of the real table that is to settle a fixture once it is confirmed, or has settled it."""

    IDENTITY: ClassVar = ("fixture_id", "play_id")
    SEALED: ClassVar = (*IDENTITY, "state", "at")

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="table_plays")
    play = models.OneToOneField(Play, models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=TablePlayState, default=TablePlayState.OFFERED)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(state="offered"), name="leagues_table_play_offered_once"
            ),
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(state="settled"), name="leagues_table_play_settled_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play_id}, {self.state} for {self.fixture_id}"


class Challenge(SealedModel):
    """A challenge of a player on a ladder to one above: live until it is declined, unanswered or settled.

    The fixture is made when the challenge is accepted. The four places are those of both before and after its result,
    from 0; NULL until then, and if one of the two had left.
    """

    IDENTITY: ClassVar = ("season_id", "challenger_id", "challenged_id", "at")
    SEALED: ClassVar = (
        *IDENTITY,
        "fixture_id",
        "answer_by",
        "pauses_counted_to",
        "accepted_at",
        "ended_at",
        "challenger_before",
        "challenged_before",
        "challenger_after",
        "challenged_after",
    )

    season = models.ForeignKey(Season, models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Entry, models.CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(Entry, models.CASCADE, related_name="challenges_received")
    fixture = models.OneToOneField(Fixture, models.CASCADE, null=True, related_name="challenge")
    at = models.DateTimeField(default=clock.now)
    answer_by = models.DateTimeField()
    pauses_counted_to = models.DateTimeField(null=True)  # `answer_by` leaves out the vacations up to here
    accepted_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    challenger_before = models.PositiveIntegerField(null=True)
    challenged_before = models.PositiveIntegerField(null=True)
    challenger_after = models.PositiveIntegerField(null=True)
    challenged_after = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["challenger"], condition=Q(ended_at=None), name="leagues_challenge_made_once"
            ),
            models.UniqueConstraint(
                fields=["challenged"], condition=Q(ended_at=None), name="leagues_challenge_received_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["answer_by"], condition=Q(ended_at=None, accepted_at=None), name="leagues_challenge_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} challenges {self.challenged_id}"
