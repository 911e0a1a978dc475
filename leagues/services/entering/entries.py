"""Signing up for a season, and leaving it before it starts."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from games import clock
from games.core.text import Text, _
from games.refusals import Conflict, Forbidden
from leagues import models
from leagues.core.ladder import left
from leagues.core.rules import SWISS_FORMATS, Format
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.selectors.field import is_banned
from leagues.selectors.roles import rank_of
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.ladders import ladder_places
from leagues.services.organising.log import check_not_too_often, note
from leagues.services.organising.roles import require
from leagues.services.timetable.seasons import lock_season, round_to_draw, touch

MOST_ENTRIES = 512
SIGN_UPS_A_DAY = 5  # of one person for one season
NO_ROUND_LEFT = _("All rounds of this season have been drawn. Sign up for the next season.")


def sign_up(*, user: Any, season_id: int, returns: bool | None = None) -> models.Entry:
    """Sign `user` up for a season, or ask to join; return the entry. Idempotent. `returns`: sign up for the next one
    too.

    Raises `NoSuchLeague`, `Forbidden` (guests, bans, not invited, no channel for notices), `Conflict` (closed, full,
    barred by a red card), `TooMany` (signed up and left too often).
    """
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        entry = models.Entry.objects.filter(season=season, user=user).first()
        if entry is not None and entry.state in (models.EntryState.ASKED, models.EntryState.ENTERED):
            return entry
        refusal = _refusal(user, season, entry)
        if refusal is not None:
            raise refusal
        _check_not_to_and_fro(user, season, ("signed_up", "asked"))
        state = models.EntryState.ENTERED
        if season.league.admission == models.Admission.APPROVAL and rank_of(user, season.league) == 0:
            state = models.EntryState.ASKED
        entry = entry or models.Entry(season=season, user=user)
        entry.state, entry.returns, entry.left_at, entry.left_round = state, returns, None, None
        entry.save()
        if state == models.EntryState.ENTERED:
            take_place(season, entry)
        note(season.league, "signed_up" if state == models.EntryState.ENTERED else "asked", season=season, subject=user)
        touch(season)
    return entry


def _check_not_to_and_fro(user: Any, season: models.Season, verbs: Sequence[str]) -> None:
    """Raise `TooMany` if a player has signed up and left too often within a day, which keeps the log readable."""
    sentence = _("You’ve signed up here %(most)s times in one day. Try again tomorrow.", most=SIGN_UPS_A_DAY)
    check_not_too_often(
        verbs, most=SIGN_UPS_A_DAY, within=timedelta(days=1), refusal=sentence, season=season, subject=user
    )


def why_not(user: Any, season: models.Season, entry: models.Entry | None) -> Text | None:
    """Return why `user`, who has this `entry` in it, cannot sign up for `season` now; None if they can, or have."""
    if entry is not None and entry.state in (models.EntryState.ASKED, models.EntryState.ENTERED):
        return None
    refusal = _refusal(user, season, entry)
    return None if refusal is None else refusal.reason


def _refusal(user: Any, season: models.Season, entry: models.Entry | None) -> Forbidden | Conflict | None:
    sentence = policy().refuse_to_enter(user)
    if sentence is not None:
        return Forbidden(sentence)
    league = season.league
    if entry is not None and entry.state == models.EntryState.DECLINED:
        return Forbidden(_("The organisers declined your sign-up for this season."))
    if entry is not None and entry.state == models.EntryState.REMOVED:
        return Forbidden(_("The organisers expelled you from this season."))
    if entry is not None and entry.state == models.EntryState.WITHDRAWN and _is_final(season):
        return Forbidden(_("You’ve left this season."))
    if league.closed_at is not None:
        return Conflict(_("This league is closed."))
    if season.state == models.SeasonState.ANNOUNCED:
        return Conflict(_("Sign-up for this season hasn’t opened yet."))
    refusal = _refusal_of_late_entry(season)
    if refusal is not None:
        return refusal
    if league.admission == models.Admission.INVITATION and not (
        league.invitations.filter(user=user).exists() or rank_of(user, league)
    ):
        return Forbidden(_("You need an invitation to join this league."))
    if season.entries.filter(state__in=[models.EntryState.ASKED, models.EntryState.ENTERED]).count() >= MOST_ENTRIES:
        return Conflict(_("This season is full (%(most)s players).", most=MOST_ENTRIES))
    if is_banned(user, season):
        return Conflict(_("You can’t join this season because you left an earlier one or were absent too often."))
    return None


def _refusal_of_late_entry(season: models.Season) -> Conflict | None:
    """Return why a late entry is refused; None if it is not. A ladder is always open; Swiss rounds accept late entries
    while one is left to play."""
    if season.state == models.SeasonState.SIGN_UP:
        return None
    is_swiss = season.rules.format in SWISS_FORMATS
    if season.state != models.SeasonState.RUNNING or not (is_swiss or season.rules.format is Format.LADDER):
        return Conflict(_("Sign-up for this season is closed."))
    return Conflict(NO_ROUND_LEFT) if is_swiss and round_to_draw(season) is None else None


def _is_final(season: models.Season) -> bool:
    """Return whether leaving is for good: from the first match on, except on a ladder, which players can join again."""
    return season.state == models.SeasonState.RUNNING and season.rules.format is not Format.LADDER


def take_place(season: models.Season, entry: models.Entry) -> None:
    """Give an entry the lowest place of a ladder and its only division; does nothing in other formats."""
    if season.rules.format is Format.LADDER:
        entry.position = season.entries.exclude(position=None).count()
        entry.division, _is_new = models.Division.objects.get_or_create(season=season, tier=0, index=0)
        entry.save(update_fields=["position", "division"])


def _leave_place(season: models.Season, entry: models.Entry) -> None:
    """Close the gap that an entry leaves on a ladder, if it has a place there."""
    ladder = ladder_places.ladder_of(season)
    if entry.pk in ladder.players:
        ladder_places.store(left(ladder, entry.pk))
    entry.position = None


def answer_entry(*, actor: Any, entry_id: int, accept: bool, reason: str = "", seen: Seen | None = None) -> None:
    """Accept or decline a player who asked to enter. Raises `NoSuchLeague`, `Forbidden`, `Conflict`, `Overtaken`."""
    with transaction.atomic(durable=True):
        season, entry = locked_entry(entry_id)
        require(actor, season.league, models.RoleKind.MODERATOR)
        check_seen(seen, entry.revision, season.league)
        if entry.state != models.EntryState.ASKED:
            raise Conflict(_("This has already been answered."))
        refusal = _refusal_of_late_entry(season) if accept else None
        if refusal is not None:
            raise refusal
        before = entry.state
        entry.state = models.EntryState.ENTERED if accept else models.EntryState.DECLINED
        entry.save(update_fields=["state"])
        if accept:
            take_place(season, entry)
        verb = "accepted" if accept else "declined"
        note(season.league, verb, season=season, actor=actor, subject=entry.user, reason=reason, before=before)
        touch(season)


def set_returns(*, user: Any, season_id: int, returns: bool) -> None:
    """Store the answer to the return form: whether `user` plays the next season too. Until that season is drawn the
    answer may be changed by signing up or withdrawing there. Raises `NoSuchLeague`, `Forbidden`."""
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        entry = models.Entry.objects.filter(season=season, user=user, state=models.EntryState.ENTERED).first()
        if entry is None:
            raise Forbidden(_("You’re not playing in this season."))
        entry.returns = returns
        entry.save(update_fields=["returns"])


def join_substitutes(*, user: Any, season_id: int) -> None:
    """List `user` as a substitute, ready to take over abandoned seats. Raises `Forbidden`, `Conflict`, `TooMany`."""
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        refusal = policy().refuse_to_enter(user)
        if refusal is not None:
            raise Forbidden(refusal)
        if season.state in (models.SeasonState.FINISHED, models.SeasonState.CANCELLED):
            raise Conflict(_("This season is over."))
        if not season.bench.filter(user=user).exists():
            _check_not_to_and_fro(user, season, ("joined_bench",))
            models.BenchPlayer.objects.create(season=season, user=user)
            note(season.league, "joined_bench", season=season, subject=user)


def leave_substitutes(*, user: Any, season_id: int) -> None:
    """Take `user` off the substitutes, and pass on what is offered to them; does nothing if they are none."""
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        if models.BenchPlayer.objects.filter(season=season, user=user).delete()[0]:
            offered = models.BenchOffer.objects.filter(seat__fixture__season=season, user=user, closed_at=None)
            offered.update(closed_at=clock.now())
            note(season.league, "left_bench", season=season, subject=user)


def leave_before_start(
    season: models.Season, entry: models.Entry, actor: Any, reason: str = "", *, expel: bool = False
) -> None:
    """Take a locked season's entry back before the schedule is made, or before the first match: nothing follows, except
    that expelled players cannot sign up for it again."""
    before = entry.state
    entry.state, entry.left_at = models.EntryState.REMOVED if expel else models.EntryState.WITHDRAWN, clock.now()
    entry.left_round = rounds_drawn(season)
    _leave_place(season, entry)
    entry.save(update_fields=["state", "left_at", "position", "left_round"])
    verb = leaving_verb(entry, actor, expel=expel)
    note(season.league, verb, season=season, actor=actor, subject=entry.user, reason=reason, before=before)
    touch(season)


def leaving_verb(entry: models.Entry, actor: Any, *, expel: bool) -> str:
    """Return the log's verb for leaving a season: taken out by an organiser, or at the player's own wish."""
    if expel:
        return "expelled"
    return "taken_out" if actor is not None and actor.pk != entry.user_id else "withdrew"


def rounds_drawn(season: models.Season) -> int:
    """Return how many rounds of a season have been drawn; for a schedule that is made at once, all of them."""
    last = season.fixtures.order_by("-round").values_list("round", flat=True).first()
    return 0 if last is None else last + 1


def locked_entry(entry_id: int) -> tuple[models.Season, models.Entry]:
    """Lock a season and return it with one of its entries; raises `NoSuchLeague`."""
    season_id = models.Entry.objects.filter(pk=entry_id).values_list("season_id", flat=True).first()
    if season_id is None:
        raise NoSuchLeague
    season = lock_season(season_id)
    return season, models.Entry.objects.select_related("user", "division__season").get(pk=entry_id)
