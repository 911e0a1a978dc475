"""Banned people leave the seasons that they play in, as by their own request. Inside the season's lock."""

from leagues.models import Entry, EntryState, Season
from leagues.policy import policy
from leagues.services.leaving.withdrawals import withdraw


def withdraw_banned(season: Season) -> None:
    """Withdraw all players of a locked, unfinished season who may not play any more.

    It is for good: they are not in the season again when the ban is lifted. The log names no actor.
    """
    entries = season.entries.filter(state__in=(EntryState.ASKED, EntryState.ENTERED))
    rows = [(pk, user) for pk, user in entries.order_by("pk").values_list("pk", "user_id") if user is not None]
    barred = policy().barred([user for _pk, user in rows])
    for pk, user in rows:
        if user in barred:
            withdraw(season, Entry.objects.select_related("user", "division").get(pk=pk), None)
