"""Rooms: matches of the site for people who sit around one table, each with a phone."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from companion.core.letters import read_code
from games import clock
from games.models import Match
from games.strict import StrictModel

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

USER = settings.AUTH_USER_MODEL


def is_code(text: str) -> bool:
    """Return whether a stored code is one that the site gives out."""
    return read_code(text) == text


class Room(StrictModel):
    """A match in one room. Its code leads there: to a free seat before the start, afterwards to the public board.

    `offers_rated` if the match is to be rated in case all agree. The code is NULL once it has ended.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="room")
    offers_rated = models.BooleanField(default=False)
    code = models.CharField(max_length=6, null=True, blank=True, unique=True)
    code_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=clock.now)

    hands: "RelatedManager[Hand]"

    RIGHT: ClassVar = {"code": is_code}

    class Meta:
        indexes = [
            models.Index(fields=["code_until"], condition=Q(code__isnull=False), name="companion_room_code"),
        ]

    def __str__(self) -> str:
        return f"room of {self.match_id}"


class Hand(StrictModel):
    """A player's hand in a room: on which device it is, and the code by which another one takes it over.

    `session` is the key of the device's session, empty if none has been noted. `agreed_at` is when the player agreed to
    a rated match.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="hands", db_index=False)  # the constraint has one
    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    session = models.CharField(max_length=40, blank=True, default="")
    code = models.CharField(max_length=6, null=True, blank=True, unique=True)
    code_until = models.DateTimeField(null=True)
    agreed_at = models.DateTimeField(null=True)

    RIGHT: ClassVar = {"code": is_code}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="companion_hand_once")]
        indexes = [
            models.Index(fields=["code_until"], condition=Q(code__isnull=False), name="companion_hand_code"),
        ]

    def __str__(self) -> str:
        return f"hand of {self.user_id} in {self.room_id}"
