"""Ratings for people of the tests."""

from typing import Any

from games import clock
from leagues.models import PlayerRating

SIGMA = 2.0


def rate(user: Any, shown: int, pool: str = "people.calm", matches: int = 20) -> Any:
    """Give `user` the rating at the title of the tests that is shown as `shown` at this moment; return the user."""
    PlayerRating.objects.create(
        player=user.pk,
        title="lantern",
        pool=pool,
        mu=(shown - 1000) / 40 + 3 * SIGMA,
        sigma=SIGMA,
        matches=matches,
        last=clock.now(),
        last_match="2" * 12,
    )
    return user
