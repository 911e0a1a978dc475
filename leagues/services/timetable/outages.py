"""Downtime and jumps of the site's clock: they shorten no player's time."""

from datetime import timedelta

from django.db.models import F

from games.selectors.stored import each_readable
from leagues.models import BenchOffer, Season, SeasonState
from leagues.services.organising.log import note
from leagues.services.timetable.seasons import shift, touch

WORTH_A_LINE = timedelta(
    hours=1
)  # steps cannot be planned more finely; each league's log and feed would have a line of it
UNDER_WAY = (SeasonState.SIGN_UP, SeasonState.CLOSED, SeasonState.DRAWN, SeasonState.RUNNING)


def move_deadlines(distance: timedelta) -> int:
    """Move everything that has a time limit in seasons that are under way: the rest of the timetable, extensions,
    challenges and offers; return in how many seasons there was any. Steps that were overdue before the outage still
    are, and the next sweep does them in the order of the timetable.

    In the caller's transaction, which makes sure that each outage is counted once.
    """
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    under_way = each_readable(locked.filter(state__in=UNDER_WAY).order_by("pk"))
    moved = [season for season in under_way if _move(season, distance)]
    for season in moved:
        if abs(distance) >= WORTH_A_LINE:
            note(season.league, "outage", season=season, minutes=round(distance / timedelta(minutes=1)))
        touch(season)
    return len(moved)


def _move(season: Season, distance: timedelta) -> bool:
    steps = shift(season, distance)
    season.steps.exclude(look_at=None).update(look_at=F("look_at") + distance)
    challenges = season.challenges.filter(ended_at=None, accepted_at=None).update(answer_by=F("answer_by") + distance)
    offers = BenchOffer.objects.filter(seat__fixture__season=season, closed_at=None)
    return bool(steps + challenges + offers.update(expires_at=F("expires_at") + distance))
