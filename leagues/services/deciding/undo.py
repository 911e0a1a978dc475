"""Undoing an organiser's action, as long as nothing has followed from it.

The log line of an action holds the former state (`before`). Whether the present state is still the one that the action
left is checked under the season's lock; later changes are kept.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock
from games.core.errors import STORED_VALUE_ERRORS
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden
from leagues import models
from leagues.refusals import NoSuchLeague
from leagues.selectors.endings import seats_of
from leagues.services.deciding import extensions
from leagues.services.entering import entries
from leagues.services.ladders import ladder_places
from leagues.services.leaving import absences
from leagues.services.organising.log import note
from leagues.services.organising.roles import lock_league, require
from leagues.services.playing import settling, standings
from leagues.services.timetable.seasons import arm, lock_season, next_step, shift, touch

_ABOUT_MATCHES = ("corrected", "match_forfeited", "match_annulled", "match_replayed")
LATELY = 5  # lines of a season that are looked at
TOO_LATE = _("This can’t be undone any more: something has changed since.")


def undo(*, actor: Any, line_id: int, reason: str) -> None:
    """Undo the action that a line of a season's log tells of. Raises `NoSuchLeague`, `BadInput`, `Forbidden`,
    `Conflict` (taken back before, or too late)."""
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    with transaction.atomic(durable=True):
        found = (
            models.LogEntry.objects.filter(pk=line_id, season__isnull=False)
            .values_list("season_id", "league_id")
            .first()
        )
        if found is None:
            raise NoSuchLeague
        lock_league(found[1])
        season = lock_season(found[0])
        line = models.LogEntry.objects.select_related("subject").get(pk=line_id)
        require(actor, season.league, models.RoleKind.ORGANISER)
        refusal = why_not(actor, season, line)
        if refusal is not None:
            raise refusal
        _WAYS[line.verb][1](season, line)
        note(
            season.league,
            "undone",
            season=season,
            actor=actor,
            subject=line.subject,
            reason=reason,
            public=line.is_public,
            line=line.pk,
            undone=line.verb,
        )
        touch(season)


def undoable(season: models.Season, actor: Any) -> list[models.LogEntry]:
    """Return the lines of a season's log that `actor` may take back now, the newest first."""
    lines = season.log.filter(verb__in=_WAYS).select_related("actor", "subject", "season")[:LATELY]
    return [line for line in lines if why_not(actor, season, line) is None]


def why_not(actor: Any, season: models.Season, line: models.LogEntry) -> Forbidden | Conflict | None:
    """Return why `actor` cannot undo the action that `line` tells of; None if they can."""
    if line.verb not in _WAYS or "before" not in line.details:
        return Conflict(_("This can’t be undone."))
    if line.subject_id == actor.pk:
        return Forbidden(_("You’re involved in this, so another organiser must decide."))
    if line.verb in (*_ABOUT_MATCHES, "extended") and _is_own(actor, season, line):
        return Forbidden(_("You’re involved in this, so another organiser must decide."))
    if line.pk in _undone(season):
        return Conflict(_("This has already been undone."))
    try:
        stands = _WAYS[line.verb][0](season, line)
    except STORED_VALUE_ERRORS:
        stands = False
    return None if stands else Conflict(TOO_LATE)


def _is_own(actor: Any, season: models.Season, line: models.LogEntry) -> bool:
    """Return whether `actor` plays in the match that a line tells of."""
    return season.fixtures.filter(number=line.details.get("number"), seats__entry__user=actor).exists()


def _undone(season: models.Season) -> set[int]:
    """Return the lines of a season's log that were taken back."""
    return {details["line"] for details in season.log.filter(verb="undone").values_list("details", flat=True)}


def _may_move_back(season: models.Season, line: models.LogEntry) -> bool:
    step = next_step(season)
    if step is None or (step.kind, step.number) != (line.details["step"], line.details["number"]):
        return False
    before = datetime.fromisoformat(line.details["before"])
    return step.at == datetime.fromisoformat(line.details["at"]) and before > clock.now()


def _move_back(season: models.Season, line: models.LogEntry) -> None:
    step = next_step(season)
    assert step is not None, "it was looked at"
    shift(season, datetime.fromisoformat(line.details["before"]) - step.at)
    arm(season)


def _fixture_of(season: models.Season, line: models.LogEntry) -> models.Fixture:
    return season.fixtures.select_related("season", "division").get(number=line.details["number"])


def _is_last_decision(season: models.Season, line: models.LogEntry) -> bool:
    """Return whether nothing was decided about the match of a running season since."""
    later = season.log.filter(verb__in=_ABOUT_MATCHES, pk__gt=line.pk, details__number=line.details["number"])
    return season.state == models.SeasonState.RUNNING and not later.exclude(pk__in=_undone(season)).exists()


def _may_restore_result(season: models.Season, line: models.LogEntry) -> bool:
    if not _is_last_decision(season, line):
        return False
    fixture = _fixture_of(season, line)
    if season.seats == 2 and season.rules.has_divisions and fixture.seats.filter(entry__left_at__gte=line.at).exists():
        return False  # leaving has settled the match again, by the rule of 60 per cent
    is_settled = fixture.state == models.FixtureState.SETTLED and fixture.is_corrected
    return is_settled and not settling.is_built_on(season, fixture) and not ladder_places.is_built_on(season, fixture)


def _restore_result(season: models.Season, line: models.LogEntry) -> None:
    fixture, before = _fixture_of(season, line), line.details["before"]
    seats = seats_of(fixture)
    for seat, values in zip(seats, before["seats"], strict=True):
        for name in settling.RESULT_COLUMNS:
            setattr(seat, name, values[name])
        seat.is_forfeited = values.get("is_forfeited", False)
    models.FixtureSeat.objects.bulk_update(seats, [*settling.RESULT_COLUMNS, "is_forfeited"])
    is_annulled = line.verb in ("match_annulled", "match_replayed")  # then the match says otherwise for good
    fixture.is_corrected, fixture.is_adjudicated = before["is_corrected"] or is_annulled, before["is_adjudicated"]
    fixture.save(update_fields=["is_corrected", "is_adjudicated"])
    absences.note_absences(season, fixture)
    ladder_places.settle(season, fixture)
    standings.recompute(fixture.division)


def _may_call_replay_off(season: models.Season, line: models.LogEntry) -> bool:
    return _is_last_decision(season, line) and _fixture_of(season, line).state == models.FixtureState.PLANNED


def _call_replay_off(season: models.Season, line: models.LogEntry) -> None:
    fixture = _fixture_of(season, line)
    fixture.match_id = line.details["match"]
    fixture.former_matches.filter(match=fixture.match_id).delete()
    fixture.state, fixture.settled_at, fixture.opens_at = models.FixtureState.SETTLED, clock.now(), None
    fixture.save(update_fields=["match", "state", "settled_at", "opens_at"])
    _restore_result(season, line)


def _may_enter_again(season: models.Season, line: models.LogEntry) -> bool:
    entry = season.entries.get(user=line.subject)
    gone = (models.EntryState.REMOVED, models.EntryState.WITHDRAWN, models.EntryState.DECLINED)
    return (
        season.state in models.BEFORE_START and entry.division_id is None and entry.state in gone and not entry.position
    )


def _enter_again(season: models.Season, line: models.LogEntry) -> None:
    entry = season.entries.get(user=line.subject)
    entry.state, entry.left_at, entry.left_round = line.details["before"], None, None
    entry.save(update_fields=["state", "left_at", "left_round"])
    if entry.state == models.EntryState.ENTERED:
        entries.take_place(season, entry)


def _may_go_on(season: models.Season, line: models.LogEntry) -> bool:
    is_newest = not season.league.seasons.filter(number__gt=season.number).exists()
    return season.state == models.SeasonState.CANCELLED and is_newest and season.league.closed_at is None


def _go_on(season: models.Season, line: models.LogEntry) -> None:
    season.state = models.SeasonState(line.details["before"])
    season.save(update_fields=["state"])
    step = next_step(season)
    if step is not None and step.at < clock.now():
        shift(season, clock.now() - step.at)
    arm(season)


def _may_stand_again(season: models.Season, line: models.LogEntry) -> bool:
    return (
        season.state not in models.OVER
        and models.Card.objects.filter(pk=line.details["before"], lifted_at__isnull=False).exists()
    )


def _stand_again(season: models.Season, line: models.LogEntry) -> None:
    models.Card.objects.filter(pk=line.details["before"]).update(lifted_at=None, lifted_by=None)


def _may_have_less_time(season: models.Season, line: models.LogEntry) -> bool:
    return extensions.may_be_taken_back(season, line.details["before"])


def _have_less_time(season: models.Season, line: models.LogEntry) -> None:
    extensions.take_back(season, line.details["before"])


_Way = tuple[Callable[[models.Season, models.LogEntry], bool], Callable[[models.Season, models.LogEntry], None]]
_WAYS: Mapping[str, _Way] = {
    "moved": (_may_move_back, _move_back),
    "extended": (_may_have_less_time, _have_less_time),
    "extended_all": (_may_have_less_time, _have_less_time),
    "corrected": (_may_restore_result, _restore_result),
    "match_forfeited": (_may_restore_result, _restore_result),
    "match_annulled": (_may_restore_result, _restore_result),
    "match_replayed": (_may_call_replay_off, _call_replay_off),
    "expelled": (_may_enter_again, _enter_again),
    "taken_out": (_may_enter_again, _enter_again),
    "declined": (_may_enter_again, _enter_again),
    "cancelled": (_may_go_on, _go_on),
    "card_lifted": (_may_stand_again, _stand_again),
}
"""By verb: whether its action can be undone now, and how. In the season's lock."""
