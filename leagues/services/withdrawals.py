"""Leaving a season, and what becomes of the leaver's matches. Inside the season's lock."""

from typing import Any

from games import clock
from leagues.core.dropouts import Settlement, drop_out
from leagues.core.fixtures import Fixture as CoreFixture
from leagues.core.rules import Format
from leagues.models import Division, Entry, EntryState, Fixture, FixtureState, Season
from leagues.selectors.results import results_of
from leagues.services import fixtures, ladders, results, tables
from leagues.services.entries import leave_before_start, rounds_drawn
from leagues.services.log import note
from leagues.services.seasons import BEFORE_START, touch, wake


def withdraw(season: Season, entry: Entry, actor: Any, reason: str = "") -> None:
    """Take an entry out of a locked season, for good. Doing it twice changes nothing.

    Before the first match nothing follows: of a schedule that is made already, the leaver's matches are settled when
    the season starts. Afterwards the leaver's matches are forfeited or removed (`leagues.core.dropouts`), seats in
    running matches are resigned by the next upkeep, and the end of the season settles what follows for the next ones.
    """
    if entry.state not in (EntryState.ASKED, EntryState.ENTERED):
        return
    if season.state in BEFORE_START:
        leave_before_start(season, entry, actor)
        return
    results.catch_up(season)
    if season.rules.format is Format.LADDER:
        ladders.leave(season, entry)
    entry.state, entry.left_at, entry.position = EntryState.WITHDRAWN, clock.now(), None
    entry.left_round = rounds_drawn(season)
    entry.save(update_fields=["state", "left_at", "left_round", "position"])
    note(season.league, "withdrew", season=season, actor=actor, subject=entry.user, reason=reason)
    if entry.division is not None and season.rules.has_divisions:
        settle_division(season, entry.division, entry)
    elif entry.division is not None:
        _forfeit_open_rounds(season, entry)
    fixtures.release(season)
    wake(season)
    touch(season)


def settle_early_leavers(season: Season) -> None:
    """Take whoever left between draw and start out of the schedules of divisions; in rounds they forfeit the first."""
    if not season.rules.has_divisions:
        return
    gone = season.entries.filter(state=EntryState.WITHDRAWN, division__isnull=False).order_by("left_at", "pk")
    for entry in gone.select_related("user", "division__season"):
        assert entry.division is not None
        settle_division(season, entry.division, entry)


def settle_division(season: Season, division: Division, entry: Entry) -> None:
    """Apply the rule of 60 per cent to the leaver's matches of a division."""
    open_rows: dict[int | str, Fixture] = {
        row.number: row
        for row in Fixture.objects.filter(division=division)
        .exclude(state=FixtureState.SETTLED)
        .select_related("season", "division")
        .prefetch_related("seats")
    }
    unfinished = {
        number: CoreFixture(row.round, tuple(seat.entry_id for seat in row.seats.all()))
        for number, row in open_rows.items()
    }
    before = {result.key: result for result in results_of(division)}
    settled = drop_out(entry.pk, before.values(), unfinished)
    for result in settled.results:
        row = open_rows.get(int(result.key))
        if row is None and before[result.key] != result:
            row = Fixture.objects.select_related("season").get(season=season, number=result.key)
        if row is not None:
            results.write(row, result)
    for number in settled.removed:
        results.write(open_rows[int(number)], results.called_off(open_rows[int(number)]))
    if settled.per_match:
        division.is_per_match = True
        division.save(update_fields=["is_per_match"])
    for number in settled.seats_forfeited:
        open_rows[int(number)].needs_upkeep = True
        open_rows[int(number)].save(update_fields=["needs_upkeep"])
    verb = "matches_removed" if settled.settlement is Settlement.ALL_REMOVED else "matches_forfeited"
    note(season.league, verb, season=season, subject=entry.user)
    tables.recompute(division)


def _forfeit_open_rounds(season: Season, entry: Entry) -> None:
    """In rounds and on ladders the results so far stand, and the match that is open is forfeited."""
    running = season.fixtures.filter(seats__entry=entry).exclude(state=FixtureState.SETTLED)
    for fixture in running.select_related("season", "division"):
        if fixture.state == FixtureState.PLANNED:
            results.settle_without_match(season, fixture, [entry.pk])
        else:
            Fixture.objects.filter(pk=fixture.pk).update(needs_upkeep=True)
