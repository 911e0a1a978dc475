"""From finished matches to the results of fixtures, and from these to the standings. Inside the season's lock.

A fixture has one result. A settled one is settled again only if its match is annulled or an organiser corrects it. A
result that a rule decided while the match ran stays, although the sweep then annuls the match.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction

from games import clock
from games.models import Match, Seat, Status
from games.selectors.stored import match_outcome
from leagues.core.results import Result, annulled, finished_match, forfeited_match, unplayed
from leagues.core.rules import Format
from leagues.models import Fixture, FixtureSeat, FixtureState, Season, SeasonState
from leagues.selectors.endings import given_up, seats_of
from leagues.services.drawing.fixtures import release
from leagues.services.ladders import ladder_places
from leagues.services.leaving import absences
from leagues.services.playing import standings
from leagues.services.timetable.seasons import lock_season, touch, wake


def record(match_id: str) -> bool:
    """Take over the end of a match that belongs to a fixture; return whether anything changed.

    Idempotent. A match that was annulled later annuls the result, unless an organiser, a rule or a play of the real
    table has set another, the next round of a cup follows from it, or the season is over.
    """
    with transaction.atomic(durable=True):
        found = Fixture.objects.filter(match=match_id).values_list("pk", "season_id").first()
        if found is None:
            return False
        season = lock_season(found[1])
        fixture = Fixture.objects.select_related("match", "division").get(pk=found[0])
        match = fixture.match
        if match is None or match.status != Status.FINISHED:
            return False
        if fixture.state == FixtureState.SETTLED and (match.annulled_at is None or not _follows_match(season, fixture)):
            return False
        settle(season, fixture, result_of(fixture, seats_of(fixture), match))
        return True


def catch_up(season: Season) -> None:
    """Process the ends of matches of a locked season that have not been signalled yet, before a decision that depends
    on which matches are over."""
    ended = season.fixtures.filter(state=FixtureState.RUNNING, match__status=Status.FINISHED).order_by("number")
    found = [
        (fixture, result_of(fixture, seats_of(fixture), fixture.match))
        for fixture in ended.select_related("match", "division", "season")
        if fixture.match is not None
    ]
    settle_all(season, found)


def _follows_match(season: Season, fixture: Fixture) -> bool:
    """Return whether a settled fixture has the result of its match, and may still lose it."""
    if season.state == SeasonState.FINISHED:
        return False  # its final standings have had their consequences
    if fixture.is_corrected or fixture.is_adjudicated or not seats_of(fixture)[0].kind_counts:
        return False
    return not is_built_on(season, fixture)


def is_built_on(season: Season, fixture: Fixture) -> bool:
    """Return whether the next round of a cup was drawn from a fixture's result, which is then final."""
    return season.rules.format is Format.CUP and season.fixtures.filter(round__gt=fixture.round).exists()


def result_of(fixture: Fixture, seats: Sequence[FixtureSeat], match: Match) -> Result:
    """Return the result that a finished match has for its fixture.

    A player who gave up a seat has forfeited it, even if a bot or a substitute did well, unless the season counts the
    substitute's result. With two seats, the other then wins by forfeit.
    """
    outcome = match_outcome(match)
    assert outcome is not None, "the match is finished"
    timeouts = dict(Seat.objects.filter(match=match).values_list("index", "timeouts"))
    forfeited = given_up(fixture)
    result = finished_match(
        fixture.number,
        fixture.round,
        [seat.entry_id for seat in seats],
        outcome.places,
        scores=outcome.scores,
        timeouts=[timeouts[seat.seat] for seat in seats],
        forfeited=[seat.entry_id for seat in seats if seat.seat in forfeited],
    )
    return result if match.annulled_at is None else annulled(result)


def settle_without_match(season: Season, fixture: Fixture, absent: Collection[int]) -> None:
    """Settle a fixture whose match does not start because all of its entries but one, or all, have left or may not
    play: the one wins by forfeit."""
    players = [seat.entry_id for seat in seats_of(fixture)]
    settle(season, fixture, forfeited_match(fixture.number, fixture.round, players, absent))


def settle(season: Season, fixture: Fixture, result: Result) -> None:
    """Store `result`, let the next matches start, and bring the standings up to date."""
    settle_all(season, [(fixture, result)])


def settle_all(season: Season, found: Sequence[tuple[Fixture, Result]]) -> None:
    """Store the results of several fixtures, in this order; what follows from them all is done once. A result does not
    depend on those before it."""
    if not found:
        return
    for fixture, result in found:
        write(fixture, result)
        absences.note_absences(season, fixture)
        ladder_places.settle(season, fixture)
    if season.rules.format is not Format.LADDER:
        release(season)
    wake(season)
    divisions = {fixture.division_id: fixture.division for fixture, _result in found}
    for division in divisions.values():
        standings.recompute(division)
    touch(season, divisions)


RESULT_COLUMNS = ("kind", "place", "score", "timeouts", "points")
"""The columns of a seat that `write` stores."""


def as_it_stands(fixture: Fixture) -> dict[str, Any] | None:
    """Return the stored result of a fixture, from which it can be restored; None if it has none."""
    if fixture.state != FixtureState.SETTLED:
        return None
    columns = (*RESULT_COLUMNS, "is_forfeited")
    seats = [{name: getattr(seat, name) for name in columns} for seat in seats_of(fixture)]
    return {"seats": seats, "is_corrected": fixture.is_corrected, "is_adjudicated": fixture.is_adjudicated}


def write(fixture: Fixture, result: Result) -> None:
    """Store a result on the seats of its fixture, and settle the fixture."""
    seats = seats_of(fixture)
    points = fixture.season.rules.scale.points(result)
    for seat, found, worth in zip(seats, result.seats, points, strict=True):
        seat.kind, seat.place, seat.score, seat.timeouts = found.kind, found.place, found.score, found.timeouts
        seat.points = worth if found.kind.counts else None
    FixtureSeat.objects.bulk_update(seats, RESULT_COLUMNS)
    if fixture.state == FixtureState.RUNNING:
        fixture.needs_upkeep = fixture.is_adjudicated = not _is_over(fixture)
    fixture.state, fixture.settled_at = FixtureState.SETTLED, fixture.settled_at or clock.now()
    fixture.save(update_fields=["state", "settled_at", "is_corrected", "is_adjudicated", "needs_upkeep"])


def called_off(fixture: Fixture) -> Result:
    """Return the result of a fixture that does not take place, or no longer."""
    return unplayed(fixture.number, fixture.round, [seat.entry_id for seat in seats_of(fixture)])


def _is_over(fixture: Fixture) -> bool:
    return not Match.objects.filter(pk=fixture.match_id, status=Status.RUNNING).exists()
