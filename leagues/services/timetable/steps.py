"""The timetable at work: a sweep does each step at its time, once; organisers hold, release and move steps.

A step and its mark as done are one transaction under the season's lock, so that it happens once, however many sweeps
run or are killed. Banned players leave the season first. Draws are made before that transaction, without the lock, and
stored if the season is still the same. Only the next step of a season is ever looked at (`seasons.arm`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog
from django.db import transaction

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict
from leagues.core.timetable import StepKind
from leagues.models import OVER, RoleKind, Season, SeasonState, Step
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.leaving import bans
from leagues.services.organising.log import note
from leagues.services.organising.roles import lock_league, require
from leagues.services.timetable import step_actions
from leagues.services.timetable.seasons import arm, check_moment, is_void, lock_season, next_step, shift, touch

logger = structlog.get_logger(__name__)

BATCH = 50  # steps that one sweep does; the next comes within seconds
TROUBLE = timedelta(minutes=5)  # until a step that failed is tried again
LATE = timedelta(hours=1)  # if a step is done later than this (it waits for results), all later ones move
TOLD_AGAIN = timedelta(days=1)  # about a step that still fails

# The actions of the steps; each returns None, or when to try again if it has to wait. In the season's lock.
ACTIONS: dict[StepKind, Callable[[Season, Step], datetime | None]] = {
    StepKind.OPEN_SIGN_UP: step_actions.open_sign_up,
    StepKind.CLOSE_SIGN_UP: step_actions.close_sign_up,
    StepKind.START: step_actions.start,
    StepKind.END_PLAY: step_actions.end_play,
    StepKind.END_EXTENSION: step_actions.end_play,
    StepKind.FINISH: step_actions.finish,
    StepKind.NEXT_SEASON: step_actions.next_season,
}


class Drawing(NamedTuple):
    """A step that draws: `prepare` makes a draft without the lock and changes nothing; `act` is an action that takes
    the draft, or None, and looks again at once if it needs another."""

    prepare: Callable[[Season, Step], Any]
    act: Callable[[Season, Step, Any], datetime | None]


DRAWINGS: dict[StepKind, Drawing] = {
    StepKind.DRAW: Drawing(step_actions.prepare_season, step_actions.draw_season),
    StepKind.ROUND: Drawing(step_actions.prepare_round, step_actions.next_round),
}
DRAFTS = 3  # attempts of one sweep for a season that changes meanwhile; the next comes within seconds


def do_due_steps() -> int:
    """Do every step that is due; return how many. A failing step doesn't stop those of other seasons."""
    done = 0
    due = Step.objects.filter(look_at__lte=clock.now()).order_by("look_at").values_list("pk", "season_id")
    for step_id, season_id in list(due[:BATCH]):
        try:
            done += do_step(step_id)
        except Exception as error:
            logger.exception("season step failed", season=season_id, step=step_id, error=type(error).__name__)
            _put_off(step_id, season_id)
    return done


def _put_off(step_id: int, season_id: int) -> None:
    """Retry a failed step later, and notify the organisers once a day."""
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        step = Step.objects.get(pk=step_id)
        if step.look_at is None:  # done or held meanwhile
            return
        moment = clock.now()
        Step.objects.filter(pk=step.pk).update(look_at=moment + TROUBLE)
        facts: dict[str, Any] = {"step": step.kind, "number": step.number}
        told = season.log.filter(verb="step_failed", details=facts, at__gt=moment - TOLD_AGAIN)
        if not told.exists():
            note(season.league, "step_failed", season=season, public=False, **facts)


def do_step(step_id: int) -> bool:
    """Do one step if it is due; return whether it was done now. Safe to call twice, also concurrently.

    If it comes late, all later steps move by as much, so that nobody's time is shortened.
    """
    found = attempt(step_id, None)
    for _draft in range(DRAFTS):
        if isinstance(found, bool):
            return found
        drawing = DRAWINGS[StepKind(found.kind)]
        found = attempt(step_id, drawing.prepare(found.season, found))
    return found is True


def attempt(step_id: int, draft: Any) -> bool | Step:
    """Do a step if it is due, with `draft` if it draws. Return whether it was done, or the step if it needs another
    draft."""
    with transaction.atomic(durable=True):
        found = Step.objects.filter(pk=step_id).values_list("kind", "season_id", "season__league_id").first()
        if found is None:
            return False
        kind, season_id, league_id = found
        if kind == StepKind.NEXT_SEASON:
            lock_league(league_id)  # it is not closed while its next season is announced
        season = lock_season(season_id)
        step = Step.objects.get(pk=step_id)
        moment = clock.now()
        if step.look_at is None or step.look_at > moment:
            return False  # another sweep was first, or it is held by now
        if season.state not in OVER:
            bans.withdraw_banned(season)
        look_again = _act(StepKind(kind), season, step, draft)
        if look_again is not None:
            Step.objects.filter(pk=step.pk).update(look_at=look_again)
            step.season = season
            return step if kind in DRAWINGS and look_again <= clock.now() else False
        Step.objects.filter(pk=step.pk).update(done_at=moment, look_at=None)
        late = moment - step.at
        if late >= LATE and season.state != SeasonState.CANCELLED:
            shift(season, late)
        arm(season)
        touch(season)
        return True


def _act(kind: StepKind, season: Season, step: Step, draft: Any) -> datetime | None:
    return DRAWINGS[kind].act(season, step, draft) if kind in DRAWINGS else ACTIONS[kind](season, step)


def hold(*, actor: Any, season_id: int, reason: str, seen: Seen | None = None) -> None:
    """Hold a season's next step, as it was seen, until it is released. Raises `Forbidden`, `BadInput`, `Conflict`,
    `Overtaken`."""
    with transaction.atomic(durable=True):
        season, step = _next_of(season_id, actor, reason, seen)
        if step.held_at is not None:
            return
        Step.objects.filter(pk=step.pk).update(held_at=clock.now(), look_at=None)
        _log("held", season, step, actor, reason)


def release(*, actor: Any, season_id: int, reason: str, seen: Seen | None = None) -> None:
    """Release a held step: it happens at its time, or now if that has passed. All later steps move by its delay, so
    that nobody's time is shortened. Raises as `hold`."""
    with transaction.atomic(durable=True):
        season, step = _next_of(season_id, actor, reason, seen)
        if step.held_at is None:
            raise Conflict(_("The next step isn’t on hold."))
        Step.objects.filter(pk=step.pk).update(held_at=None)
        late = clock.now() - step.at
        if late > timedelta(0):
            shift(season, late)
        arm(season)
        _log("released", season, step, actor, reason)


def move(*, actor: Any, season_id: int, at: datetime, reason: str, seen: Seen | None = None) -> None:
    """Move a season's next step to `at`, and all later ones by as much. Raises as `hold`."""
    with transaction.atomic(durable=True):
        season, step = _next_of(season_id, actor, reason, seen)
        check_moment(at)
        if at == step.at:
            raise Conflict(_("Time: the step is already at this time."))
        before = step.at.isoformat()
        shift(season, at - step.at)
        arm(season)
        _log("moved", season, step, actor, reason, at=at.isoformat(), before=before)


def _next_of(season_id: int, actor: Any, reason: str, seen: Seen | None) -> tuple[Season, Step]:
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    season = lock_season(season_id)
    require(actor, season.league, RoleKind.ORGANISER)
    step = next_step(season)
    if step is None or is_void(season, step):
        raise Conflict(_("There’s nothing left on this season’s timetable."))
    check_seen(seen, step.revision, season.league)
    return season, step


def _log(verb: str, season: Season, step: Step, actor: Any, reason: str, **details: Any) -> None:
    note(season.league, verb, season=season, actor=actor, reason=reason, step=step.kind, number=step.number, **details)
    touch(season)
