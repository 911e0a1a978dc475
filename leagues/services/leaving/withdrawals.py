"""Leaving a season, and what happens to the leaver's matches. Inside the season's lock."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden
from leagues import models
from leagues.core.dropouts import Settlement, drop_out
from leagues.core.rules import Format
from leagues.selectors.endings import open_rows, unfinished
from leagues.selectors.results import results_of
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.drawing import fixtures
from leagues.services.entering.entries import leave_before_start, leaving_verb, locked_entry, rounds_drawn
from leagues.services.ladders import challenges
from leagues.services.organising.log import note
from leagues.services.organising.roles import require
from leagues.services.playing import catching_up, settling, standings, upkeep
from leagues.services.timetable.seasons import touch, wake

IN = (models.EntryState.ASKED, models.EntryState.ENTERED)
GONE = (models.EntryState.WITHDRAWN, models.EntryState.REMOVED)


def take_out(*, actor: Any, entry_id: int, expel: bool, reason: str, seen: Seen | None = None) -> None:
    """Take a player out of a season as an organiser, before or after the draw. Their matches are settled as if they had
    chosen to leave; an expelled player (`expel`) cannot sign up for this season again. Seats in running matches are
    resigned immediately, so that a barred player makes no further move.

    Raises `NoSuchLeague`, `BadInput`, `Forbidden` (not an organiser, or their own entry), `Conflict`, `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; the player will read it."))
    with transaction.atomic(durable=True):
        season, entry = locked_entry(entry_id)
        require(actor, season.league, models.RoleKind.ORGANISER)
        if entry.user_id == actor.pk:
            raise Forbidden(_("To leave the season, go to its page and open “My season”, like everyone else."))
        check_seen(seen, entry.revision, season.league)
        if season.state in models.OVER:
            raise Conflict(_("This season is over."))
        if entry.state not in IN:
            raise Conflict(_("This player isn’t signed up, or no longer is."))
        withdraw(season, entry, actor, reason, expel=expel)
    give_up_seats(entry, {"reason": reason, "by": str(actor)})


def give_up_seats(entry: models.Entry, decided: Mapping[str, str] = upkeep.BY_RULE) -> None:
    """Do now what the next upkeep would do in the matches of a player who has left, each in its own transaction.
    `decided`: for what reason, and by whom."""
    marked = models.Fixture.objects.filter(seats__entry=entry, needs_upkeep=True)
    for fixture_id in list(marked.values_list("pk", flat=True)):
        upkeep.do_now(fixture_id, **decided)


def withdraw(season: models.Season, entry: models.Entry, actor: Any, reason: str = "", *, expel: bool = False) -> None:
    """Take an entry out of a locked season, for good. Doing it twice changes nothing.

    Before the first match nothing follows: of a schedule that is made already, the leaver's matches are settled when
    the season starts. Afterwards the leaver's matches are forfeited or removed (`leagues.core.dropouts`), seats in
    running matches are resigned by the next upkeep or by `give_up_seats`, seats at tables that have not started are
    left to bots, and the end of the season settles what follows for the next ones.
    """
    if entry.state not in IN:
        return
    if season.state in models.BEFORE_START:
        leave_before_start(season, entry, actor, reason, expel=expel)
        return
    catching_up.catch_up(season)
    if season.rules.format is Format.LADDER:
        challenges.leave(season, entry)
    entry.state = models.EntryState.REMOVED if expel else models.EntryState.WITHDRAWN
    entry.left_at, entry.position = clock.now(), None
    entry.left_round = rounds_drawn(season)
    entry.save(update_fields=["state", "left_at", "left_round", "position"])
    verb = leaving_verb(entry, actor, expel=expel)
    note(season.league, verb, season=season, actor=actor, subject=entry.user, reason=reason)
    if entry.division is not None and season.rules.has_divisions:
        settle_division(season, entry.division, entry)
    elif entry.division is not None:
        _forfeit_open_rounds(season, entry)
    fixtures.release(season)
    wake(season)
    touch(season)


def settle_early_leavers(season: models.Season) -> None:
    """Remove players who left between draw and start from the schedules of divisions; in rounds they forfeit the
    first."""
    if not season.rules.has_divisions:
        return
    gone = season.entries.filter(state__in=GONE, division__isnull=False).order_by("left_at", "pk")
    for entry in gone.select_related("user", "division__season"):
        assert entry.division is not None
        settle_division(season, entry.division, entry)


def settle_division(season: models.Season, division: models.Division, entry: models.Entry) -> None:
    """Settle the leaver's matches of a division by `leagues.core.dropouts`."""
    rows = open_rows(division)
    before = {result.key: result for result in results_of(division)}
    settled = drop_out(entry.pk, before.values(), unfinished(rows))
    for result in settled.results:
        row = rows.get(int(result.key))
        if row is None and before[result.key] != result:
            row = models.Fixture.objects.select_related("season").get(season=season, number=result.key)
        if row is not None:
            settling.write(row, result)
    for number in settled.removed:
        settling.write(rows[int(number)], settling.called_off(rows[int(number)]))
    if settled.per_match:
        division.is_per_match = True
        division.save(update_fields=["is_per_match"])
    played_on = season.fixtures.filter(number__in=settled.seats_forfeited, state=models.FixtureState.RUNNING)
    played_on.update(needs_upkeep=True)
    note(season.league, _SETTLED[settled.settlement], season=season, subject=entry.user)
    standings.recompute(division)


_SETTLED = {
    Settlement.ALL_REMOVED: "matches_removed",
    Settlement.REST_FORFEITED: "matches_forfeited",
    Settlement.SEATS_FORFEITED: "seats_forfeited",
}
"""The verbs of the log for each settlement."""


def _forfeit_open_rounds(season: models.Season, entry: models.Entry) -> None:
    """Forfeit the open match in rounds and on ladders, where earlier results count. A table of three or more that has
    not started does so without the leaver."""
    running = season.fixtures.filter(seats__entry=entry).exclude(state=models.FixtureState.SETTLED)
    for fixture in running.select_related("season", "division"):
        if fixture.state == models.FixtureState.RUNNING:
            models.Fixture.objects.filter(pk=fixture.pk).update(needs_upkeep=True)
        elif fixture.seats.count() == 2:
            settling.settle_without_match(season, fixture, [entry.pk])
