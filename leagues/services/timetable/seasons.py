"""Seasons as a whole: announcing one with its timetable, cancelling it."""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict
from leagues import live
from leagues.core.rules import SeasonRules
from leagues.core.timetable import LOOK_AT_DRAW, PlannedStep, StepKind, opening_for, timetable
from leagues.models import BEFORE_START, OVER, FixtureState, League, RoleKind, Season, SeasonState, Step
from leagues.models.rules import TERMS
from leagues.refusals import NoSuchLeague
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.entering import personal_log
from leagues.services.organising.log import note
from leagues.services.organising.roles import require

_ORDER = {kind: position for position, kind in enumerate(StepKind)}


LATEST = timedelta(days=365)  # no step is set further ahead
JUST_PASSED = timedelta(minutes=10)  # the present minute is over before the form with it is confirmed


def check_moment(at: datetime) -> None:
    """Raise `BadInput` if no step can be moved to `at`. A moment that has just passed means now."""
    moment = clock.now()
    if not moment - JUST_PASSED <= at <= moment + LATEST:
        raise BadInput(_("Time: choose one between now and a year from now."))


def opening(rules: SeasonRules, begins: StepKind, at: datetime | None) -> datetime:
    """Return when the sign-up of a season opens whose step `begins`, `OPEN_SIGN_UP` or `START`, is to be at `at`; now
    if that is None. All other steps follow from it. Raises `BadInput`."""
    if at is None:
        return clock.now()
    check_moment(at)
    opens_at = opening_for(rules, at) if begins is StepKind.START else at
    if opens_at < clock.now() - JUST_PASSED:
        days = rules.sign_up_days + LOOK_AT_DRAW.days
        raise BadInput(
            _(
                "Time: play can start in %(days)s days at the earliest, because sign-up and the draw come first.",
                days=days,
            )
        )
    return opens_at


def announce_season(league: League, opens_at: datetime) -> Season:
    """Announce and return the next season of `league`, under its present rules, with its whole timetable.

    In the caller's transaction, which has locked the league.
    """
    last = league.seasons.order_by("-number").first()
    number = 1 if last is None else last.number + 1
    terms = {name: getattr(league, name) for name in TERMS}
    season = Season.objects.create(league=league, number=number, seed=secrets.token_hex(16), opens_at=opens_at, **terms)
    add_steps(season, timetable(season.rules, opens_at))
    note(league, "announced", season=season)
    return season


def add_steps(season: Season, planned: Iterable[PlannedStep]) -> None:
    """Store lines of the timetable, and let the sweep look at the next one; one that is there already is left as it
    is."""
    rows = [
        Step(
            season=season,
            kind=step.kind,
            number=step.number,
            at=step.at,
            position=_ORDER[step.kind] * 100 + step.number,
        )
        for step in planned
    ]
    Step.objects.bulk_create(rows, ignore_conflicts=True)
    arm(season)


def next_step(season: Season) -> Step | None:
    """Return the first step of the timetable that is not done; None if all are."""
    return season.steps.filter(done_at=None).order_by("position").first()


def round_to_draw(season: Season) -> int | None:
    """Return the number, from 1, of the next round that is drawn; None if none is left."""
    drawing = season.steps.filter(kind__in=(StepKind.DRAW, StepKind.ROUND), done_at=None)
    step = drawing.order_by("position").first()
    if step is None or season.state in OVER or not season.rules.has_rounds:
        return None
    return max(1, step.number)  # the first round is drawn with the season, by a step without a number


def arm(season: Season) -> None:
    """Schedule the sweep for the next step's time; not while it is held, or after the season is cancelled: then only
    the next season may still be announced."""
    step = next_step(season)
    season.steps.exclude(look_at=None).update(look_at=None)
    if step is not None and step.held_at is None and not is_void(season, step):
        Step.objects.filter(pk=step.pk).update(look_at=step.at)


def is_void(season: Season, step: Step) -> bool:
    """Return whether a step that is not done never happens, since the season is cancelled."""
    return season.state == SeasonState.CANCELLED and step.kind != StepKind.NEXT_SEASON


def shift(season: Season, distance: timedelta) -> int:
    """Move all steps of a locked season that are not done, and the extensions of its matches with them; return how
    many."""
    steps = season.steps.filter(done_at=None).update(at=F("at") + distance)
    extended = season.fixtures.exclude(state=FixtureState.SETTLED).exclude(extended_until=None)
    return steps + extended.update(extended_until=F("extended_until") + distance)


def wake(season: Season) -> None:
    """Have the next sweep look at the step that waits for results, if all fixtures are settled."""
    if not season.fixtures.exclude(state=FixtureState.SETTLED).exists():
        waiting = season.steps.filter(kind__in=(StepKind.ROUND, StepKind.END_EXTENSION), look_at__gt=F("at"))
        waiting.update(look_at=clock.now())


def lock_season(season_id: int) -> Season:
    """Lock the season and return it with its league. Only inside a transaction; raises `NoSuchLeague`.

    If the league's row is needed too, lock it first (`organising.roles.lock_league`), or not at all. Rows that refer to
    a league or season may be stored meanwhile (`no_key`): otherwise a log line, stored under the lock of a season,
    would wait for a transaction that holds the league and waits for the season.
    """
    rows = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    season = rows.filter(pk=season_id).first()
    if season is None:
        raise NoSuchLeague
    return season


def touch(season: Season, divisions: Collection[int] | None = None) -> None:
    """Raise the `rev` of a locked season because something has changed that is public, or that a round is drawn from;
    open pages get a hint after the commit. If `divisions` are given, by key, only they have changed: drawings of others
    stay."""
    season.refresh_from_db(fields=["rev"])
    season.rev += 1
    if divisions is None:
        season.whole_rev = season.rev
        Season.objects.filter(pk=season.pk).update(rev=season.rev, whole_rev=season.rev)
    else:
        Season.objects.filter(pk=season.pk).update(rev=season.rev)
        season.divisions.filter(pk__in=divisions).update(rev=season.rev)
    pk, rev = season.pk, season.rev
    transaction.on_commit(
        lambda: live.announce(pk, rev), robust=True
    )  # a function: see `games.services.match.locked_match`


def cancel(*, actor: Any, season_id: int, reason: str, seen: Seen | None = None) -> None:
    """Cancel a season that has not started. Raises `Forbidden`, `Conflict`, `Overtaken`; cancelling twice changes
    nothing."""
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        require(actor, season.league, RoleKind.ORGANISER)
        if season.state == SeasonState.CANCELLED:
            return
        check_seen(seen, season.revision, season.league)
        if season.state not in BEFORE_START:
            raise Conflict(_("This season has started, so its matches are played to the end."))
        cancel_season(season, actor=actor, reason=reason)


def cancel_season(season: Season, *, actor: Any, reason: str) -> None:
    """Cancel a locked season and the rest of its timetable."""
    _cancel(season, "cancelled", actor, reason, before=season.state)


def cancel_for_too_few(season: Season) -> None:
    """Cancel a locked season that too few have signed up for. As after every season the next one is announced after the
    break, by the league's rule; the steps before that never happen."""
    step = next_step(season)
    assert step is not None, "it is done by a step"
    later = season.steps.filter(done_at=None).exclude(pk=step.pk)
    later.exclude(kind=StepKind.NEXT_SEASON).delete()
    later.update(at=clock.now() + timedelta(days=season.break_days))
    _cancel(season, "too_few", None, "")


def _cancel(season: Season, verb: str, actor: Any, reason: str, **details: Any) -> None:
    season.state = SeasonState.CANCELLED
    season.save(update_fields=["state"])
    season.steps.filter(done_at=None).update(look_at=None)
    note(season.league, verb, season=season, actor=actor, reason=reason, **details)
    personal_log.note_cancelled(season)
    touch(season)
