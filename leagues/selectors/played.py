"""The finished public matches of one person, and their confirmed plays of the real table, as few columns in as few
statements as possible."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from companion.models import Play, PlaySeat
from companion.selectors.lists import confirmed, sat_in
from games.core.errors import BrokenRow
from games.models import Access, FormerHolder, Match, Seat, Status
from games.registry import TITLES
from games.selectors.stored import each_readable, stored_places
from games.strict import FIRST_MOMENT, LAST_MOMENT
from leagues.core.records import Played, PlayedSeat

MOST = 100


class _Row(NamedTuple):
    match: str
    title: str
    seat_count: int
    outcome: Any
    finished_at: datetime


class _Holder(NamedTuple):
    match: str
    number: int
    user: int | None
    vacated_at: datetime | None


class _Former(NamedTuple):
    match: str
    seat: int
    user: int | None
    ply: int


def played_by(user: Any) -> list[Played]:
    """Return the public matches that are finished, were not annulled and can be read, in which `user` held a seat from
    the start, and the confirmed plays in which they sat at the table: the newest `MOST`, the newest first. Five
    statements."""
    # The newest of each kind first: an index knows them, however many there are before.
    seats = Seat.objects.filter(_counted("match__"), user=user, ended_at__isnull=False).order_by("-ended_at", "-match")
    former = FormerHolder.objects.filter(_counted("match__"), user=user).order_by("-match__finished_at", "-match")
    held = Seat.objects.filter(pk__in=seats.values("pk")[:MOST]).order_by().values("match")
    gave_up = FormerHolder.objects.filter(pk__in=former.values("pk")[:MOST]).order_by().values("match")
    return _newest(_played(Match.objects.filter(pk__in=held.union(gave_up)), user.pk), _plays(user))


def played_together(user: Any, other: Any) -> list[Played]:
    """Return the newest of such matches in which `other` held a seat from the start as well. Five statements."""
    found = _played(Match.objects.filter(_held_by(user)).filter(_held_by(other)), user.pk)
    online = [match for match in found if any(seat.player == other.pk for seat in match.seats)]
    return _newest(online, _plays(user, sat_in(other)))


def _newest(matches: list[Played], plays: list[Played]) -> list[Played]:
    return sorted(matches + plays, key=lambda one: (one.finished_at, one.match), reverse=True)[:MOST]


def _plays(user: Any, condition: Q | None = None) -> list[Played]:
    """Return the newest confirmed plays of `user` that can be read, with a condition."""
    plays = confirmed().filter(sat_in(user), condition or Q()).order_by("-ended_at", "-pk")
    seats = Prefetch("seats", PlaySeat.objects.order_by("index"))
    return [_play(play, user.pk) for play in each_readable(plays.prefetch_related(seats)[:MOST])]


def _play(play: Play, player: int) -> Played:
    seats = list(play.seats.all())
    own = next(number for number, seat in enumerate(seats) if seat.user_id == player)
    found = tuple(PlayedSeat(seat.user_id, seat.place) for seat in seats)
    return Played(play.pk, play.title, play.ended_at, own, found, at_table=True)


def _counted(prefix: str = "") -> Q:
    """Return the conditions for a match to be counted."""
    wanted = {"status": Status.FINISHED, "access": Access.OPEN, "annulled_at": None, "title__in": TITLES}
    return Q(**{f"{prefix}{name}": value for name, value in wanted.items()})


def _held_by(user: Any) -> Q:
    seats, former = Seat.objects.filter(user=user), FormerHolder.objects.filter(user=user)
    return Q(pk__in=seats.values("match")) | Q(pk__in=former.values("match"))


def _played(matches: QuerySet[Match], player: int) -> list[Played]:
    matches = matches.filter(_counted()).order_by("-finished_at", "-pk")[:MOST]
    rows = each_readable(matches.values_list("pk", "title", "seat_count", "outcome", "finished_at"))
    inside = {"match__in": matches.values("pk")}
    seats = Seat.objects.filter(**inside).order_by("match", "index")
    holders = _grouped(each_readable(seats.values_list("match_id", "index", "user_id", "vacated_at")), _Holder)
    gone = FormerHolder.objects.filter(**inside).order_by("-ply")
    former = _grouped(each_readable(gone.values_list("match_id", "seat", "user_id", "ply")), _Former)
    found = []
    for row in rows:
        with suppress(BrokenRow):
            match = _match(_Row(*row), holders.get(row[0], []), former.get(row[0], []), player)
            if match is not None:
                found.append(match)
    return found


def _grouped(rows: Iterable[tuple[Any, ...]], kind: Any) -> Mapping[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(kind._make(row))
    return found


def _match(row: _Row, holders: list[_Holder], former: list[_Former], player: int) -> Played | None:
    """Return the match as `player` played it; None if they took a seat over. Raises `BrokenRow`."""
    places = stored_places(row.outcome, row.seat_count)
    is_dated = row.finished_at is not None and FIRST_MOMENT < row.finished_at < LAST_MOMENT
    if not is_dated or [seat.number for seat in holders] != list(range(len(places))):
        raise BrokenRow.at("seats or end of a match", row.match)
    first = {gone.seat: gone for gone in former}  # the first of each seat comes last
    seats = tuple(_seat(seat, place, first) for seat, place in zip(holders, places, strict=True))
    for index, seat in enumerate(seats):
        if seat.player == player:
            until = first[index].ply if index in first else None
            return Played(row.match, row.title, row.finished_at, index, seats, until)
    return None


def _seat(seat: _Holder, place: int, first: Mapping[int, _Former]) -> PlayedSeat:
    gone = first.get(seat.number)
    if gone is not None:
        return PlayedSeat(gone.user, place, left=True)
    return PlayedSeat(seat.user, place, left=seat.vacated_at is not None)
