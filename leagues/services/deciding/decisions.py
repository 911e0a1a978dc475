"""Decisions of an organiser about a match, apart from its places: a forfeit, an annulment, a replay.

The league settles its fixture under the season's lock and marks it (`needs_upkeep`); the change of the match itself
follows immediately, or by the sweep if this process dies in between.
"""

from collections.abc import Callable, Collection
from typing import Any

from django.db import transaction

from games.core.text import _
from games.refusals import BadInput, Conflict
from leagues.core.decisions import Chosen, Decision
from leagues.core.results import Result, ResultKind, annulled, finished_match, forfeited_match
from leagues.core.rules import Format
from leagues.models import BenchOffer, Fixture, FixtureSeat, FixtureState, FormerMatch, Season
from leagues.selectors.endings import given_up, seats_of
from leagues.selectors.results import results_of
from leagues.services.deciding.requests import check_may_decide, locked_fixture
from leagues.services.deciding.seen import Seen
from leagues.services.drawing import fixtures
from leagues.services.leaving import absences
from leagues.services.organising.log import note
from leagues.services.playing import catching_up, settling, standings, table_results, upkeep
from leagues.services.timetable.seasons import touch, wake


def decide(
    *, actor: Any, season_id: int, fixture_number: int, chosen: Chosen, reason: str, seen: Seen | None = None
) -> None:
    """Carry out what an organiser has decided about a match.

    A forfeited seat of a running match is lost with two seats, else a bot plays on; in a match that is over its holder
    comes last. If all but one are forfeited the match is not played on. An annulled match counts neither for the
    standings nor for ratings. A replay is a new match of the same people on the same seats; the match before is
    annulled.

    Raises `NoSuchLeague`, `Forbidden`, `BadInput`, `Conflict`, `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    with transaction.atomic(durable=True):
        season, fixture = locked_fixture(actor, season_id, fixture_number, seen)
        catching_up.catch_up(season)
        fixture.refresh_from_db()
        check(actor, season, fixture, chosen)
        before, match_id = settling.as_it_stands(fixture), fixture.match_id
        _WAYS[chosen.decision](season, fixture, chosen.seats)
        facts: dict[str, Any] = {"number": fixture_number, "match": match_id}
        facts |= {} if before is None else {"before": before}
        note(season.league, _VERBS[chosen.decision], season=season, actor=actor, reason=reason, **facts)
        _tell(season, fixture, actor, reason)
        wake(season)
        touch(season)
    upkeep.do_now(fixture.pk, reason=reason, by=str(actor))


def check(actor: Any, season: Season, fixture: Fixture, chosen: Chosen) -> None:
    """Raise `Forbidden` (one's own match), `BadInput` or `Conflict` unless `actor` may decide that."""
    check_may_decide(actor, season, fixture)
    seats = list(fixture.seats.order_by("seat"))
    if len(seats) < 2:
        raise Conflict(_("A bye isn’t a match."))
    match chosen.decision:
        case Decision.FORFEIT:
            _check_forfeit(seats, chosen.seats)
        case Decision.ANNUL:
            if fixture.state == FixtureState.SETTLED and not seats[0].kind_counts:
                raise Conflict(_("This match already doesn’t count."))
        case Decision.REPLAY:
            if fixture.state == FixtureState.PLANNED:
                raise Conflict(_("This match hasn’t started."))
            if season.rules.format is Format.LADDER:
                raise Conflict(
                    _(
                        "Ladder matches can’t be replayed. Annul the match, and the players can challenge "
                        "each other again."
                    )
                )


def _check_forfeit(seats: list[FixtureSeat], chosen: Collection[int]) -> None:
    if not chosen or set(chosen) - {seat.seat for seat in seats}:
        raise BadInput(_("Forfeit: choose who forfeits."))
    if all(seat.is_forfeited or seat.kind == ResultKind.FORFEITED for seat in seats if seat.seat in chosen):
        raise Conflict(_("This has already been forfeited."))
    staying = [seat for seat in seats if seat.seat not in chosen and seat.kind != ResultKind.FORFEITED]
    if seats[0].kind and len(staying) > 1 and any(seat.place is None or not seat.kind_counts for seat in staying):
        raise Conflict(_("This match wasn’t played. Set the places of its result instead."))


def _forfeit(season: Season, fixture: Fixture, chosen: Collection[int]) -> None:
    fixture.seats.filter(seat__in=chosen).update(is_forfeited=True)
    seats = seats_of(fixture)
    if fixture.state == FixtureState.SETTLED:
        fixture.is_corrected = True
        settling.settle(season, fixture, _with_forfeits(fixture, seats))
        return
    gone = _gone(fixture, seats)
    needed = 1 if fixture.state == FixtureState.RUNNING and len(seats) == 2 else 2
    if len(seats) - len(gone) >= needed:
        fixture.needs_upkeep = fixture.state == FixtureState.RUNNING
        fixture.save(update_fields=["needs_upkeep"])
        return
    players = [seat.entry_id for seat in seats]
    lost = [seat.entry_id for seat in seats if seat.seat in gone]
    settling.settle(season, fixture, forfeited_match(fixture.number, fixture.round, players, lost))


def _gone(fixture: Fixture, seats: list[FixtureSeat]) -> set[int]:
    """Return the seats that are forfeits of their entries by now."""
    left = given_up(fixture) if fixture.match_id is not None else set()
    return left | {seat.seat for seat in seats if seat.is_forfeited}


def _with_forfeits(fixture: Fixture, seats: list[FixtureSeat]) -> Result:
    """Return the result of a settled fixture in which the seats marked as forfeited are forfeited too."""
    players = [seat.entry_id for seat in seats]
    lost = [seat.entry_id for seat in seats if seat.is_forfeited or seat.kind == ResultKind.FORFEITED]
    timeouts = [seat.timeouts for seat in seats]
    if len(players) - len(lost) <= 1:
        return forfeited_match(fixture.number, fixture.round, players, lost, timeouts=timeouts)
    places = [seat.place or len(seats) for seat in seats]
    scored = all(seat.score is not None for seat in seats if seat.entry_id not in lost)
    scores = [seat.score or 0 for seat in seats] if scored else None
    return finished_match(
        fixture.number, fixture.round, players, places, scores=scores, timeouts=timeouts, forfeited=lost
    )


def _annul(season: Season, fixture: Fixture, _seats: Collection[int]) -> None:
    if fixture.state == FixtureState.PLANNED:
        settling.settle(season, fixture, settling.called_off(fixture))
        return
    found = [result for result in results_of(fixture.division) if result.key == fixture.number]
    result = found[0] if found else settling.called_off(fixture)
    fixture.is_corrected = True
    settling.settle(season, fixture, annulled(result))
    fixture.needs_upkeep = fixture.match_id is not None
    fixture.save(update_fields=["needs_upkeep"])


def _replay(season: Season, fixture: Fixture, _seats: Collection[int]) -> None:
    if fixture.match_id is not None:
        FormerMatch.objects.create(fixture=fixture, match_id=fixture.match_id)
    fixture.match_id, fixture.state = None, FixtureState.PLANNED
    fixture.opens_at = fixture.extended_until = fixture.settled_at = None
    fixture.is_corrected = fixture.is_adjudicated = False
    fixture.replays, fixture.needs_upkeep = fixture.replays + 1, True
    fixture.save()
    BenchOffer.objects.filter(seat__fixture=fixture).delete()
    table_results.forget(fixture)
    fixture.seats.update(
        kind="", place=None, score=None, timeouts=0, points=None,
        wants_substitute=False, substitute=None, is_forfeited=False,
    )  # fmt: skip
    absences.forget_absences(season, fixture)
    fixtures.release(season)
    standings.recompute(fixture.division)


def _tell(season: Season, fixture: Fixture, actor: Any, reason: str) -> None:
    """Notify the players of a match that an organiser has decided about it."""
    for seat in fixture.seats.select_related("entry__user"):
        if seat.entry.user is not None:
            facts: dict[str, Any] = {"subject": seat.entry.user, "number": fixture.number, "public": False}
            note(season.league, "match_decided", season=season, actor=actor, reason=reason, **facts)


_VERBS = {
    Decision.FORFEIT: "match_forfeited",
    Decision.ANNUL: "match_annulled",
    Decision.REPLAY: "match_replayed",
}
_WAYS: dict[Decision, Callable[[Season, Fixture, Collection[int]], None]] = {
    Decision.FORFEIT: _forfeit,
    Decision.ANNUL: _annul,
    Decision.REPLAY: _replay,
}
