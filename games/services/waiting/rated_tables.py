"""Requirements for the table of a rated match: when it is opened, and when its people agree on it later."""

from collections.abc import Sequence

from games import clock
from games.core.text import _
from games.models import MOST_RATING, Match, Seat
from games.policy import policy
from games.refusals import BadInput, Forbidden
from games.selectors.rated_tables import has_range, rating_at
from games.services.keeping import sealed_rows


def check(match: Match, seats: Sequence[Seat]) -> None:
    """Check the host and the rating range of a new table with these taken `seats`; one statement at most. Raises
    `BadInput`, naming the field, and `Forbidden`."""
    for name, bound in ((_("Minimum rating"), match.rating_low), (_("Maximum rating"), match.rating_high)):
        if bound is not None and (type(bound) is not int or not 0 <= bound <= MOST_RATING):
            raise BadInput(_("%(field)s: enter a number from 0 to %(most)s.", field=name, most=MOST_RATING))
    if not match.is_rated:
        if has_range(match):
            raise BadInput(_("Minimum and maximum rating: only rated matches can have them."))
        return
    if (refusal := policy().refuse_rated(match.host)) is not None:
        raise Forbidden(_("Rated: %(reason)s", reason=refusal))
    _check_range(match, seats)


def set_rated(match: Match, is_rated: bool) -> None:
    """Decide whether the match of a full table, which is about to start, is rated. Raises `BadInput`, naming the field,
    and `Forbidden`."""
    if is_rated and clock.PACES[match.pace].time_control.bank is None:
        raise BadInput(_("Pace: a rated match needs deadlines."))
    for seat in match.seats.select_related("user") if is_rated else ():
        if seat.user is None or policy().refuse_rated(seat.user) is not None:
            raise Forbidden(_("Rated: every seat needs a player with an account."))
    match.is_rated = is_rated
    sealed_rows.save([match], ("is_rated",))


def _check_range(match: Match, seats: Sequence[Seat]) -> None:
    low, high = match.rating_low, match.rating_high
    if low is not None and high is not None and low > high:
        raise BadInput(_("Maximum rating: it can’t be below the minimum."))
    own = rating_at(match.host, match, seats) if has_range(match) else None
    if own is None:
        return
    if low is not None and own.number < low:
        raise BadInput(_("Minimum rating: your own rating here is %(rating)s. Choose that or less.", rating=own.number))
    if high is not None and own.number > high:
        raise BadInput(_("Maximum rating: your own rating here is %(rating)s. Choose that or more.", rating=own.number))
