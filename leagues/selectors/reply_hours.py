"""The hours at which people answer, as far as they are known."""

from collections.abc import Collection, Mapping, Sequence

from games.selectors.stored import each_readable
from leagues.models import ReplyHours


def hours_of(players: Collection[int]) -> Mapping[int, Sequence[int]]:
    """Return how many answers of each account came in each hour of the day, in UTC; one statement. Accounts that are
    left out have not answered in a public match that is over."""
    return {row.player: row.counts for row in each_readable(ReplyHours.objects.filter(player__in=players))}
