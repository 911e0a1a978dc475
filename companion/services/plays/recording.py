"""Records results of the real table, corrects and deletes them."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from companion.core.results import PlayResult
from companion.models import Answer, Objection, Play, PlaySeat, PlayState, Verb
from companion.policy import policy
from companion.refusals import AlreadyImported, NoSuchPlay
from companion.services.plays.locked_play import LockedPlay
from games import clock
from games.core.text import _
from games.models import Match
from games.policy import policy as games_policy
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from games.registry import TITLES

HOUR = timedelta(hours=1)
PER_HOUR = 20  # plays with other accounts that one user records by hand
UNANSWERED = 50  # plays of one user that wait for an answer of one other
NOON = time(12)


def record(
    *,
    recorder: Any,
    title: str,
    result: PlayResult,
    match: Match | None = None,
    for_others: bool = False,
    imported_as: str = "",
    is_demo: bool = False,
) -> Play:
    """Store a result, ask the other accounts at the table to confirm it, and return its play.

    `recorder` sits at the table, unless they record it `for_others`, as organisers do; if they sit there, recording is
    their confirmation. `match` is the site's own that it is the result of, `imported_as` the name of the play in the
    file from which it comes. Raises `BadInput` (naming the field), `Forbidden` (guests, blocks), `Conflict` (recorded
    already), `TooMany`.
    """
    with transaction.atomic(durable=True):
        _lock_recorder(recorder)
        settings = _checked(recorder, title, result, for_others=for_others, is_of_site=match is not None)
        _check_recorded_once(recorder, match, imported_as)
        _check_bounds(recorder, result, imported_as)
        play = Play.objects.create(
            title=title,
            settings=settings,
            seat_count=len(result.sitters),
            match=match,
            recorder=recorder,
            ended_at=_moment(result, match),
            imported_as=imported_as,
            is_demo=is_demo,
            **_facts(result),
        )
        locked = LockedPlay(play, ())
        locked.replace_seats(result)
        _confirm_own(locked, recorder)
        locked.note(recorder, Verb.IMPORTED if imported_as else Verb.RECORDED)
        locked.settle()
    return play


def correct(*, actor: Any, play_id: str, version: int, result: PlayResult) -> Play:
    """Replace the result that its recorder saw as `version`, while it is not final. All others confirm it again, and
    the objections to the earlier version are answered by it. Raises as `record` does, and `Stale`."""
    with transaction.atomic(durable=True):
        _lock_recorder(actor)
        locked = LockedPlay.get(play_id)
        play = locked.play
        _check_own(locked, actor, version)
        if play.match_id is not None:
            raise Conflict(_("This is the result of a match on the site, so it stays as the site has it."))
        for_others = locked.seat_of(actor) is None
        play.settings = _checked(actor, play.title, result, for_others=for_others)
        play.seat_count, play.version, play.ended_at = len(result.sitters), version + 1, _moment(result, None)
        for name, value in _facts(result).items():
            setattr(play, name, value)
        play.save()
        Objection.objects.filter(play=play, closed_at=None).update(closed_at=clock.now())
        locked.replace_seats(result)
        _confirm_own(locked, actor)
        locked.note(actor, Verb.CORRECTED)
        locked.settle()
    return play


def delete(*, actor: Any, play_id: str, version: int) -> None:
    """Delete a result that its recorder saw as `version`, unless another account has confirmed or disputed it. Raises
    `NoSuchPlay`, `Stale`, `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_id)
        _check_own(locked, actor, version)
        answered = [seat for seat in locked.seats if seat.user_id != actor.pk and seat.answer != Answer.NONE]
        if answered or locked.play.objections.exclude(user=actor).exists():
            raise Conflict(_("Other players have answered already, so this result can’t be deleted any more."))
        locked.announce_news()
        locked.play.delete()


def _lock_recorder(recorder: Any) -> None:
    """Lock the row of `recorder`, so that of several results at once each is counted after those before it."""
    get_user_model().objects.select_for_update(no_key=True).filter(pk=recorder.pk).values_list("pk").first()


def _checked(
    recorder: Any, title: str, result: PlayResult, *, for_others: bool, is_of_site: bool = False
) -> dict[str, str]:
    """Return the complete settings of a result that can be recorded; raises `BadInput` and `Forbidden`."""
    game = TITLES.get(title)
    if game is None:
        raise BadInput(_("Title: there’s no title with this name."))
    # A day ahead: it may be tomorrow where the recorder lives.
    problem = result.problem(game, (clock.now() + timedelta(days=1)).date(), is_of_site=is_of_site)
    if problem is not None:
        raise BadInput(problem)
    keys = {sitter.user for sitter in result.sitters if sitter.user is not None}
    if recorder.pk not in keys and not for_others:
        raise BadInput(_("Players: only players who sat at the table can record the result."))
    people = list(get_user_model().objects.filter(pk__in=keys))
    if len(people) < len(keys):
        raise BadInput(_("Players: one of these accounts doesn’t exist any more."))
    refusal = policy().refuse_to_record(recorder, [one for one in people if one.pk != recorder.pk])
    if result.is_rated:
        refusal = refusal or next(filter(None, map(games_policy().refuse_rated, people)), None)
    if refusal is not None:
        raise Forbidden(refusal)
    return game.complete_settings(result.settings, len(result.sitters))


def _check_recorded_once(recorder: Any, match: Match | None, imported_as: str) -> None:
    if match is not None and Play.objects.filter(match=match).exists():
        raise Conflict(_("This match is recorded already."))
    if imported_as and Play.objects.filter(recorder=recorder, imported_as=imported_as).exists():
        raise AlreadyImported


def _check_bounds(recorder: Any, result: PlayResult, imported_as: str) -> None:
    """Raise `TooMany` unless `recorder`, who is locked, may ask these people to confirm one more result now."""
    others = {sitter.user for sitter in result.sitters if sitter.user not in (None, recorder.pk)}
    if not others:
        return
    asking = PlaySeat.objects.filter(play__recorder=recorder, user__isnull=False).exclude(user=recorder)
    if not imported_as:
        lately = asking.filter(play__created_at__gt=clock.now() - HOUR, play__imported_as="")
        if lately.values("play").distinct().count() >= PER_HOUR:
            raise TooMany(_("You’ve recorded %(most)s results in the last hour. Try again later.", most=PER_HOUR))
    waiting = asking.filter(answer=Answer.NONE, play__state=PlayState.WAITING)
    for user in others:
        if waiting.filter(user=user).count() >= UNANSWERED:
            raise TooMany(
                _("A player has %(most)s results of yours to confirm. Wait for an answer first.", most=UNANSWERED)
            )


def _check_own(locked: LockedPlay, actor: Any, version: int) -> None:
    """Raise unless `actor` recorded the play, saw its `version`, and it is not final."""
    if locked.play.recorder_id != actor.pk:
        if locked.seat_of(actor) is None:
            raise NoSuchPlay
        raise Forbidden(_("Only the player who recorded the result can do that. Say what’s wrong instead."))
    locked.check_version(version)
    locked.check_open()


def _facts(result: PlayResult) -> dict[str, Any]:
    names = ("played_on", "place", "minutes", "note", "is_rated")
    return {name: getattr(result, name) for name in names}


def _moment(result: PlayResult, match: Match | None) -> datetime:
    if match is not None and match.finished_at is not None:
        return match.finished_at
    return min(datetime.combine(result.played_on, NOON, UTC), clock.now())


def _confirm_own(locked: LockedPlay, recorder: Any) -> None:
    own = locked.seat_of(recorder)
    if own is not None:
        locked.answer(own, Answer.CONFIRMED)
