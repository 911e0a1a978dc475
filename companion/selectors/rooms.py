"""Questions about rooms: where a code leads, where a hand is, and what the page of a room shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from companion.models import Hand, Room
from games import clock
from games.models import Match, Seat, Status

MOVED_HANDS = "moved_hands"  # in a session: the ids of the matches whose hand has left this device
SCREENS = "room_screens"  # in a session: the codes of the rooms of which this device is the screen
NOT_OVER = (Status.OPEN, Status.RUNNING)


def is_in_room(match: Match) -> bool:
    """Return whether `match` is played in one room; one statement."""
    return Room.objects.filter(pk=match.pk).exists()


def room_of(match: Match) -> Room | None:
    """Return the room of `match`, None if it has none; one statement. Raises `BrokenRow`."""
    return Room.objects.filter(pk=match.pk).first()


def room_after(match: Match) -> Room | None:
    """Return the room in which the people of `match`, which is over, play again; None if they don't, or not yet. One
    statement. Raises `BrokenRow`."""
    again = Room.objects.filter(match__rematch_of=match.pk, match__status__in=NOT_OVER)
    return again.order_by("created_at").first()


def has_seat(room: Room, user: Any) -> bool:
    """Return whether `user`, who may be anonymous, has a seat in the room; one statement."""
    return Seat.objects.filter(match=room.pk, user=user.pk).exclude(user=None).exists()


def live_code(room: Room) -> str:
    """Return the code that leads to the room now; empty if there is none."""
    is_live = room.code is not None and room.code_until is not None and room.code_until > clock.now()
    return room.code or "" if is_live else ""


def way_to(code: str) -> tuple[str, str] | None:
    """Return the id of the match to which the code of a room leads now, and its private link; None if it leads
    nowhere. One statement."""
    rows = Room.objects.filter(code=code, code_until__gt=clock.now())
    return rows.values_list("match", "match__link_token").first()


def hand_by_code(code: str) -> Hand | None:
    """Return the hand that a device takes over by `code` now; None if there is none. One statement. Raises
    `BrokenRow`."""
    found = Hand.objects.filter(code=code, code_until__gt=clock.now(), room__match__status__in=NOT_OVER)
    return found.select_related("user").first()


def hand_of(match: Match, user: Any) -> Hand | None:
    """Return the hand of `user` in the room of `match`; None if nothing is known of one. One statement. Raises
    `BrokenRow`."""
    return Hand.objects.filter(room=match.pk, user=user.pk).first()


def is_elsewhere(session: SessionBase, user: Any, match_id: str) -> bool:
    """Return whether the hand that this device has, or had, in a match is on another one that is still logged in. One
    statement for a user, and one more if there may be such a device; none for an anonymous visitor."""
    if not user.is_authenticated:
        return match_id in session.get(MOVED_HANDS, [])
    others = Hand.objects.filter(room=match_id, user=user.pk).exclude(session__in=["", session.session_key or ""])
    other = others.values_list("session", flat=True).first()
    return other is not None and session.exists(other)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The users in a room who have agreed to a rated match, and whether all of them have."""

    agreed: frozenset[int]
    is_complete: bool


def agreement(room: Room, seats: Sequence[Seat]) -> Agreement | None:
    """Return what the holders of these taken `seats` say about a rated match, None if it isn't offered; one statement
    at most. A bot, or a free seat, never agrees."""
    if not room.offers_rated:
        return None
    agreed = frozenset(room.hands.filter(agreed_at__isnull=False).values_list("user", flat=True))
    sitting = [seat.user_id for seat in seats]
    is_full = len(sitting) == room.match.seat_count
    return Agreement(agreed, is_full and all(user in agreed for user in sitting))
