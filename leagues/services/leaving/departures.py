"""The seasons and leagues of a user whose account is deleted, and the seasons of a banned one."""

from typing import Any

import structlog
from django.db import transaction

from games import clock
from games.core.errors import BrokenLog
from leagues import models
from leagues.policy import policy
from leagues.services.leaving.withdrawals import withdraw
from leagues.services.organising.log import note
from leagues.services.timetable.seasons import cancel_season, lock_season

logger = structlog.get_logger(__name__)


def leave_seasons(user: Any, actor: Any) -> None:
    """Withdraw `user` from every season that is not over, as by their own request; without an `actor` the site does it.
    Doing it twice changes nothing.

    Each season is a transaction of its own. Seats in running matches are left to the next upkeep.
    """
    entries = models.Entry.objects.filter(user=user, state__in=[models.EntryState.ASKED, models.EntryState.ENTERED])
    for entry_id, season_id in list(entries.exclude(season__state__in=models.OVER).values_list("pk", "season_id")):
        try:
            with transaction.atomic(durable=True):
                season = lock_season(season_id)
                withdraw(season, models.Entry.objects.select_related("user", "division").get(pk=entry_id), actor)
        except BrokenLog as error:  # unreadable rows do not keep a player in the season
            logger.exception("entry withdrawal failed", season=season_id, entry=entry_id, error=str(error))


def leave_all(user: Any) -> None:
    """Withdraw `user` from every season that is not over, as by their own request, and hand over the leagues that they
    own. Standings keep their lines, without the name. Doing it twice changes nothing.

    Each season and each league is a transaction of its own. Seats in running matches are left to the next upkeep.
    """
    leave_seasons(user, user)
    owned = models.Role.objects.filter(user=user, kind=models.RoleKind.OWNER)
    for league_id in list(owned.values_list("league_id", flat=True)):
        try:
            with transaction.atomic(durable=True):
                _hand_over(models.League.objects.select_for_update().get(pk=league_id), user)
        except BrokenLog as error:
            logger.exception("league handover failed", league=league_id, error=str(error))
    with transaction.atomic():
        models.Request.objects.filter(entry__user=user).update(text="")
        models.LogEntry.objects.filter(actor=user, subject=user).update(reason="")


def _hand_over(league: models.League, user: Any) -> None:
    """Make the organiser who has helped longest the owner of a locked league. If there is none, no season follows one
    whose sign-up has closed, and one before that is cancelled."""
    if not league.roles.filter(user=user, kind=models.RoleKind.OWNER).delete()[0]:
        return
    organisers = league.roles.filter(kind=models.RoleKind.ORGANISER).select_related("user").order_by("since", "pk")
    heir = next((role for role in organisers if policy().refuse_to_organise(role.user) is None), None)
    if heir is not None:
        league.roles.filter(pk=heir.pk).update(kind=models.RoleKind.OWNER)
        note(league, "owner_left", subject=heir.user)
    elif league.closed_at is None:
        league.closed_at = clock.now()
        league.save(update_fields=["closed_at"])
        note(league, "ownerless")
        waiting = (models.SeasonState.ANNOUNCED, models.SeasonState.SIGN_UP)
        for season in models.Season.objects.select_for_update(of=("self",)).filter(league=league, state__in=waiting):
            cancel_season(season, actor=None, reason="")
