"""The sizes of the pods of a round in which everybody plays."""

from games.core.text import _
from leagues.core.errors import LeagueError

FEWEST_SEATS = 3


def pod_sizes(players: int, seats: int, *, smaller: bool = True) -> tuple[int, ...] | None:
    """Return the sizes of the pods of one round, largest first: as many of `seats` as possible, the others of one seat
    less.

    `smaller=False` is for titles that cannot be played with a seat less. None if no such sizes add up to `players`.
    Raises LeagueError for fewer than 3 seats and for no players at all.

    >>> pod_sizes(10, 4), pod_sizes(13, 4), pod_sizes(5, 4)
    ((4, 3, 3), (4, 3, 3, 3), None)
    """
    if seats < FEWEST_SEATS:
        raise LeagueError(_("Pods need at least 3 seats, not %(seats)s.", seats=seats))
    if players < 1:
        raise LeagueError(_("A round needs players."))
    pods = -(-players // seats)
    short = pods * seats - players
    if short > (pods if smaller else 0):
        return None
    return (seats,) * (pods - short) + (seats - 1,) * short


def byes_needed(players: int, seats: int, *, smaller: bool = True) -> int:
    """Return how many of `players` must sit out, at least, so that the others can be cut by `pod_sizes`.

    Raises LeagueError where no pod at all can be filled.

    >>> byes_needed(10, 4), byes_needed(5, 4), byes_needed(10, 4, smaller=False)
    (0, 1, 2)
    """
    for byes in range(players):
        if pod_sizes(players - byes, seats, smaller=smaller):
            return byes
    fewest = seats - 1 if smaller else seats
    raise LeagueError(_("A round needs at least %(fewest)s players, not %(players)s.", fewest=fewest, players=players))
