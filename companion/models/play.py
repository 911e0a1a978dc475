"""Plays: results of the real table, and what the people who sat there say of them."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from companion.core.results import LONGEST_NAME, LONGEST_NOTE, LONGEST_PLACE
from games import clock
from games.core.errors import BrokenRow
from games.core.title.game import Game
from games.models import Match, new_match_id
from games.registry import TITLES
from games.strict import StrictModel, holds

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

USER = settings.AUTH_USER_MODEL


class PlayState(models.TextChoices):
    """The standing of a play's result. Only a confirmed one counts anywhere."""

    WAITING = "waiting", _("waiting to be confirmed")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    VOID = "void", _("doesn’t count")


class Play(StrictModel):
    """One match played at the real table, as one of its people recorded it.

    `version` rises with every correction, so that an answer is to the result that its giver saw. `match` is the match
    of the site that it records, if it was played with the site's own board.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_match_id, editable=False)
    title = models.SlugField(max_length=40, db_index=False)
    settings = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="play")
    recorder = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="recorded_plays")
    played_on = models.DateField()
    # Its moment among the matches of lists: the end of the match of the site, or else about the time of `played_on`.
    ended_at = models.DateTimeField(default=clock.now)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True, default="")
    minutes = models.PositiveSmallIntegerField(null=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    is_rated = models.BooleanField(default=False)
    is_demo = models.BooleanField(default=False)
    # The name of the play in the file from which its recorder imported it: no play is imported twice.
    imported_as = models.CharField(max_length=120, blank=True, default="")

    state = models.CharField(max_length=10, choices=PlayState, default=PlayState.WAITING)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)
    confirmed_at = models.DateTimeField(null=True)
    # Since when `play_confirmed` is to be sent; NULL once no receiver failed.
    unannounced_since = models.DateTimeField(null=True)
    # The code by which the others find it on their phones.
    code = models.CharField(max_length=6, null=True, blank=True, unique=True)
    code_until = models.DateTimeField(null=True)

    seats: "RelatedManager[PlaySeat]"
    objections: "RelatedManager[Objection]"
    lines: "RelatedManager[PlayLine]"

    RIGHT: ClassVar = {
        "settings": holds(lambda settings: all(isinstance(value, str) for value in settings.values())),
    }

    class Meta:
        ordering = ["-played_on", "-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["recorder", "imported_as"], condition=~Q(imported_as=""), name="companion_play_imported_once"
            ),
            models.CheckConstraint(
                condition=~Q(state="confirmed") | Q(confirmed_at__isnull=False), name="companion_play_confirmed_at"
            ),
        ]
        indexes = [
            models.Index(
                fields=["unannounced_since"],
                condition=Q(unannounced_since__isnull=False),
                name="companion_play_unannounced",
            ),
            models.Index(fields=["ended_at", "id"], condition=Q(state="confirmed"), name="companion_play_listed"),
        ]

    def __str__(self) -> str:
        return f"play {self.pk} of {self.title}"

    @property
    def game(self) -> Game:
        """The rules object of its title; raises `BrokenRow`."""
        found = TITLES.get(self.title)
        if found is None:
            raise BrokenRow.at("title of a play", self.title)
        return found

    @property
    def counts(self) -> bool:
        """Return whether the result counts: all players with an account, at least two, confirmed it."""
        return self.state == PlayState.CONFIRMED


class Answer(models.TextChoices):
    """The answer of a player to the result."""

    NONE = "none", _("no answer yet")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")


class PlaySeat(StrictModel):
    """A seat of a play, with its player and their result.

    A seat has a `user`, or the `name` of a person without an account, or the level of a `bot` of the site. A name
    stays when its owner claims it: it is what the recorder wrote. Both are empty for a deleted account.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="seats", db_index=False)  # the constraint has one
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="played_seats")
    name = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    bot = models.CharField(max_length=12, blank=True, default="")
    place = models.PositiveSmallIntegerField()
    score = models.IntegerField(null=True)
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.NONE)
    answered_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["play", "index"]
        constraints = [
            models.UniqueConstraint(fields=["play", "index"], name="companion_play_seat_once"),
            models.UniqueConstraint(fields=["play", "user"], name="companion_play_user_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.play_id}"


class Objection(StrictModel):
    """A player's statement of what is wrong with a play. Open until they take it back, the result is corrected, or an
    organiser decides."""

    play = models.ForeignKey(Play, models.CASCADE, related_name="objections")
    user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=LONGEST_NOTE)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["play", "user"], condition=Q(closed_at=None), name="companion_objection_open_once"
            )
        ]

    def __str__(self) -> str:
        return f"objection to {self.play_id}"


class Verb(models.TextChoices):
    """The deeds of a play's log."""

    RECORDED = "recorded", _("recorded the result")
    IMPORTED = "imported", _("imported the result from a file")
    CORRECTED = "corrected", _("corrected the result")
    CONFIRMED = "confirmed", _("confirmed the result")
    DISPUTED = "disputed", _("said what’s wrong")
    CLAIMED = "claimed", _("took over a name at the table")
    RELEASED = "released", _("took an account off a name at the table")
    UPHELD = "upheld", _("decided that the result counts")
    STRUCK = "struck", _("decided that the result doesn’t count")


class PlayLine(StrictModel):
    """A line of a play's log: who did what, and when. `actor` is a plain number, as in the logs of matches."""

    play = models.ForeignKey(Play, models.CASCADE, related_name="lines")
    at = models.DateTimeField(default=clock.now)
    actor = models.BigIntegerField(null=True)
    verb = models.CharField(max_length=10, choices=Verb)
    facts: Any = models.JSONField(default=dict)

    RIGHT: ClassVar = {"facts": lambda facts: isinstance(facts, dict)}

    class Meta:
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["at"], name="companion_line_at")]

    def __str__(self) -> str:
        return f"{self.verb} of {self.play_id}"
