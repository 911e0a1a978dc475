"""The input of ratings, the ledger, and the ratings themselves.

Accounts are plain numbers here, as in the logs of matches: ratings that others have earned against an account remain
when it is deleted. `RatedResult` is the truth; everything else follows from it (`leagues.core.rating_fold`).
"""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.strict import StrictModel, holds
from leagues.core.pools import Pool
from leagues.core.rating import Leaving, RatedMatch, RatedSeat, Rating
from leagues.core.rating_fold import Key, Verdict
from leagues.models.sealed import SealedModel


def seat_as_json(seat: RatedSeat) -> dict[str, Any]:
    """Return a seat as it is stored and published."""
    if seat.player is None:
        return {"bot": seat.anchor, "place": seat.place}
    stored: dict[str, Any] = {"player": seat.player, "place": seat.place}
    if seat.left is not None and seat.left_at is not None:
        stored |= {"left": seat.left.value, "left_at": seat.left_at.isoformat()}
    return stored


def seat_from_json(stored: dict[str, Any]) -> RatedSeat:
    """Return the seat that `seat_as_json` stored."""
    if "bot" in stored:
        return RatedSeat(None, stored["place"], anchor=stored["bot"])
    if "left" not in stored:
        return RatedSeat(stored["player"], stored["place"])
    left_at = datetime.fromisoformat(stored["left_at"])
    return RatedSeat(stored["player"], stored["place"], Leaving(stored["left"]), left_at)


def _are_seats(stored: list[dict[str, Any]]) -> bool:
    """Return whether these are the seats of a result, as `seat_as_json` writes them."""
    return isinstance(stored, list) and all(_is_seat(seat_from_json(seat)) for seat in stored)


def _is_seat(seat: RatedSeat) -> bool:
    is_timed = seat.left_at is None or seat.left_at.tzinfo is not None
    is_bot = seat.player is None and isinstance(seat.anchor, float | int)
    return type(seat.place) is int and is_timed and (is_bot or type(seat.player) is int)


_is_pool = holds(lambda slug: Pool.parse(slug).slug == slug)


class RatedResult(SealedModel):
    """The result of one finished match for ratings. Its effect on ratings is in `changes` unless `is_due`: then it, and
    every later one, is still to be rated (again)."""

    IDENTITY: ClassVar = ("match",)
    SEALED: ClassVar = (*IDENTITY, "title", "pool", "finished_at", "seats", "length", "usual", "counts", "is_agreed")

    match = models.CharField(primary_key=True, max_length=12)
    title = models.SlugField(max_length=40, db_index=False)
    pool = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    seats = models.JSONField()
    length = models.PositiveIntegerField()
    usual = models.PositiveIntegerField()
    counts = models.BooleanField(default=True)
    is_agreed = models.BooleanField(default=False)  # rows from before version 2 say counts=False instead
    verdict = models.CharField(
        max_length=10, choices=[(verdict.value, verdict.value) for verdict in Verdict], blank=True, default=""
    )
    is_due = models.BooleanField(default=True)
    rated_rev = models.PositiveBigIntegerField(default=0)  # `RatingState.rev` after the batch that rated it last

    changes: "models.Manager[RatingChange]"
    RIGHT: ClassVar = {"seats": holds(_are_seats), "pool": _is_pool}

    class Meta:
        ordering = ["finished_at", "match"]
        indexes = [
            models.Index(fields=["finished_at", "match"], name="leagues_result_order"),
            models.Index(fields=["finished_at", "match"], condition=Q(is_due=True), name="leagues_result_due"),
        ]

    def __str__(self) -> str:
        return f"result of {self.match}"

    @property
    def rated_match(self) -> RatedMatch:
        """The result as the fold takes it."""
        seats = tuple(seat_from_json(stored) for stored in self.seats)
        return RatedMatch(
            self.match,
            self.title,
            self.pool,
            self.finished_at,
            seats,
            self.length,
            self.usual,
            self.counts,
            self.is_agreed,
        )


class RatingVersion(SealedModel):
    """A version of the computation with every number that it uses (`leagues.core.rating.THRESHOLDS`), and when this
    site began to use it (unknown for version 1)."""

    IDENTITY: ClassVar = ("version",)
    SEALED: ClassVar = (*IDENTITY, "thresholds", "since")

    version = models.PositiveSmallIntegerField(primary_key=True)
    thresholds = models.JSONField()
    since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"version {self.version} of the ratings"


class RatingChange(StrictModel):
    """A line of the ledger: the effect of one match on the rating of one account."""

    match = models.ForeignKey(RatedResult, models.CASCADE, related_name="changes", db_index=False)  # the constraint's
    player = models.BigIntegerField()
    title = models.SlugField(max_length=40, db_index=False)
    pool = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    matches_before = models.PositiveIntegerField()
    last_before = models.DateTimeField(null=True)
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    absent_at = models.DateTimeField(null=True)  # when the player's time ran out, if this match counted the absence
    version = models.ForeignKey(RatingVersion, models.PROTECT, related_name="+", db_index=False)

    RIGHT: ClassVar = {"pool": _is_pool}

    class Meta:
        ordering = ["finished_at", "match", "player"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="leagues_change_once")]
        indexes = [
            models.Index(fields=["player", "title", "pool", "finished_at", "match"], name="leagues_change_history"),
            models.Index(fields=["player"], condition=Q(absent_at__isnull=False), name="leagues_change_absence"),
            models.Index(fields=["finished_at", "match", "player"], name="leagues_change_order"),
        ]

    def __str__(self) -> str:
        return f"what {self.match_id} made of {self.player}"

    @property
    def key(self) -> Key:
        """The account and pool of the rating."""
        return Key(self.player, self.title, self.pool)

    @property
    def before(self) -> Rating:
        """The rating before the match."""
        return Rating(self.mu_before, self.sigma_before, self.matches_before, self.last_before)

    @property
    def after(self) -> Rating:
        """The rating after it."""
        return Rating(self.mu_after, self.sigma_after, self.matches_before + 1, self.finished_at)


class PlayerRating(StrictModel):
    """The rating of one account in one pool of a title: the result of its newest line of the ledger."""

    player = models.BigIntegerField()
    title = models.SlugField(max_length=40, db_index=False)
    pool = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    last = models.DateTimeField()
    last_match = models.CharField(max_length=12)

    RIGHT: ClassVar = {"pool": _is_pool}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "title", "pool"], name="leagues_rating_once")]
        indexes = [models.Index(fields=["title", "pool", "last"], name="leagues_rating_listed")]
        verbose_name = _("rating")

    def __str__(self) -> str:
        return f"rating of {self.player} at {self.title}, {self.pool}"

    @property
    def key(self) -> Key:
        """The account and pool of this rating."""
        return Key(self.player, self.title, self.pool)

    @property
    def rating(self) -> Rating:
        """The rating as a value."""
        return Rating(self.mu, self.sigma, self.matches, self.last)


class RatingState(StrictModel):
    """One row: the lock for recording or rating results. `rev` rises with every batch that is rated."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    rev = models.PositiveBigIntegerField(default=0)
    version = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="leagues_rating_state_single")]

    def __str__(self) -> str:
        return f"ratings at {self.rev}"
