"""Tables of rated matches: which ratings are shown there, and whom the rating range of a table leaves out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.core.text import Text, _
from games.models import Invitation, Match, Seat
from games.policy import RatedTable, ShownRating, policy
from games.selectors.lists import MatchSummary, Place

Ratings = Mapping[tuple[str, int], ShownRating]


def refusal_to_sit(user: Any, match: Match, seats: Sequence[Seat]) -> Text | None:
    """Return why `user` may not sit down at an open table with these taken `seats` because its match is rated; None if
    they may. Invited users are let in with any rating. One statement where there is a rating range, and one more for a
    user outside it."""
    if not match.is_rated:
        return None
    if (refusal := policy().refuse_rated(user)) is not None or not has_range(match):
        return refusal
    refusal = _refusal_by_range(match, rating_at(user, match, seats))
    if refusal is not None and Invitation.objects.filter(match=match, user=user.pk).exists():
        return None
    return refusal


def rating_at(user: Any, match: Match, seats: Sequence[Seat]) -> ShownRating | None:
    """Return the rating of `user` in the pool that `match` counts for with these taken `seats`, or None; one statement
    at most."""
    table = RatedTable(match, any(seat.bot for seat in seats), (user.pk,))
    return policy().ratings([table]).get((match.pk, user.pk))


def has_range(match: Match) -> bool:
    """Return whether the table of `match` asks for a lowest or a highest rating."""
    return match.rating_low is not None or match.rating_high is not None


def with_ratings(tables: Sequence[MatchSummary], user: Any) -> list[MatchSummary]:
    """Return open `tables` with the ratings of those who sit at rated ones, and with the reason why `user` may not sit
    down there; one statement at most, and one more if the range of a table leaves `user` out."""
    asked = [_asked(table, user) for table in tables if table.match.is_rated]
    ratings = policy().ratings(asked) if asked else {}
    refusals = _refusals(tables, user, ratings) if user.is_authenticated else {}
    return [
        replace(table, places=_rated_places(table, ratings), refusal=refusals.get(table.match.pk)) for table in tables
    ]


def _asked(table: MatchSummary, user: Any) -> RatedTable:
    users = {user.pk, *(place.user_id for place in table.places)}
    has_bots = any(place.is_bot for place in table.places)
    return RatedTable(table.match, has_bots, tuple(pk for pk in users if pk is not None))


def _rated_places(table: MatchSummary, ratings: Ratings) -> tuple[Place, ...]:
    return tuple(
        replace(place, rating=ratings.get((table.match.pk, place.user_id))) if place.user_id is not None else place
        for place in table.places
    )


def _refusals(tables: Sequence[MatchSummary], user: Any, ratings: Ratings) -> dict[str, Text]:
    """Return why `user` may not sit down, by match."""
    rated = [table.match for table in tables if table.match.is_rated and table.mine is None]
    refusal = policy().refuse_rated(user) if rated else None
    if refusal is not None:
        return {match.pk: refusal for match in rated}
    found = {
        match.pk: refusal
        for match in rated
        if (refusal := _refusal_by_range(match, ratings.get((match.pk, user.pk)))) is not None
    }
    if found:
        invited = Invitation.objects.filter(match__in=found, user=user.pk).values_list("match_id", flat=True)
        for pk in list(invited):
            del found[pk]
    return found


def _refusal_by_range(match: Match, rating: ShownRating | None) -> Text | None:
    low, high = match.rating_low, match.rating_high
    if rating is None:
        return None
    if low is not None and rating.number < low:
        return _("Your rating here is %(rating)s. This table needs %(low)s or more.", rating=rating.number, low=low)
    if high is not None and rating.number > high:
        return _("Your rating here is %(rating)s. This table needs %(high)s or less.", rating=rating.number, high=high)
    return None
