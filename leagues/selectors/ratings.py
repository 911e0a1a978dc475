"""Queries about ratings for pages: leaderboards, and a player's ratings."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.translation import gettext as _

from games.policy import policy
from games.selectors.stored import each_readable
from leagues.core.pools import Pool
from leagues.core.rating import LISTED_FOR, PROVISIONAL_MATCHES, PROVISIONAL_SIGMA, VERSION, Rating
from leagues.models import PlayerRating, RatingState, RatingVersion
from leagues.selectors.seasons import Person


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a leaderboard; equal numbers share the better rank."""

    rank: int
    player: int
    shown: int
    doubt: int
    matches: int
    last: datetime


def pools_by_title() -> Mapping[str, list[Pool]]:
    """Return the pools of each title in which a player has a rating, in the order of pages; one statement."""
    found: dict[str, list[Pool]] = {}
    for title, slug in PlayerRating.objects.order_by().values_list("title", "pool").distinct():
        with suppress(ValueError):  # of a row that cannot be read
            found.setdefault(title, []).append(Pool.parse(slug))
    return {title: sorted(pools, key=lambda pool: pool.order) for title, pools in found.items()}


def revision() -> tuple[object, ...]:
    """Return a value that changes whenever ratings change; two statements."""
    rev = RatingState.objects.filter(pk=1).values_list("rev", flat=True).first()
    # Numbers may come again in another database; the id of a match does not.
    newest = PlayerRating.objects.order_by("-pk").values_list("pk", "player", "last_match", "last").first()
    return rev, newest


def changed_at() -> datetime | None:
    """Return when this site changed to this version of the rules; None if it has never used another, or never this
    one."""
    found = {row.version: row for row in each_readable(RatingVersion.objects.all())}
    return found[VERSION].since if len(found) > 1 and VERSION in found else None


def leaderboard(title: str, pool: str, moment: datetime) -> list[BoardLine]:
    """Return everyone with an account whose rating is listed at `moment`, best first; one statement."""
    rows = PlayerRating.objects.filter(
        title=title,
        pool=pool,
        last__gte=moment - LISTED_FOR,
        matches__gte=PROVISIONAL_MATCHES,
        sigma__lte=PROVISIONAL_SIGMA,
        player__in=get_user_model().objects.filter(is_active=True).values("pk"),
    )
    found = []
    for row in each_readable(rows):
        rating = row.rating
        if rating.is_listed(moment):
            found.append((rating.shown(moment), row.player, rating))
    found.sort(key=lambda one: (-one[0], one[1]))
    lines: list[BoardLine] = []
    for place, (shown, player, rating) in enumerate(found, 1):
        rank = lines[-1].rank if lines and lines[-1].shown == shown else place
        assert rating.last is not None, "it is listed"
        lines.append(BoardLine(rank, player, shown, rating.doubt(moment), rating.matches, rating.last))
    return lines


def on_their_way(title: str, pool: str, moment: datetime, most: int) -> list[tuple[int, Rating]]:
    """Return recently active accounts whose rating is too uncertain to list, those with most matches first; one
    statement."""
    unknown = Q(matches__lt=PROVISIONAL_MATCHES) | Q(sigma__gt=PROVISIONAL_SIGMA)
    rows = PlayerRating.objects.filter(
        unknown,
        title=title,
        pool=pool,
        last__gte=moment - LISTED_FOR,
        player__in=get_user_model().objects.filter(is_active=True).values("pk"),
    )
    return [(row.player, row.rating) for row in each_readable(rows.order_by("-matches", "-last", "player")[:most])]


def ratings_of(players: Collection[int], title: str, pool: str) -> dict[int, Rating]:
    """Return the ratings of these accounts, without those that have none; one statement."""
    rows = PlayerRating.objects.filter(player__in=players, title=title, pool=pool)
    return {row.player: row.rating for row in each_readable(rows)}


def persons(players: Iterable[int], viewer: Any) -> Mapping[int, Person]:
    """Return the names of accounts, by their numbers; one statement, and one for the names."""
    players = set(players)
    gone = Person(_("a deleted account"), "", is_viewer=False)
    return dict.fromkeys(players, gone) | persons_there(players, viewer)


def persons_there(players: Iterable[int], viewer: Any) -> dict[int, Person]:
    """Return the names of those accounts that are not deleted, by their numbers."""
    users = list(get_user_model().objects.filter(pk__in=set(players), is_active=True))
    names = policy().names(users)
    return {
        user.pk: Person(names[user.pk], policy().profile_url(user), is_viewer=user.pk == viewer.pk) for user in users
    }
