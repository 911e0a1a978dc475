"""The ratings of one person, and how they came about: for their profile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games import clock
from games.core.title.game import Game
from games.policy import policy
from games.registry import TITLES
from games.selectors.stored import each_readable
from leagues.core.graphs import NARROW, WIDE, Graph, Point, draw
from leagues.core.pools import Pool, is_of_plays
from leagues.core.rating import POINTS, Rating, shown
from leagues.models import PlayerRating, RatedResult, RatingChange
from leagues.models.rating import seat_from_json
from leagues.pool_text import pool_name

SPREAD = 2 * POINTS
"""Two deviations, in points for each unit of the deviation."""
MOST_CHANGES = 500
MOST_POINTS = 60  # of a curve: more could not be distinguished
MOST_ROWS = 50
LETTER, MOST_LABEL = 7, 240  # how wide a letter of a label is in a graph, and a whole one at most


@dataclass(frozen=True, slots=True)
class PoolRating:
    """The rating of one pool: the number that is shown now, give or take `spread`, and its history in the ledger."""

    name: str
    shown: int
    spread: int
    is_provisional: bool
    matches: int
    first: tuple[datetime, int] | None
    last: tuple[datetime, int] | None
    highest: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """The effect of one match, or play of the real table, on a rating; `url` is its page. `others`: names, empty for a
    deleted account, and None for a bot."""

    match: str
    url: str
    at: datetime
    pool: str
    before: int
    after: int
    others: Sequence[str | None]

    @property
    def difference(self) -> int:
        """By how many points the shown number rose."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class TitleRatings:
    """All ratings of a title, one for each pool, their graph in two widths, and the newest changes. The curves of the
    graphs are those of `drawn`, in this order."""

    game: Game
    pools: Sequence[PoolRating]
    drawn: Sequence[PoolRating]
    graphs: Mapping[str, Graph]
    rows: Sequence[ChangeRow]


def _name(game: Game, slug: str) -> str:
    """Return the name of a pool; the slug of one that the title no longer has."""
    try:
        return pool_name(game, Pool.parse(slug))
    except ValueError:
        return slug


def ratings_of(user: Any) -> list[TitleRatings]:
    """Return the ratings of `user` by title, starting with the title of the pool in which they have the most rated
    matches. Takes four statements."""
    stored = PlayerRating.objects.filter(player=user.pk, title__in=TITLES).order_by("-matches", "title", "pool")
    by_title: dict[str, list[PlayerRating]] = {}
    for row in each_readable(stored):
        by_title.setdefault(row.title, []).append(row)
    histories: dict[str, list[RatingChange]] = {title: [] for title in by_title}
    changes = _newest_changes(user.pk, [row for rows in by_title.values() for row in rows])
    for change in each_readable(changes):
        histories.setdefault(change.title, []).append(change)
    others = _others(user.pk, [change.match_id for history in histories.values() for change in history[:MOST_ROWS]])
    return [_title(TITLES[slug], rows, histories[slug], others) for slug, rows in by_title.items()]


def _newest_changes(player: int, pools: Sequence[PlayerRating]) -> QuerySet[RatingChange]:
    """Return the newest changes of the ratings in all these pools. The newest of each pool first: an index knows them,
    however many there are before."""
    newest = []
    for row in pools:
        own = RatingChange.objects.filter(player=player, title=row.title, pool=row.pool)
        last = own.order_by("-finished_at", "-match_id").values("pk")[:MOST_CHANGES]
        newest.append(RatingChange.objects.filter(pk__in=last).order_by().values("pk"))
    if not newest:
        return RatingChange.objects.none()
    found = RatingChange.objects.filter(pk__in=newest[0].union(*newest[1:]) if newest[1:] else newest[0])
    return found.order_by("-finished_at", "-match_id")[:MOST_CHANGES]


def _others(player: int, matches: Sequence[str]) -> Mapping[str, list[str | None]]:
    """Return whom `player` met in each of these matches."""
    seats = {
        row.match: [seat_from_json(seat).player for seat in row.seats]
        for row in each_readable(RatedResult.objects.filter(pk__in=matches).only("seats").order_by())
    }
    people = {other for found in seats.values() for other in found if other is not None}
    users = get_user_model().objects.filter(pk__in=people)
    names = policy().names(list(users.only("username")))
    return {
        key: [None if other is None else names.get(other, "") for other in found if other != player]
        for key, found in seats.items()
    }


def _title(
    game: Game,
    stored: Sequence[PlayerRating],
    history: Sequence[RatingChange],
    others: Mapping[str, list[str | None]],
) -> TitleRatings:
    lines: dict[str, list[Point]] = {row.pool: [] for row in stored}
    for change in reversed(history):
        if change.pool in lines:
            lines[change.pool].append(_point(change))
    names = {row.pool: _name(game, row.pool) for row in stored}
    pools = {row.pool: _pool(names[row.pool], row.rating, lines[row.pool]) for row in stored}
    drawn = [pool for pool in pools if lines[pool]]
    return TitleRatings(
        game,
        list(pools.values()),
        [pools[pool] for pool in drawn],
        _graphs([_thinned(lines[pool]) for pool in drawn], [names[pool] for pool in drawn]),
        list(_rows(history[:MOST_ROWS], names, others)),
    )


def _point(change: RatingChange) -> Point:
    return Point(change.finished_at, shown(change.mu_after, change.sigma_after), SPREAD * change.sigma_after)


def _thinned(line: Sequence[Point]) -> Sequence[Point]:
    """Return at most about `MOST_POINTS` of the points, evenly, with the newest one."""
    step = len(line) // MOST_POINTS + 1
    return line[(len(line) - 1) % step :: step] if line else line


def _pool(name: str, rating: Rating, points: Sequence[Point]) -> PoolRating:
    moment = clock.now()
    return PoolRating(
        name,
        rating.shown(moment),
        round(SPREAD * rating.sigma_at(moment)),
        rating.is_provisional(moment),
        rating.matches,
        (points[0].at, round(points[0].value)) if points else None,
        (points[-1].at, round(points[-1].value)) if points else None,
        max((round(point.value) for point in points), default=0),
    )


def _graphs(lines: Sequence[Sequence[Point]], labels: Sequence[str]) -> dict[str, Graph]:
    """Return the graphs by name; none if each line is a single point."""
    if all(len(line) < 2 for line in lines):
        return {}
    zone = timezone.get_current_timezone()
    margin = min(MOST_LABEL, LETTER * max(map(len, labels)) + 2 * WIDE.top)
    return {"narrow": draw(lines, NARROW, zone), "wide": draw(lines, replace(WIDE, right=margin), zone)}


def _rows(
    changes: Iterable[RatingChange], names: Mapping[str, str], others: Mapping[str, list[str | None]]
) -> Iterable[ChangeRow]:
    for change in changes:
        page = "companion:play" if is_of_plays(change.pool) else "games:match"
        yield ChangeRow(
            change.match_id,
            reverse(page, args=[change.match_id]),
            change.finished_at,
            names.get(change.pool, change.pool),
            shown(change.mu_before, change.sigma_before),
            shown(change.mu_after, change.sigma_after),
            others.get(change.match_id, []),
        )
