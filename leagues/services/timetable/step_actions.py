"""The actions of a season's steps. Every function works inside the season's lock, and returns None when the step is
done, or the time of the next attempt.

Those that draw take a draft that was made without the lock (`draw.prepare`, `rounds.prepare`). If there is none, or if
the season has changed since, they prepare for a draft, and ask for one by an immediate next attempt.
"""

from datetime import datetime, timedelta

from django.db.models import Max

from games import clock
from leagues.core.rules import Format
from leagues.core.timetable import StepKind, closing_steps, end_of_play, round_steps
from leagues.models import Entry, EntryState, FixtureState, League, Season, SeasonState, Step
from leagues.selectors.endings import without_extension
from leagues.selectors.field import can_be_drawn, field, later_rounds, returning, was_extended_enough
from leagues.services.deciding import requests
from leagues.services.drawing import draw, fixtures, rounds
from leagues.services.entering import personal_log
from leagues.services.keeping import sealed_rows
from leagues.services.leaving import penalties, withdrawals
from leagues.services.organising.log import note
from leagues.services.playing import adjudication, catching_up, standings
from leagues.services.timetable.seasons import add_steps, announce_season, cancel_for_too_few, shift, touch

WAITING = timedelta(hours=1)  # a step that waits for results is also woken by the last of them


def open_sign_up(season: Season, step: Step) -> None:
    """Open sign-up; those who asked for it in the season before are signed up already."""
    season.state = SeasonState.SIGN_UP
    season.save(update_fields=["state"])
    rows = [Entry(season=season, user=user, returns=True) for user in returning(season)]
    Entry.objects.bulk_create(rows, ignore_conflicts=True)
    note(season.league, "sign_up_opened", season=season, returning=len(rows))
    personal_log.note_sign_up(season, rows)


def close_sign_up(season: Season, step: Step) -> datetime | None:
    """Close sign-up. If there are too few people, or a number that no divisions can hold, it goes on for as long again,
    twice at most, and then the season is cancelled."""
    entered = field(season).count()
    if not can_be_drawn(season, entered):
        return _extend_sign_up(season, step, entered)
    _decline_unanswered(season)
    season.state = SeasonState.CLOSED
    season.save(update_fields=["state"])
    note(season.league, "sign_up_closed", season=season, entered=entered)
    return None


def _decline_unanswered(season: Season) -> None:
    """Decline those whom no organiser has answered in time."""
    asking = season.entries.filter(state=EntryState.ASKED)
    for entry in asking.select_related("user"):
        note(season.league, "not_answered", season=season, subject=entry.user, public=False)
    asking.update(state=EntryState.DECLINED)


def _extend_sign_up(season: Season, step: Step, entered: int) -> datetime | None:
    length = timedelta(days=season.sign_up_days)
    if was_extended_enough(season):
        cancel_for_too_few(season)
        return None
    distance = length * (1 + max(timedelta(0), clock.now() - step.at) // length)  # more than one if the site was down
    shift(season, distance)
    note(season.league, "sign_up_extended", season=season, entered=entered, needed=season.rules.least_entries)
    return step.at + distance


def draw_season(season: Season, step: Step, draft: draw.Plan | sealed_rows.Insertion | None) -> datetime | None:
    """Draw divisions and schedule, published a day before the first match; then notify everyone, taking the season's
    lock again: both together would keep it for too long. If too few are left after a hold, the season is cancelled."""
    if season.state == SeasonState.DRAWN:
        return _tell_places(draft)
    if not can_be_drawn(season, field(season).count()):
        cancel_for_too_few(season)
        return None
    if not isinstance(draft, draw.Plan) or not draw.is_current(season, draft.seen):
        return clock.now()
    draw.carry_out(season, draft)
    season.state = SeasonState.DRAWN
    season.save(update_fields=["state", "quality", "draw_version"])
    if season.rules.format is Format.CUP:
        _plan_cup_rounds(season, step.at)
    note(season.league, "drawn", season=season)
    touch(season)
    return clock.now()


def _tell_places(draft: draw.Plan | sealed_rows.Insertion | None) -> datetime | None:
    if not isinstance(draft, sealed_rows.Insertion):
        return clock.now()
    draft.write()
    return None


def _plan_cup_rounds(season: Season, drawn_at: datetime) -> None:
    """Put the rounds of a cup, which are known now with its field, into the timetable."""
    start = season.steps.get(kind=StepKind.START)
    number = draw.cup_rounds(season)
    season.steps.filter(kind=StepKind.ROUND, number__gt=number).delete()
    end = end_of_play(season.rules, start.at, number)
    planned = [*round_steps(season.rules, start.at, number), *closing_steps(season.rules, end)]
    add_steps(season, planned)
    for line in planned:
        season.steps.filter(kind=line.kind, number=line.number).update(at=line.at)


def start(season: Season, step: Step) -> None:
    """Start the first matches."""
    season.state, season.started_at = SeasonState.RUNNING, clock.now()
    season.save(update_fields=["state", "started_at"])
    withdrawals.settle_early_leavers(season)
    fixtures.release(season)
    standings.recompute_season(season)
    note(season.league, "started", season=season)
    personal_log.note_start(season)


def prepare_season(season: Season, step: Step) -> draw.Plan | sealed_rows.Insertion | None:
    """Return what `draw_season` stores; None if a player has left meanwhile and too few remain."""
    if season.state == SeasonState.DRAWN:
        return personal_log.of_places(season)
    return draw.prepare(season) if can_be_drawn(season, field(season).count()) else None


def next_round(season: Season, step: Step, draft: rounds.Draft | None) -> datetime | None:
    """Draw a round when the one before is over. Matches without an extension are adjudicated now, and the round waits
    for the others until their extensions are over."""
    catching_up.catch_up(season)
    adjudication.adjudicate(season, without_extension(season))
    waits_until = _last_extension(season)
    if waits_until is not None:
        return min(waits_until, clock.now() + WAITING)
    if draft is None or not rounds.is_current(season, step.number, draft.seen):
        return clock.now()
    rounds.carry_out(season, draft)
    if not later_rounds(season, step).exists():
        _decline_unanswered(season)
    note(season.league, "round_drawn", season=season, number=step.number)
    return None


def prepare_round(season: Season, step: Step) -> rounds.Draft:
    """Return the draft of the round that `next_round` stores."""
    return rounds.prepare(season, step.number)


def _last_extension(season: Season) -> datetime | None:
    """Return when the last extension of an open match is over; None if there is none."""
    extended = season.fixtures.exclude(state=FixtureState.SETTLED).filter(extended_until__gt=clock.now())
    last: datetime | None = extended.aggregate(last=Max("extended_until"))["last"]
    return last


def end_play(season: Season, step: Step) -> datetime | None:
    """Adjudicate matches without an extension, or whose extension is over. The end of the extensions waits for matches
    that were given more time than the season provides for."""
    catching_up.catch_up(season)
    count = adjudication.adjudicate(season, without_extension(season))
    waits_until = _last_extension(season) if step.kind == StepKind.END_EXTENSION else None
    if waits_until is not None:
        return min(waits_until, clock.now() + WAITING)
    note(season.league, "play_ended", season=season, step=step.kind, adjudicated=count)
    return None


def finish(season: Season, step: Step) -> datetime | None:
    """Publish final standings, and store the penalties for absences. They wait for answers to objections, for as many
    days as there were to object; open ones are then refused."""
    latest = step.at + timedelta(days=season.objection_days)
    if clock.now() < latest and requests.pending_objections(season).exists():
        if not season.log.filter(verb="finish_waits").exists():
            note(season.league, "finish_waits", season=season)
        return min(latest, clock.now() + WAITING)
    requests.refuse_late_objections(season)
    standings.recompute_season(season)
    penalties.settle(season)
    season.state, season.finished_at = SeasonState.FINISHED, clock.now()
    season.save(update_fields=["state", "finished_at"])
    note(season.league, "finished", season=season)
    personal_log.note_ranks(season)
    return None


def next_season(season: Season, step: Step) -> None:
    """Announce the next season, whose sign-up opens at once, unless the league is closed or does not repeat itself."""
    league = League.objects.get(pk=season.league_id)  # locked, see `steps.do_step`
    if league.closed_at is None and league.repeats and not league.seasons.filter(number__gt=season.number).exists():
        announce_season(league, clock.now())
