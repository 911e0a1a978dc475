"""Recent opponents of a user, and people whom a host may like to invite."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core.title.game import Game
from games.models import Invitation, Match, Seat, Status
from games.policy import policy
from games.registry import TITLES

MATCHES_LOOKED_AT = 60
OPPONENTS = 12
SUGGESTIONS = 8


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person with an account, and the newest match that the two have played: its title, and when it began."""

    user: Any
    game: Game
    match_id: str
    at: datetime


def recent_opponents(user: Any, most: int = OPPONENTS) -> list[Opponent]:
    """Return the opponents of `user` by newest match, within their last sixty matches; two statements."""
    own = Seat.objects.filter(user=user, match__title__in=TITLES)
    # The newest begun among those that run and the last that ended: long-time players have thousands.
    newest = own.filter(ended_at__isnull=False, match__status=Status.FINISHED).order_by("-ended_at", "-pk")
    ended = Seat.objects.filter(pk__in=newest.values("pk")[:MATCHES_LOOKED_AT]).order_by().values("pk")
    looked_at = own.filter(ended_at=None, match__status=Status.RUNNING).order_by().values("pk").union(ended)
    rows = Seat.objects.filter(pk__in=looked_at).order_by("-match__started_at", "-match")
    begun = {
        key: (title, at)
        for key, title, at in rows.values_list("match", "match__title", "match__started_at")[:MATCHES_LOOKED_AT]
        if at is not None
    }
    others = Seat.objects.filter(match__in=begun, user__is_active=True).exclude(user=user).select_related("user")
    by_match: dict[str, list[Seat]] = {}
    for seat in others.order_by("index"):
        by_match.setdefault(seat.match_id, []).append(seat)
    found: dict[int | None, Opponent] = {}
    for key, (title, at) in begun.items():
        for seat in by_match.get(key, []):
            found.setdefault(seat.user_id, Opponent(seat.user, TITLES[title], key, at))
    return list(found.values())[:most]


def suggested_guests(host: Any, match: Match, seats: Sequence[Seat]) -> list[str]:
    """Return the names of those whom `host` may like to invite to their open table, friends first, without those who
    sit there (`seats`), are invited, or could not play; a fixed number of statements."""
    recent = [opponent.user for opponent in recent_opponents(host)]
    away = {seat.user_id for seat in seats} | {host.pk}
    away |= set(Invitation.objects.filter(match=match).values_list("user", flat=True))
    site = policy()
    fitting = [
        person
        for person in site.acquaintances(host, recent)
        if person.pk not in away
        and site.refuse_to_play(person) is None
        and not (match.is_rated and site.refuse_rated(person) is not None)
    ][:SUGGESTIONS]
    names = site.names(fitting)
    return [names[person.pk] for person in fitting]
