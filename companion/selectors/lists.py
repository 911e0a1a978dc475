"""Lists of plays: one's own, and the confirmed ones that everyone may see."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from companion.models import Answer, Play, PlaySeat, PlayState
from companion.selectors.plays import names_in
from games.core.title.game import Game
from games.registry import TITLES
from games.selectors.archive import WON, Wanted
from games.selectors.stored import each_readable


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A play in a list: the names in the order of their places, each with its place."""

    play: Play
    game: Game
    names: Sequence[tuple[str, int]]


def waiting_for(user: Any) -> QuerySet[Play]:
    """Return the plays that wait for the answer of `user`, the newest first."""
    own = PlaySeat.objects.filter(user=user, answer=Answer.NONE).values("play")
    return Play.objects.filter(pk__in=own, state=PlayState.WAITING, title__in=TITLES).order_by("-created_at", "pk")


def plays_of(user: Any) -> QuerySet[Play]:
    """Return all plays of `user`, whatever is known of their results, the newest first."""
    return Play.objects.filter(sat_in(user) | Q(recorder=user), title__in=TITLES).order_by("-ended_at", "-pk")


def confirmed() -> QuerySet[Play]:
    """Return all plays that count, in no order."""
    return Play.objects.filter(state=PlayState.CONFIRMED, title__in=TITLES)


def sat_in(user: Any) -> Q:
    """Return the condition that `user` sat at the table of a play."""
    return Q(pk__in=PlaySeat.objects.filter(user=user).values("play"))  # by the index of their seats


def narrowed(wanted: Wanted, before: tuple[datetime, str] | None) -> QuerySet[Play]:
    """Return the plays that count, fit a filter of the archive and are older than the place `before` in it, the newest
    first."""
    plays = confirmed().order_by("-ended_at", "-pk")
    if before is not None:
        moment, key = before
        plays = plays.filter(Q(ended_at__lt=moment) | Q(pk__lt=key), ended_at__lte=moment)
    if wanted.title:
        plays = plays.filter(title=wanted.title)
    if wanted.seats is not None:
        plays = plays.filter(seat_count=wanted.seats)
    if wanted.rated is not None:
        plays = plays.filter(is_rated=wanted.rated)
    if wanted.first is not None:
        plays = plays.filter(played_on__gte=wanted.first)
    if wanted.last is not None:
        plays = plays.filter(played_on__lte=wanted.last)
    return plays if wanted.person is None else plays.filter(_seats_of(wanted))


def _seats_of(wanted: Wanted) -> Q:
    seats = PlaySeat.objects.filter(user=wanted.person)
    if wanted.result:
        seats = seats.filter(place=1) if wanted.result == WON else seats.exclude(place=1)
    return Q(pk__in=seats.values("play"))


def listed(plays: QuerySet[Play], most: int, viewer: Any) -> list[ListedPlay]:
    """Return the first `most` of `plays` that can be read, for a viewer; two statements. The names of people without an
    account are for those who sat there."""
    return [_listed(play, viewer) for play in each_readable(plays.prefetch_related(seats_read_with())[:most])]


def seats_read_with() -> "Prefetch[str, QuerySet[PlaySeat], str]":
    """Return how plays are read together with their seats and accounts."""
    return Prefetch("seats", PlaySeat.objects.select_related("user").order_by("index"))


def _listed(play: Play, viewer: Any) -> ListedPlay:
    seats: Collection[PlaySeat] = play.seats.all()
    key = viewer.pk if viewer.is_authenticated else None
    is_insider = key is not None and (play.recorder_id == key or any(seat.user_id == key for seat in seats))
    names = names_in(list(seats), sees_all=is_insider)
    by_place = sorted(seats, key=lambda seat: (seat.place, seat.index))
    return ListedPlay(play, play.game, [(names[seat.index], seat.place) for seat in by_place])
