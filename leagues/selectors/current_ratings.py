"""The ratings that people have now: for seeding, and for the tables of rated matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from games import clock
from games.policy import RatedTable, ShownRating
from games.selectors.stored import each_readable
from leagues.core.pools import Pool
from leagues.core.rating import NEW, Rating
from leagues.core.rating_fold import Key
from leagues.models import Entry, PlayerRating, Season


def current(keys: Collection[Key]) -> Mapping[Key, Rating]:
    """Return the rating of each key, that of a new player for keys without one; one statement, none if there is no
    key."""
    if not keys:
        return {}
    rows = PlayerRating.objects.filter(
        player__in={key.player for key in keys},
        title__in={key.title for key in keys},
        pool__in={key.pool for key in keys},
    )
    found = {row.key: row.rating for row in each_readable(rows)}
    return {key: found.get(key, NEW) for key in keys}


def shown(rating: Rating) -> ShownRating:
    """Return a rating as it is shown at this moment."""
    moment = clock.now()
    return ShownRating(rating.shown(moment), rating.is_provisional(moment))


def ratings_at(tables: Sequence[RatedTable]) -> Mapping[tuple[str, int], ShownRating]:
    """Return the ratings of the users of each table in the pool of its match, with the bots that sit there now, by
    match and user; one statement."""
    keys = {
        (table.match.pk, user): Key(user, table.match.title, _pool(table).slug)
        for table in tables
        for user in table.users
    }
    ratings = current(set(keys.values()))
    return {place: shown(ratings[key]) for place, key in keys.items()}


def ratings_of(season: Season, entries: Iterable[Entry]) -> Mapping[int, ShownRating]:
    """Return the ratings of the entries of a season in the pool of its matches, by primary key; one statement. Entries
    of deleted accounts are left out."""
    pool = season.pool.slug
    keys = {entry.pk: Key(entry.user_id, season.title, pool) for entry in entries if entry.user_id is not None}
    ratings = current(set(keys.values()))
    return {pk: shown(ratings[key]) for pk, key in keys.items()}


def _pool(table: RatedTable) -> Pool:
    return Pool.of_match(table.has_bots, table.match.game.rated_apart, table.match.settings)
